import { metricValue, type MetricSpec, type MetricValue } from '../metric.ts';

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

/** What the metrics count, over all tools and servers, also those that a report does not list; null where the traces do not tell. */
export interface InspectionFigures {
  readonly calledTools: number;
  readonly unusedTools: number | null;
  readonly deniedCalls: number;
  readonly missingCalls: number;
  readonly unknownServers: number | null;
  readonly sharedNames: number;
}

/** The values of `INSPECTION_METRICS`, in their order. */
export function inspectionValues(figures: InspectionFigures): readonly (MetricValue | null)[] {
  const { calledTools, unusedTools, deniedCalls, missingCalls, unknownServers, sharedNames } =
    figures;
  return [calledTools, unusedTools, deniedCalls, missingCalls, unknownServers, sharedNames].map(
    (value) => (value === null ? null : metricValue('count', value)),
  );
}
