import type { JSX } from 'preact';
import { formatCount, formatNumber } from '#reporters';
import { type ApiOverview, VIEW_PATHS } from '#schema';
import { Panel } from '../../components/panel.tsx';
import { useApi } from '../data/use-api.ts';
import { useShown } from '../data/use-shown.ts';
import { Await, Empty } from '../frame/states.tsx';
import type { ViewParts } from '../frame/view.ts';
import { Filters } from '../filters/filters.tsx';
import { RunningRuns } from '../running/running-runs.tsx';
import { useRunning } from '../running/use-running.ts';
import { LatestRun } from './latest-run.tsx';
import { RunChart } from './run-chart.tsx';

const FILTERS = ['suite', 'model', 'branch'] as const;

/** The first page: runs over time, how the newest one ended, and what to do next. */
export function OverviewPage({ query }: ViewParts): JSX.Element {
  const { runs, ended } = useRunning();
  const asked = new URLSearchParams();
  for (const key of FILTERS) {
    const value = query.get(key);
    if (value !== null) asked.set(key, value);
  }
  const overview = useShown(useApi<ApiOverview>(`overview?${asked.toString()}`, ended));
  return (
    <main class="view overview">
      <h1 class="unseen">Overview</h1>
      <RunningRuns runs={runs} />
      <Await loaded={overview} what="the runs">
        {(value) => <Overview overview={value} query={asked} />}
      </Await>
    </main>
  );
}

function Overview({
  overview,
  query,
}: {
  readonly overview: ApiOverview;
  readonly query: URLSearchParams;
}): JSX.Element {
  const { total, damaged, runs, fitting, latest, previous, choices } = overview;
  if (total === 0) return <NoRuns />;
  const { suites, models, branches } = choices;
  return (
    <>
      <div class="filters">
        <Filters
          path={VIEW_PATHS.overview}
          query={query}
          choices={[
            { key: 'suite', label: 'Suite', values: suites },
            { key: 'model', label: 'Model', values: models },
            { key: 'branch', label: 'Branch', values: branches },
          ]}
        />
        {damaged === 0 ? null : (
          <a class="warn small" href={VIEW_PATHS.runs}>
            {`! ${formatCount(damaged, 'run')} cannot be read`}
          </a>
        )}
      </div>
      {latest === null ? (
        <Empty
          title={
            query.size === 0 ? 'None of the kept runs can be read.' : 'No run fits this filter.'
          }
        >
          <p>
            <a href={query.size === 0 ? VIEW_PATHS.runs : VIEW_PATHS.overview}>Show all runs</a>
          </p>
        </Empty>
      ) : (
        <LatestRun
          latest={latest}
          previous={previous}
          chart={
            <Panel
              title={
                runs.length < fitting
                  ? `Newest ${formatNumber(runs.length)} of ${formatCount(fitting, 'run')}`
                  : formatCount(runs.length, 'run')
              }
              controls={<a href={VIEW_PATHS.runs}>All runs</a>}
              class="chart-panel"
            >
              <RunChart runs={runs} />
              {new Set(runs.map((run) => run.suites.join('\n'))).size < 2 ? null : (
                <p class="soft small">
                  Suites have a line each; that of the newest run is solid. Choose a suite above to
                  see it alone.
                </p>
              )}
            </Panel>
          }
        />
      )}
    </>
  );
}

function NoRuns(): JSX.Element {
  return (
    <Empty title="No run is kept in this project yet.">
      <p>
        <code>npx whichtool init</code> writes a suite and an example,{' '}
        <code>npx whichtool run</code> measures it and keeps the run. Then it is shown here.
      </p>
      <p class="soft">
        <code>npx whichtool serve --demo</code> shows an example without either.
      </p>
    </Empty>
  );
}
