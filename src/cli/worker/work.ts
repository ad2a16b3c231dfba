import { EXIT, JobWorker, WorkerLog, whyNoExecution } from '#run';
import { parseConcurrency } from '../flags/shared-values.ts';
import { parseChoice, parseWholeNumber } from '../flags/values.ts';
import { startProbes } from './probes.ts';
import { untilStopped } from '../output/until-stopped.ts';
import { VERSION } from '../output/version.ts';

/** The flags of `worker` as commander gives them. */
export interface WorkerFlags {
  readonly queue: string;
  readonly store: string;
  readonly concurrency?: string;
  readonly lease: string;
  readonly drain: string;
  readonly metricsPort?: string;
  readonly metricsHost: string;
  readonly log: string;
  readonly exec?: boolean;
}

const SLOTS = 4;
const MAX_SECONDS = 86_400;
const MAX_PORT = 65_535;

/** Takes jobs until the process is stopped; that is a usual end. */
export async function work(flags: WorkerFlags): Promise<number> {
  const secondsOf = (name: string, text: string, min: number): number =>
    parseWholeNumber({ name, code: 'FLAG_QUEUE' }, text, min, MAX_SECONDS) * 1000;
  const form = parseChoice({ name: '--log', code: 'FLAG_QUEUE' }, flags.log, ['text', 'json']);
  const port =
    flags.metricsPort === undefined
      ? null
      : parseWholeNumber(
          { name: '--metrics-port', code: 'FLAG_PORT' },
          flags.metricsPort,
          0,
          MAX_PORT,
        );
  const log = new WorkerLog((line) => void process.stderr.write(`${line}\n`), form === 'json');
  const worker = await JobWorker.open({
    queue: flags.queue,
    store: flags.store,
    cwd: process.cwd(),
    version: VERSION,
    slots: parseConcurrency(flags.concurrency) ?? SLOTS,
    leaseMs: secondsOf('--lease', flags.lease, 1),
    drainMs: secondsOf('--drain', flags.drain, 0),
    noExecution: whyNoExecution(flags.exec),
    log,
  });
  const source = { isReady: () => worker.isReady, counts: () => log.counts, version: VERSION };
  const probes = port === null ? null : await startProbes(source, port, flags.metricsHost);
  if (probes !== null) log.write('probes', { address: probes.address });
  try {
    await untilStopped((signal) => worker.run(signal));
  } finally {
    probes?.close();
  }
  return EXIT.ok;
}
