import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatNumber, type ReportIndex } from '#reporters';
import { Foreign } from '../components/foreign.tsx';
import { useAddresses } from './address/addresses.ts';
import { HOME, type Route, type View } from './address/route.ts';
import { ComparedPage } from './compared/compared-page.tsx';
import type { Item } from './data/items.ts';
import type { ListQuery, ReportSource } from './data/report-source.ts';
import { DetailPage } from './detail/detail-page.tsx';
import { AboutPage } from './overview/about-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { WarningsPage } from './overview/warnings-page.tsx';

/** The test or eval that is open: a single one is the report. */
export function openedItem(items: readonly Item[], route: Route): Item | null {
  const [only] = items;
  return (
    items.find(({ place }) => place === route.item) ??
    (items.length === 1 && only !== undefined ? only : null)
  );
}

/** Links to the pages of a report. */
export function ReportTabs({ index, items, item, route }: ReportParts): JSX.Element {
  const { format } = useAddresses();
  const { issues, moreIssues = 0 } = index.about;
  const warnings = issues.length + moreIssues;
  const tab = (view: View | null, words: string): JSX.Element => (
    <a
      href={format({ ...HOME, view }, items)}
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
    <>
      {tab(null, items.length === 1 ? 'Result' : 'Overview')}
      {index.compared === undefined ? null : tab('compared', 'Compared')}
      {warnings === 0 ? null : tab('warnings', `Warnings ${formatNumber(warnings)}`)}
      {tab('about', 'About')}
    </>
  );
}

/** The page of a report that the address names. */
export function ReportPage({ index, items, item, route, source }: PageParts): JSX.Element {
  const { compared } = index;
  const changes = useMemo(() => changesOf(index, item), [index, item]);
  if (route.view === 'compared' && compared !== undefined)
    return <ComparedPage compared={compared} items={items} />;
  if (route.view === 'warnings') return <WarningsPage index={index} />;
  if (route.view === 'about') return <AboutPage index={index} />;
  if (item === null)
    return <OverviewPage index={index} items={items} route={route} source={source} />;
  return (
    <ItemPage
      key={item.place}
      index={index}
      items={items}
      item={item}
      route={route}
      source={source}
      changes={changes}
    />
  );
}

interface ReportParts {
  readonly index: ReportIndex;
  readonly items: readonly Item[];
  /** The test or eval that is open; null for all of them. */
  readonly item: Item | null;
  readonly route: Route;
}

interface PageParts extends ReportParts {
  readonly source: ReportSource;
}

function ItemPage(
  parts: Omit<PageParts, 'item'> & Pick<ListQuery, 'item' | 'changes'>,
): JSX.Element {
  const { item, source } = parts;
  const measured = source.useMeasured(item);
  if (measured === null)
    return (
      <main class="page single">
        <h1>
          <Foreign text={item.name} />
        </h1>
        <p class="soft">Reading the evidence…</p>
      </main>
    );
  return <DetailPage {...parts} measured={measured} />;
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
