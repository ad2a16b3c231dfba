import type { WorkerCounts } from '#run';
import type { Metric } from '../probes/format-metrics.ts';

const EVENTS: readonly (readonly [event: string, name: string, help: string])[] = [
  ['done', 'jobs_done_total', 'Results that were kept.'],
  ['late', 'jobs_late_total', 'Results that came after another one of the same job.'],
  ['failed', 'jobs_failed_total', 'Attempts that failed and are repeated or given up.'],
  ['given back', 'jobs_given_back_total', 'Jobs that were given back at the end.'],
  ['request', 'model_requests_total', 'Requests to models.'],
  ['paused', 'model_pauses_total', 'Pauses that providers asked for.'],
  ['refused', 'runs_refused_total', 'Runs that this machine cannot make.'],
];

/** What a worker has done. */
export function workerMetrics({ running, events }: WorkerCounts): readonly Metric[] {
  return [
    ['jobs_running', 'gauge', 'Jobs under way.', running],
    ...EVENTS.map(([event, name, help]): Metric => [name, 'counter', help, events.get(event) ?? 0]),
  ];
}
