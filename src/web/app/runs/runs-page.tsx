import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount, formatNumber, LABELS, VERDICTS } from '#reporters';
import { type ApiRunPage, VIEW_PATHS } from '#schema';
import { Button } from '../../components/button.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { replaceAddress, visit } from '../address/use-address.ts';
import { useApi } from '../data/use-api.ts';
import { useShown } from '../data/use-shown.ts';
import { Filters, withFilter } from '../filters/filters.tsx';
import { Await, Empty } from '../frame/states.tsx';
import type { ViewParts } from '../frame/view.ts';
import { useRunning } from '../running/use-running.ts';
import { RunningRuns } from '../running/running-runs.tsx';
import { RunsTable } from './runs-table.tsx';
import { togglePair } from './toggle-pair.ts';

const KEYS = ['suite', 'branch', 'verdict', 'name', 'cursor'] as const;

/** The kept runs of the project, the newest first, filtered by the address. Each opens; two can be compared. */
export function RunsPage({ query }: ViewParts): JSX.Element {
  const { runs, ended } = useRunning();
  const asked = new URLSearchParams();
  for (const key of KEYS) {
    const value = query.get(key);
    if (value !== null) asked.set(key, value);
  }
  const page = useShown(useApi<ApiRunPage>(`runs?${asked.toString()}`, ended));
  const [pair, setPair] = useState<readonly number[]>([]);
  return (
    <main class="view runs-view">
      <div class="view-head">
        <h1>Runs</h1>
        <CompareButton pair={pair} />
      </div>
      <RunningRuns runs={runs} />
      <Await loaded={page} what="the runs">
        {(value) => (
          <Runs
            page={value}
            query={asked}
            pair={pair}
            onToggle={(id) => setPair((before) => togglePair(before, id))}
          />
        )}
      </Await>
    </main>
  );
}

/** Says what to do until two runs are chosen. */
function CompareButton({ pair }: { readonly pair: readonly number[] }): JSX.Element {
  const [before, after] = pair.toSorted((a, b) => a - b);
  if (before === undefined || after === undefined)
    return (
      <span class="soft small" role="status">
        {before === undefined
          ? 'Tick two runs to compare them'
          : `#${before} is ticked: tick another`}
      </span>
    );
  return (
    <a class="button primary" href={`/compare?before=${before}&after=${after}`}>
      {`Compare #${before} with #${after}`}
    </a>
  );
}

interface RunsParts {
  readonly page: ApiRunPage;
  readonly query: URLSearchParams;
  readonly pair: readonly number[];
  readonly onToggle: (id: number) => void;
}

function Runs({ page, query, pair, onToggle }: RunsParts): JSX.Element {
  const { total, kept, next, items, choices } = page;
  const cursor = query.get('cursor') ?? '0';
  if (kept === 0)
    return (
      <Empty title="No run is kept in this project yet.">
        <p>
          <code>whichtool run</code> keeps each of its runs.
        </p>
      </Empty>
    );
  const address = (key: string, value: string): string =>
    withFilter(VIEW_PATHS.runs, query, key, value);
  return (
    <>
      <div class="filters">
        <SearchField
          label="Number or name"
          value={query.get('name') ?? ''}
          onInput={(value) => replaceAddress(address('name', value))}
        />
        <Filters
          path={VIEW_PATHS.runs}
          query={query}
          choices={[
            { key: 'suite', label: 'Suite', values: choices.suites },
            { key: 'branch', label: 'Branch', values: choices.branches },
            { key: 'verdict', label: 'Verdict', values: VERDICTS, wordsOf: LABELS },
          ]}
        />
        <span class="soft small" role="status">
          {total === kept
            ? `${formatCount(total, 'run')}, the newest first`
            : `${formatNumber(total)} of ${formatCount(kept, 'run')}`}
        </span>
      </div>
      {total === 0 ? (
        <Empty title="No run fits this filter.">
          <p>
            <a href={VIEW_PATHS.runs}>Show all runs</a>
          </p>
        </Empty>
      ) : (
        <RunsTable runs={items} pair={pair} onToggle={onToggle} />
      )}
      {cursor === '0' && next === null ? null : (
        <nav class="pages" aria-label="Pages">
          <Button disabled={cursor === '0'} onClick={() => visit(address('cursor', ''))}>
            Newest
          </Button>
          <Button disabled={next === null} onClick={() => visit(address('cursor', next ?? ''))}>
            Older
          </Button>
        </nav>
      )}
    </>
  );
}
