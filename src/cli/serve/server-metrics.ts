import type { ServerStatus } from '#server';
import type { Metric } from '../probes/format-metrics.ts';

/** What a server has, and what it received. Without a status only the common figures are known. */
export function serverMetrics(status: ServerStatus | null): readonly Metric[] {
  if (status === null) return [];
  const { kept, running, received, isLiveFull } = status;
  return [
    ['runs_kept', 'gauge', 'Runs in the history of the project.', kept],
    ['runs_running', 'gauge', 'Runs of the project that are under way.', running],
    ['live_requests_total', 'counter', 'Requests of programs that send traces.', received.requests],
    ['live_refused_total', 'counter', 'Such requests that were turned away.', received.refused],
    ['live_spans_total', 'counter', 'Spans that were received.', received.spans],
    ['live_logs_total', 'counter', 'Log records that were received.', received.logs],
    ['live_rejected_total', 'counter', 'Spans and log records without a trace.', received.rejected],
    ['live_pruned_total', 'counter', 'Traces that were deleted for their age.', received.pruned],
    ['live_full', 'gauge', 'Whether no further trace can be taken now.', isLiveFull ? 1 : 0],
  ];
}
