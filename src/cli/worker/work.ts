import { optimizeLate } from '#platform';
import { EXIT, JobWorker, WorkerLog, whyNoExecution } from '#run';
import { parseConcurrency } from '../flags/shared-values.ts';
import { parseChoice, parseWholeNumber } from '../flags/values.ts';
import { LineBuffer } from './line-buffer.ts';
import { formatMetrics } from '../probes/format-metrics.ts';
import { parseProbePort, type ProbeFlags, startProbes } from '../probes/probes.ts';
import { workerMetrics } from './worker-metrics.ts';
import { untilStopped } from '../output/until-stopped.ts';
import { VERSION } from '../output/version.ts';

/** The flags of `worker` as commander gives them. */
export interface WorkerFlags extends ProbeFlags {
  readonly queue: string;
  readonly store: string;
  readonly traces?: readonly string[];
  readonly concurrency?: string;
  readonly lease: string;
  readonly drain: string;
  readonly log: string;
  readonly exec?: boolean;
}

const SLOTS = 4;
const MAX_SECONDS = 86_400;

/** Takes jobs until the process is stopped; that is a usual end. */
export async function work(flags: WorkerFlags): Promise<number> {
  const secondsOf = (name: string, text: string, min: number): number =>
    parseWholeNumber({ name, code: 'FLAG_QUEUE' }, text, min, MAX_SECONDS) * 1000;
  const form = parseChoice({ name: '--log', code: 'FLAG_QUEUE' }, flags.log, ['text', 'json']);
  const port = parseProbePort(flags);
  // A worker waits most of the time: optimizing code took more CPU than it saved in the first thousands of jobs.
  optimizeLate();
  const lines = new LineBuffer((text) => void process.stderr.write(text));
  const log = new WorkerLog((line) => lines.write(line), form === 'json');
  const worker = await JobWorker.open({
    queue: flags.queue,
    store: flags.store,
    cwd: process.cwd(),
    folders: flags.traces ?? [],
    version: VERSION,
    slots: parseConcurrency(flags.concurrency) ?? SLOTS,
    leaseMs: secondsOf('--lease', flags.lease, 1),
    drainMs: secondsOf('--drain', flags.drain, 0),
    noExecution: whyNoExecution(flags.exec),
    log,
  });
  const probed = {
    isReady: () => worker.isReady,
    metrics: () => formatMetrics('worker', VERSION, worker.isReady, workerMetrics(log.counts)),
  };
  const probes = port === null ? null : await startProbes(probed, port, flags.metricsHost);
  if (probes !== null) log.write('probes', { address: probes.address });
  try {
    await untilStopped((signal) => worker.run(signal));
  } finally {
    lines.flush();
    probes?.close();
  }
  return EXIT.ok;
}
