import { type JSX, render } from 'preact';
import { formatCount, type ReportIndex } from '#reporters';
import { Foreign } from '../../components/foreign.tsx';
import { VerdictBadge } from '../../components/verdict-badge.tsx';
import { Words } from '../../components/words.tsx';
import { formatRoute, HOME, parseRoute } from '../address/route.ts';
import { ComparedPage } from '../compared/compared-page.tsx';
import { listEntries } from '../data/island-source.ts';
import type { EvidenceSource } from '../data/islands.ts';
import type { Item } from '../data/items.ts';
import type { Measured } from '../data/report-source.ts';
import { FixFirst } from '../detail/fix-first.tsx';
import { GatesPanel } from '../detail/gates-panel.tsx';
import { linksOf } from '../detail/links.ts';
import { MetricsTable } from '../detail/metrics-table.tsx';
import { verdictSentence } from '../detail/verdict-sentence.ts';
import { MatrixView } from '../matrix/matrix-panel.tsx';
import { AboutPage } from '../overview/about-page.tsx';
import { ReportVerdict } from '../overview/report-verdict.tsx';
import { WarningsPage } from '../overview/warnings-page.tsx';
import { TracePanel } from '../trace/trace-panel.tsx';

/** On paper nothing can be opened: what did not pass is written out, as far as a reader would turn pages. */
const MAX_ITEMS = 100;
const MAX_ENTRIES = 20;

interface Printed {
  readonly index: ReportIndex;
  readonly items: readonly Item[];
  readonly source: EvidenceSource;
}

/** Writes the report out while it is being printed: the opened test or eval, otherwise all that did not pass. */
export function enablePrint(printed: Printed): void {
  let paper: HTMLElement | null = null;
  addEventListener('beforeprint', () => {
    paper = document.createElement('div');
    paper.className = 'paper';
    document.body.append(paper);
    render(<Paper {...printed} />, paper);
  });
  addEventListener('afterprint', () => {
    if (paper === null) return;
    render(null, paper);
    paper.remove();
    paper = null;
  });
}

function Paper({ index, items, source }: Printed): JSX.Element {
  const route = parseRoute(location.hash, items);
  const opened = items.find(({ place }) => place === route.item);
  const wrong = opened === undefined ? items.filter(({ verdict }) => verdict !== 'pass') : [opened];
  const shown = wrong.length === 0 && items.length === 1 ? items : wrong.slice(0, MAX_ITEMS);
  const { compared } = index;
  return (
    <>
      <ReportVerdict index={index} items={items} />
      {compared === undefined || opened !== undefined ? null : (
        <ComparedPage compared={compared} items={items} />
      )}
      {shown.map((item) => {
        const measured = source.measuredOf(item);
        return measured === null ? null : (
          <PaperItem
            key={item.place}
            item={item}
            items={items}
            measured={measured}
            source={source}
          />
        );
      })}
      {wrong.length > shown.length ? (
        <p>{`and ${formatCount(wrong.length - shown.length, 'more test or eval')} that did not pass`}</p>
      ) : null}
      {index.about.issues.length === 0 ? null : <WarningsPage index={index} />}
      <AboutPage index={index} />
    </>
  );
}

interface ItemParts {
  readonly item: Item;
  readonly items: readonly Item[];
  readonly measured: Measured;
  readonly source: EvidenceSource;
}

function PaperItem({ item, items, measured, source }: ItemParts): JSX.Element {
  const entries = listEntries(source, item, measured);
  const links = linksOf({ format: formatRoute }, HOME, item, items);
  const failing: number[] = [];
  for (let place = 0; place < entries.count && failing.length < MAX_ENTRIES; place += 1)
    if (entries.verdictAt(place) !== 'pass') failing.push(place);
  return (
    <article class="paper-item" data-address={formatRoute({ ...HOME, item: item.place }, items)}>
      <header class="verdict-line">
        <VerdictBadge verdict={measured.verdict} />
        <h2>
          <Foreign text={measured.name} />
        </h2>
        <p class="why">
          <Words text={verdictSentence(measured, item.failing)} />
        </p>
      </header>
      <GatesPanel measured={measured} />
      <FixFirst measured={measured} links={links} />
      {'cases' in measured && measured.confusion !== undefined ? (
        <MatrixView
          measured={measured}
          confusion={measured.confusion}
          links={links}
          current={{ expected: null, called: null }}
        />
      ) : null}
      <MetricsTable measured={measured} />
      {failing.map((place) => (
        <TracePanel key={place} entry={entries.at(place)} catalogs={[]} />
      ))}
    </article>
  );
}
