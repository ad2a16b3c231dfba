import type { JSX } from 'preact';
import { formatCount } from '#reporters';
import type { ApiEntryTrend, EntrySummary, MetricSummary } from '#schema';
import { MetricRow, PassingRow } from './metric-row.tsx';

/** The metrics of a test or an eval: those with a gate, and the others behind a fold. */
export function MetricTable({ entry, trend }: EntryParts): JSX.Element {
  const { metrics } = entry;
  const gated = metrics.filter(({ gates }) => gates.length > 0);
  const others = metrics.filter(({ gates }) => gates.length === 0);
  const rows = (listed: readonly MetricSummary[]): readonly JSX.Element[] =>
    listed.map((metric) => (
      <MetricRow
        key={metric.id}
        metric={metric}
        trend={trend?.metrics[metrics.indexOf(metric)] ?? []}
      />
    ));
  return (
    <>
      <table class="metric-table">
        <caption class="unseen">Metrics</caption>
        <Titles />
        <tbody>
          <PassingRow entry={entry} trend={trend?.passing ?? []} />
          {rows(gated)}
        </tbody>
      </table>
      {others.length === 0 ? null : (
        <details class="more">
          <summary>{`${formatCount(others.length, 'metric')} without a gate`}</summary>
          <table class="metric-table">
            <caption class="unseen">Metrics without a gate</caption>
            <Titles />
            <tbody>{rows(others)}</tbody>
          </table>
        </details>
      )}
    </>
  );
}

/** A test or an eval of the newest run, and its figures in the runs before. */
export interface EntryParts {
  readonly entry: EntrySummary;
  readonly trend: ApiEntryTrend | undefined;
}

function Titles(): JSX.Element {
  return (
    <thead>
      <tr>
        <th scope="col">metric</th>
        <th scope="col" class="number">
          value
        </th>
        <th scope="col" colSpan={2}>
          95 % interval
        </th>
        <th scope="col">needs</th>
        <th scope="col">earlier runs</th>
      </tr>
    </thead>
  );
}
