import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { NO_FILTER, type Verdict } from '#core';
import { formatNumber, LABELS, type ReportIndex, VERDICTS } from '#reporters';
import { Chip } from '../../components/chip.tsx';
import { Panel } from '../../components/panel.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { useAddresses } from '../address/addresses.ts';
import { HOME, type Route } from '../address/route.ts';
import type { Item } from '../data/items.ts';
import type { ReportSource } from '../data/report-source.ts';
import { useSteps } from '../steps/use-steps.ts';
import { Faults } from './faults-panel.tsx';
import { ItemRow } from './item-row.tsx';
import { Peek } from './peek.tsx';
import { ReportVerdict } from './report-verdict.tsx';
import { createSearch } from './search-items.ts';
import { TrendPanel } from '../history/trend-panel.tsx';
import { TagsTable } from '../detail/tags-table.tsx';
import { SweepPanel } from './sweep-panel.tsx';
import { VariantsPanel } from './variants-panel.tsx';

/** All tests and evals of a report, the worst first, beside the reason of the one that people are at. */
export function OverviewPage({ index, items, route, source }: OverviewParts): JSX.Element {
  const { format, replace, visit } = useAddresses();
  const search = useMemo(() => createSearch(items, index.words), [items, index]);
  const { filter } = route;
  const show = filter.show ?? 'all';
  const hits = useMemo(() => search(filter.query, show), [search, filter.query, show]);
  const field = useRef<HTMLInputElement>(null);
  const at = (change: Partial<Route['filter']>): string =>
    format({ ...HOME, filter: { ...filter, ...change } }, items);
  // In the overview the entry is a place among all rows.
  const peeked = (place: number): string => format({ ...HOME, place, filter }, items);
  const hitIndex = hits.findIndex(({ place }) => place === route.place);
  const row = hitIndex < 0 ? 0 : hitIndex;
  const current = hits[row] ?? null;
  const openHref = (item: Item): string => format({ ...HOME, item: item.place }, items);
  const openCurrent = current === null ? null : openHref(current);
  useSteps({
    count: hits.length,
    row: hitIndex,
    hrefOf(at) {
      const hit = hits[at];
      return hit === undefined ? null : peeked(hit.place);
    },
    search: (query) => replace(at({ query })),
    close: () => visit(at({})),
    open: () => {
      if (openCurrent !== null) visit(openCurrent);
      return openCurrent !== null;
    },
    field,
  });
  return (
    <main class="page">
      <ReportVerdict index={index} items={items} />
      <div class="page-left">
        <TrendPanel provenance={index.provenance} />
        {index.variants === undefined ? null : (
          <VariantsPanel variants={index.variants} items={items} />
        )}
        {(index.about.sweeps ?? []).map((sweep, i) => (
          <SweepPanel key={i} sweep={sweep} />
        ))}
        <TestTags index={index} />
        <Panel
          title="Tests and evals"
          id="cases"
          class="cases-panel"
          controls={
            <span class="cases-search">
              <span class="soft small" role="status">
                {hits.length === items.length
                  ? formatNumber(items.length)
                  : `${formatNumber(hits.length)} of ${formatNumber(items.length)}`}
              </span>
              <SearchField
                label="Search names, tools, classes"
                value={filter.query}
                onInput={(query) => replace(at({ query }))}
                fieldRef={field}
                shortcut="/"
              />
            </span>
          }
        >
          <VerdictChips items={items} show={show} at={at} />
          {hits.length === 0 ? (
            <p class="soft empty">
              {'Nothing matches. '}
              <a href={format({ ...HOME, filter: NO_FILTER }, items)}>Show all</a>
            </p>
          ) : null}
          <VirtualList
            count={hits.length}
            label="Tests and evals"
            current={row}
            isFollowed={hitIndex >= 0}
            row={(i) => {
              const item = hits[i];
              return item === undefined ? (
                <></>
              ) : (
                <ItemRow
                  item={item}
                  words={index.words}
                  href={openHref(item)}
                  isCurrent={item === current}
                />
              );
            }}
          />
        </Panel>
      </div>
      <div class="page-right">
        <Faults index={index} at={at} />
        {current === null || openCurrent === null ? null : (
          <Peek key={current.place} item={current} href={openCurrent} source={source} />
        )}
      </div>
    </main>
  );
}

interface OverviewParts {
  readonly index: ReportIndex;
  readonly items: readonly Item[];
  readonly route: Route;
  readonly source: ReportSource;
}

function TestTags({ index }: { readonly index: ReportIndex }): JSX.Element | null {
  const { perTag = [] } = index.about;
  if (perTag.length === 0) return null;
  return (
    <Panel title="Tests by tag">
      <TagsTable lines={perTag.map((line) => ({ ...line, passing: line.tests }))} noun="tests" />
    </Panel>
  );
}

function VerdictChips({
  items,
  show,
  at,
}: {
  readonly items: readonly Item[];
  readonly show: Verdict | 'all';
  readonly at: (change: Partial<Route['filter']>) => string;
}): JSX.Element {
  const counts = VERDICTS.map(
    (verdict) => [verdict, items.filter((item) => item.verdict === verdict).length] as const,
  ).filter(([, count]) => count > 0);
  return (
    <div class="chips" role="group" aria-label="Show">
      <Chip isOn={show === 'all'} count={items.length} href={at({ show: null })}>
        All
      </Chip>
      {counts.map(([verdict, count]) => (
        <Chip key={verdict} isOn={show === verdict} count={count} href={at({ show: verdict })}>
          {LABELS[verdict]}
        </Chip>
      ))}
    </div>
  );
}
