import { CALL_STATUS, OFFERED_TOOLS } from '../calls/call-checker.ts';
import { metricValue, type MetricSpec, type MetricValue } from '../metrics/metric.ts';
import type { Gap } from '../scoring/scorer.ts';

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

/** What the metrics count, over all tools and servers, also those that a report does not list. */
export interface InspectionFigures {
  readonly calledTools: number;
  readonly unusedTools: number;
  readonly deniedCalls: number;
  readonly missingCalls: number;
  readonly unknownServers: number;
  readonly sharedNames: number;
  /** How many runs do not record the status of every call, how every call ended, and the tools that were offered. */
  readonly withoutStatus: number;
  readonly withoutOutcome: number;
  readonly withoutTools: number;
  /** How many runs have calls, and do not record the servers of the tools that were offered. */
  readonly withoutServers: number;
  /** How many runs are partial. */
  readonly partial: number;
}

/** The values of `INSPECTION_METRICS`, in their order; null where something is missing. */
export function inspectionValues(figures: InspectionFigures): readonly (MetricValue | null)[] {
  const gaps = inspectionGaps(figures);
  const { calledTools, unusedTools, deniedCalls, missingCalls, unknownServers, sharedNames } =
    figures;
  return [calledTools, unusedTools, deniedCalls, missingCalls, unknownServers, sharedNames].map(
    (value, i) => (gaps[i] === null ? metricValue('count', value) : null),
  );
}

/** Why some of `INSPECTION_METRICS` are not measured, in their order. */
export function inspectionGaps(figures: InspectionFigures): readonly (Gap | null)[] {
  const { withoutStatus, withoutOutcome, withoutTools, withoutServers, partial } = figures;
  const gap = (runs: number, needs: string, low: number): Gap | null => {
    if (runs === 0 && partial === 0) return null;
    const gap = { runs, needs, low: metricValue('count', low), high: null };
    return partial === 0 ? gap : { ...gap, partial };
  };
  return [
    gap(0, '', figures.calledTools),
    // What seems unused may have been called where nothing was observed.
    gap(withoutTools, OFFERED_TOOLS, partial === 0 ? figures.unusedTools : 0),
    gap(withoutOutcome, CALL_STATUS, figures.deniedCalls),
    gap(withoutStatus, CALL_STATUS, figures.missingCalls),
    // A server that seems unknown may have offered a tool where nothing is recorded.
    gap(
      withoutServers,
      'the servers of the tools that were offered',
      withoutServers === 0 ? figures.unknownServers : 0,
    ),
    gap(0, '', figures.sharedNames),
  ];
}
