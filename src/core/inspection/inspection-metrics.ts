import { metricValue, type MetricSpec, type MetricValue } from '../metric.ts';
import type { Inspected } from './inspector.ts';

function count(id: string, summary: string): MetricSpec {
  return { id, unit: 'count', better: 'lower', proportion: false, summary };
}

/** Figures of all traces together that are not sums over runs: only `inspect` has and gates them. */
export const INSPECTION_METRICS: readonly MetricSpec[] = [
  count('called.tools', 'different tools that were called'),
  count('unused.tools', 'tools that were offered and never called'),
  count('denied.calls', 'calls that were refused before they ran'),
  count('missing.calls', 'calls without a result, though others have one'),
  count('unknown.servers', 'servers that were called and offered no tool'),
  count('shared.names', 'tool names that several servers have'),
];

/** The values of `INSPECTION_METRICS`, in their order; null where the traces do not tell. */
export function inspectionValues(inspected: Inspected): readonly (MetricValue | null)[] {
  const { tools, unused, servers, sharedNames } = inspected;
  const sum = (pick: (use: (typeof tools.items)[number]) => number): number =>
    tools.items.reduce((total, use) => total + pick(use), 0);
  const told = servers.items.some(({ offered }) => offered !== null);
  const unknown = servers.items.filter(
    ({ server, offered }) => server !== null && offered === false,
  );
  return [
    metricValue('count', tools.total),
    unused === null ? null : metricValue('count', unused.total),
    metricValue(
      'count',
      sum(({ denied }) => denied),
    ),
    metricValue(
      'count',
      sum(({ missing }) => missing),
    ),
    told ? metricValue('count', unknown.length) : null,
    metricValue('count', sharedNames.total),
  ];
}
