import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { CLI } from './cli.ts';
import { type Running, start } from './driving.ts';
import { type Engine, startPostgres, startRedis } from './engines.ts';

/** Redis and PostgreSQL for a test. */
export interface Engines {
  readonly redis: Engine;
  readonly postgres: Engine;
  /** The flags that name both. */
  readonly flags: readonly string[];
  remove(): Promise<void>;
}

export async function startEngines(): Promise<Engines> {
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
  return {
    redis,
    postgres,
    flags: ['--queue', redis.url, '--store', postgres.url],
    remove: async () => {
      await Promise.all([redis.remove(), postgres.remove()]);
    },
  };
}

/** A line of the JSON log of a worker. */
export interface LogLine {
  readonly event: string;
  readonly run?: string;
  readonly place?: number;
  readonly at?: number;
  readonly why?: string;
  readonly address?: string;
}

/** A worker, as a process. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly log: () => readonly LogLine[];
}

export function startWorker(
  cwd: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): WorkerProcess {
  const args = ['worker', ...flags, '--log', 'json'];
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = new Promise<number | null>((done) => child.on('close', done));
  return {
    child,
    ended,
    log: () =>
      text
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as LogLine),
  };
}

/** Ends workers as an operator does, and returns their exit codes. */
export async function stopWorkers(
  workers: readonly WorkerProcess[],
): Promise<readonly (number | null)[]> {
  for (const { child } of workers) child.kill('SIGTERM');
  return Promise.all(workers.map(({ ended }) => ended));
}

/** A coordinator that prints its report as JSON. */
export function coordinate(cwd: string, args: readonly string[]): Running {
  return start(cwd, ['run', '--no-history', '--json', ...args]);
}

/** Waits until something is so; the limit is only for tests that fail. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 100_000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('waited in vain');
    await wait(20);
  }
}

/** The largest number of moments within any span of this length. */
export function mostWithin(moments: readonly number[], spanMs: number): number {
  const sorted = moments.toSorted((a, b) => a - b);
  let most = 0;
  for (let start = 0, end = 0; end < sorted.length; end++) {
    while ((sorted[end] as number) - (sorted[start] as number) >= spanMs) start += 1;
    most = Math.max(most, end - start + 1);
  }
  return most;
}
