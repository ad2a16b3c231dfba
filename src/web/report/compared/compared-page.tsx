import type { JSX } from 'preact';
import type { Change, Comparison, PartComparison } from '#core';
import {
  detailsOf,
  directionTitles,
  formatCount,
  formatNumber,
  generalDetails,
  headlineOf,
  runsText,
  sentenceOf,
  toneOf,
  toneOfAll,
  verdictText,
} from '#reporters';
import { Foreign, Name } from '../../components/foreign.tsx';
import { IntervalBar } from '../../components/interval-bar.tsx';
import { Panel } from '../../components/panel.tsx';
import { VerdictSign } from '../../components/verdict-badge.tsx';
import { Words } from '../../components/words.tsx';
import { formatRoute, HOME } from '../address/route.ts';
import { NO_FILTER } from '../data/filter.ts';
import type { Item } from '../data/items.ts';
import { figureText } from '../figures.ts';
import { CellChanges } from './cell-changes.tsx';

/** This run against its baseline, part by part: how sure a difference is, then what changed. */
export function ComparedPage({ baseline, items }: ComparedParts): JSX.Element {
  const general = generalDetails(baseline);
  return (
    <main class="page single">
      <header class="verdict-line">
        <h1 class={`verdict ${toneOfAll(baseline)}`}>
          <VerdictSign verdict={toneOfAll(baseline)} /> {headlineOf(baseline)}
        </h1>
        <p class="why">This run against its baseline.</p>
      </header>
      {baseline.parts.map((part, i) => (
        <Part key={i} part={part} items={items} />
      ))}
      {general.length === 0 ? null : (
        <Panel title="In one report only, or made otherwise">
          <Details details={general} />
        </Panel>
      )}
    </main>
  );
}

interface ComparedParts {
  readonly baseline: Comparison;
  readonly items: readonly Item[];
}

function Part({
  part,
  items,
}: {
  readonly part: PartComparison;
  readonly items: readonly Item[];
}): JSX.Element {
  const [worse, better] = directionTitles(part);
  const details = detailsOf(part).filter(({ title }) => title !== worse && title !== better);
  return (
    <Panel
      title={
        <>
          <VerdictSign verdict={toneOf(part)} /> <Foreign text={part.name} />
        </>
      }
      controls={<span class={`verdict ${toneOf(part)}`}>{verdictText(part)}</span>}
    >
      <p>{sentenceOf(part)}</p>
      {part.pairs === 0 ? null : <Shares part={part} />}
      <Changes title={worse} total={part.worse} part={part} which="worse" items={items} />
      <Changes title={better} total={part.better} part={part} which="better" items={items} />
      <CellChanges part={part} />
      <Details details={details} />
    </Panel>
  );
}

function Shares({ part }: { readonly part: PartComparison }): JSX.Element {
  const tone = toneOf(part);
  return (
    <div class="shares">
      {(['before', 'after'] as const).map((which) => {
        const { k, n, rate, interval } = part[which];
        return (
          <p key={which} class="share-line">
            <span class="soft">{which}</span>
            <b>{figureText(rate, 'ratio')}</b>
            <IntervalBar
              value={rate}
              interval={interval}
              max={1}
              tone={which === 'after' ? tone : 'plain'}
            />
            <span class="soft">{`${formatNumber(k)} of ${formatNumber(n)}`}</span>
          </p>
        );
      })}
    </div>
  );
}

interface ChangeParts {
  readonly title: string;
  readonly total: number;
  readonly part: PartComparison;
  readonly which: Change['change'];
  readonly items: readonly Item[];
}

function Changes({ title, total, part, which, items }: ChangeParts): JSX.Element | null {
  if (total === 0) return null;
  const changes = part.changes.items.filter(({ change }) => change === which);
  const owner = items.find(({ kind, name }) => kind === 'eval' && name === part.name);
  const hrefOf = ({ id }: Change): string | null => {
    const test = items.find(({ kind, name }) => kind === 'test' && name === id);
    if (part.kind === 'tests')
      return test === undefined ? null : formatRoute({ ...HOME, item: test.place }, items);
    if (owner === undefined) return null;
    const filter = { ...NO_FILTER, changed: which };
    return formatRoute({ ...HOME, item: owner.place, entry: id, filter }, items);
  };
  return (
    <div class="detail">
      <h3 class={which === 'worse' ? 'bad' : 'good'}>{`${title} ${formatNumber(total)}`}</h3>
      <ul class="names">
        {changes.map((change, i) => {
          const href = hrefOf(change);
          const name = <Name text={change.id} />;
          return (
            <li key={i}>
              {href === null ? name : <a href={href}>{name}</a>}
              {runsText(change)}
            </li>
          );
        })}
      </ul>
      <More total={total} shown={changes.length} />
    </div>
  );
}

function Details({ details }: { readonly details: ReturnType<typeof detailsOf> }): JSX.Element {
  return (
    <>
      {details.map(({ title, total, items }) => (
        <details key={title} class="detail" open={items.length <= 12}>
          <summary>
            <h3>{`${title} ${formatNumber(total)}`}</h3>
          </summary>
          <ul class="names">
            {items.map((text, i) => (
              <li key={i}>
                <Words text={text} />
              </li>
            ))}
          </ul>
          <More total={total} shown={items.length} />
        </details>
      ))}
    </>
  );
}

function More({
  total,
  shown,
}: {
  readonly total: number;
  readonly shown: number;
}): JSX.Element | null {
  return total > shown ? (
    <p class="soft small">{`and ${formatCount(total - shown, 'more')}`.replace(/s$/, '')}</p>
  ) : null;
}
