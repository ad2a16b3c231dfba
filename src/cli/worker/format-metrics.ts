import type { WorkerCounts } from '#run';

const EVENTS: readonly (readonly [event: string, name: string, help: string])[] = [
  ['done', 'jobs_done_total', 'Results that were kept.'],
  ['late', 'jobs_late_total', 'Results that came after another one of the same job.'],
  ['failed', 'jobs_failed_total', 'Attempts that failed and are repeated or given up.'],
  ['given back', 'jobs_given_back_total', 'Jobs that were given back at the end.'],
  ['request', 'model_requests_total', 'Requests to models.'],
  ['paused', 'model_pauses_total', 'Pauses that providers asked for.'],
  ['refused', 'runs_refused_total', 'Runs that this machine cannot make.'],
];

/** The counts of a worker in the text format of Prometheus. */
export function formatMetrics(
  { running, events }: WorkerCounts,
  version: string,
  isReady: boolean,
): string {
  const lines = [
    ...metric('info', 'gauge', 'The version of whichtool.', `{version="${version}"} 1`),
    ...metric('ready', 'gauge', 'Whether the queue and the store answer.', ` ${isReady ? 1 : 0}`),
    ...metric('jobs_running', 'gauge', 'Jobs under way.', ` ${running}`),
    ...EVENTS.flatMap(([event, name, help]) =>
      metric(name, 'counter', help, ` ${events.get(event) ?? 0}`),
    ),
    ...metric(
      'memory_bytes',
      'gauge',
      'Resident memory of the process.',
      ` ${process.memoryUsage.rss()}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function metric(name: string, type: string, help: string, value: string): readonly string[] {
  const full = `whichtool_worker_${name}`;
  return [`# HELP ${full} ${help}`, `# TYPE ${full} ${type}`, `${full}${value}`];
}
