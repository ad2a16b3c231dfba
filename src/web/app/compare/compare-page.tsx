import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { IndexComparison, ReportIndex } from '#reporters';
import { VerdictSign } from '../../components/verdict-badge.tsx';
import { AddressContext, type Addresses } from '../../report/address/addresses.ts';
import { ComparedReasons } from '../../report/compared/compared-page.tsx';
import { listItems } from '../../report/data/items.ts';
import { replaceAddress, visit } from '../address/use-address.ts';
import { useApi } from '../data/use-api.ts';
import { useKept } from '../data/use-kept.ts';
import { Boundary } from '../frame/boundary.tsx';
import { Await, AwaitView } from '../frame/states.tsx';
import type { ViewParts } from '../frame/view.ts';
import { indexPath } from '../run/run-paths.ts';
import { NoRuns } from '../sides/no-runs.tsx';
import { openableRuns, RUNS_PATH, type RunsPage } from '../sides/run-words.ts';
import { SideList } from '../sides/side-list.tsx';
import { SidePair } from '../sides/side-pair.tsx';
import { ALL_TESTS, readSides, sidesAddress, type SidesRoute } from '../sides/sides-address.ts';
import { PartChoice } from './part-choice.tsx';
import { RunChoice } from './run-choice.tsx';
import { pairOf } from './run-pair.ts';

/** Two kept runs case by case: how sure a difference is, what changed, and both traces of a case. */
export function ComparePage({ query }: ViewParts): JSX.Element {
  const runs = useApi<RunsPage>(RUNS_PATH);
  return (
    <div class="report">
      <AwaitView loaded={runs} what="the runs">
        {(page) => {
          const listed = openableRuns(page);
          if (listed.length < 2)
            return (
              <main class="view">
                <NoRuns title="There are no two runs to compare yet." isView />
              </main>
            );
          const { before, after } = pairOf(listed, query);
          const route: SidesRoute = {
            ...readSides(query),
            runs: [before, after].filter((run) => run !== null),
          };
          return (
            <main class="page compare" data-opened={route.case === null ? undefined : ''}>
              <RunChoice runs={listed} before={before} after={after} />
              {before === null || after === null ? (
                <h1>Choose two runs.</h1>
              ) : (
                <Boundary key={`${before} ${after}`} what="the comparison">
                  <Compared route={route} />
                </Boundary>
              )}
            </main>
          );
        }}
      </AwaitView>
    </div>
  );
}

function Compared({ route }: { readonly route: SidesRoute }): JSX.Element {
  const [before = '', after = ''] = route.runs;
  const words = useKept<IndexComparison>(`sides/words?runs=${before},${after}`);
  const index = useKept<ReportIndex>(indexPath(after));
  return (
    <Await loaded={words} what="the comparison" isView>
      {(compared) => (
        <Await loaded={index} what="the run" isView>
          {(value) => <Reasons compared={compared} index={value} route={route} />}
        </Await>
      )}
    </Await>
  );
}

interface ReasonParts {
  readonly compared: IndexComparison;
  readonly index: ReportIndex;
  readonly route: SidesRoute;
}

function Reasons({ compared, index, route }: ReasonParts): JSX.Element {
  const items = useMemo(() => listItems(index), [index]);
  const { tone, headline, parts } = compared;
  // What changed most is listed before anything is chosen.
  const [worst] = parts.toSorted(
    (a, b) => b.worse.total + b.better.total - a.worse.total - a.better.total,
  );
  const listed: SidesRoute = {
    ...route,
    eval: route.eval ?? (worst?.kind === 'eval' ? worst.name : ALL_TESTS),
  };
  const addresses: Addresses = {
    format: ({ item, entry }, all) => {
      const owner = all.find(({ place }) => place === item);
      const change =
        owner?.kind === 'test'
          ? { eval: ALL_TESTS, case: owner.name }
          : { eval: owner?.name ?? null, case: entry };
      return sidesAddress('/compare', { ...route, show: null, query: '' }, change);
    },
    replace: replaceAddress,
    visit,
  };
  const closed = sidesAddress('/compare', listed, { case: null });
  return (
    <AddressContext.Provider value={addresses}>
      <header class="verdict-line">
        <h1 class={`verdict ${tone}`}>
          <VerdictSign verdict={tone} /> {headline}
        </h1>
        {parts.length < 2 ? null : <PartChoice parts={parts} route={listed} />}
      </header>
      <div class="page-left">
        {parts.length === 0 ? null : <SideList route={listed} base="/compare" />}
      </div>
      <div class="page-right">
        {route.case === null ? (
          <ComparedReasons compared={compared} items={items} />
        ) : (
          <SidePair
            key={route.case}
            route={listed}
            titles={[`before: run ${route.runs[0] ?? ''}`, `after: run ${route.runs[1] ?? ''}`]}
            closed={closed}
          />
        )}
      </div>
    </AddressContext.Provider>
  );
}
