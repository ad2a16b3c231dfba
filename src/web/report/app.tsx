import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { formatNumber, LABELS, makeVisible, type ReportIndex } from '#reporters';
import { Button } from '../components/button.tsx';
import { Dotted } from '../components/dotted.tsx';
import { Foreign, Name } from '../components/foreign.tsx';
import { Kbd } from '../components/kbd.tsx';
import { KeyHelp } from '../components/key-help.tsx';
import { listBindings, useKeys } from '../components/keys.ts';
import { ThemeButton } from '../components/theme.tsx';
import { formatRoute, HOME, parseRoute, type Route, type View } from './address/route.ts';
import { useHash } from './address/use-hash.ts';
import { ComparedPage } from './compared/compared-page.tsx';
import type { EvidenceSource } from './data/islands.ts';
import type { Item } from './data/items.ts';
import { DetailPage } from './detail/detail-page.tsx';
import { AboutPage } from './overview/about-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { WarningsPage } from './overview/warnings-page.tsx';

/** The report: a bar with its pages, and the page that the address names. */
export function App({ index, items, source }: AppParts): JSX.Element {
  const hash = useHash();
  const route = useMemo(() => parseRoute(hash, items), [hash, items]);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useKeys([{ keys: ['?'], words: 'this help', run: () => setHelpOpen(true) }]);
  // A single test or eval is the report.
  const [only] = items;
  const item =
    items.find(({ place }) => place === route.item) ??
    (items.length === 1 && only !== undefined ? only : null);
  useEffect(() => {
    const what = item === null ? '' : `: ${makeVisible(item.name)}`;
    document.title = `${LABELS[(item ?? index.about).verdict]}${what} · whichtool report`;
  }, [item]);
  return (
    <>
      <Bar index={index} items={items} item={item} route={route} onHelp={() => setHelpOpen(true)} />
      <PageOf index={index} items={items} item={item} route={route} source={source} />
      {isHelpOpen ? <KeyHelp bindings={listBindings()} onClose={() => setHelpOpen(false)} /> : null}
    </>
  );
}

interface AppParts {
  readonly index: ReportIndex;
  readonly items: readonly Item[];
  readonly source: EvidenceSource;
}

function PageOf({
  index,
  items,
  item,
  route,
  source,
}: AppParts & { readonly item: Item | null; readonly route: Route }): JSX.Element {
  const { compared } = index;
  const changes = useMemo(() => changesOf(index, item), [index, item]);
  if (route.view === 'compared' && compared !== undefined)
    return <ComparedPage compared={compared} items={items} />;
  if (route.view === 'warnings') return <WarningsPage index={index} />;
  if (route.view === 'about') return <AboutPage index={index} />;
  if (item === null)
    return <OverviewPage index={index} items={items} route={route} source={source} />;
  const measured = source.measuredOf(item);
  const columns = source.casesOf(item);
  if (measured === null || (item.kind === 'eval' && columns === null))
    return (
      <main class="page single">
        <h1>
          <Foreign text={item.name} />
        </h1>
        <p class="soft">Reading the evidence…</p>
      </main>
    );
  return (
    <DetailPage
      key={item.place}
      item={item}
      items={items}
      measured={measured}
      columns={columns}
      route={route}
      changes={changes}
      index={index}
    />
  );
}

/** What is worse or better than in the baseline, of one eval. */
function changesOf(
  { compared }: ReportIndex,
  item: Item | null,
): ReadonlyMap<string, 'worse' | 'better'> {
  const part = compared?.parts.find(({ kind, name }) => kind === item?.kind && name === item?.name);
  const ids = (which: 'worse' | 'better'): (readonly [string, 'worse' | 'better'])[] =>
    (part?.[which].items ?? []).map(([id]) => [id, which] as const);
  return new Map([...ids('worse'), ...ids('better')]);
}

interface BarParts {
  readonly index: ReportIndex;
  readonly items: readonly Item[];
  readonly item: Item | null;
  readonly route: Route;
  readonly onHelp: () => void;
}

function Bar({ index, items, item, route, onHelp }: BarParts): JSX.Element {
  const { issues, moreIssues = 0 } = index.about;
  const warnings = issues.length + moreIssues;
  const tab = (view: View | null, words: string): JSX.Element => (
    <a
      href={formatRoute({ ...HOME, view }, items)}
      aria-current={
        route.view === view && (view !== null || item === null || items.length === 1)
          ? 'page'
          : undefined
      }
    >
      {words}
    </a>
  );
  return (
    <header class="bar">
      <b class="brand">whichtool</b>
      <nav aria-label="Pages">
        {tab(null, items.length === 1 ? 'Result' : 'Overview')}
        {index.compared === undefined ? null : tab('compared', 'Compared')}
        {warnings === 0 ? null : tab('warnings', `Warnings ${formatNumber(warnings)}`)}
        {tab('about', 'About')}
      </nav>
      <span class="space" />
      <Origin index={index} />
      <ThemeButton />
      <Button look="quiet" aria-label="Keys" title="Keys" onClick={onHelp}>
        <Kbd keys="?" />
      </Button>
    </header>
  );
}

/** Which suite, commit and date: as far as they are known. */
function Origin({
  index: { about, provenance = {} },
}: {
  readonly index: ReportIndex;
}): JSX.Element {
  const [suite] = about.suites;
  const { date, commit, branch } = provenance;
  const revision = [branch, commit?.slice(0, 8)].filter(Boolean).join('@');
  return (
    <Dotted
      class="origin soft small cut"
      parts={[
        suite === undefined ? null : (
          <>
            <Name text={suite.file} />
            {about.suites.length > 1 ? ` and ${formatNumber(about.suites.length - 1)} more` : ''}
          </>
        ),
        revision === '' ? null : <Name text={revision} />,
        date === undefined ? null : (
          <Foreign text={date.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/, '$1 $2')} />
        ),
        about.shard === undefined ? null : `shard ${about.shard.index} of ${about.shard.count}`,
      ]}
    />
  );
}
