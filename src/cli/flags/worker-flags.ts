import { runError, type WorkersOptions, WorkersSession } from '#run';
import type { Suite } from '#suite';
import { VERSION } from '../output/version.ts';
import { type DriveFlags, parseSeed } from './drive-flags.ts';
import { parseMaxCost } from './shared-values.ts';

const RUN_ID = /^[\w.-]{1,64}$/;

/** Flags that workers cannot honour, or that have no meaning beside them. */
const EXCLUDED = {
  replay: 'it makes no run',
  resume: 'the same command goes on with an interrupted run',
  onlyMissing: 'workers make all runs',
  watch: 'it makes runs again and again',
} as const;

/** The workers that make the runs, by `--queue`; null without it. */
export function openWorkers(
  flags: DriveFlags,
  suites: readonly Suite[],
  { onNote, listen }: Pick<WorkersOptions, 'onNote' | 'listen'>,
): WorkersSession | null {
  const { queue, store, runId } = flags;
  if (queue === undefined) {
    const idle = store === undefined ? '--run-id' : '--store';
    if (store !== undefined || runId !== undefined)
      throw runError('FLAG_QUEUE', `${idle} goes with --queue`);
    return null;
  }
  if (store === undefined)
    throw runError('FLAG_QUEUE', '--queue needs --store: workers keep their results there');
  if (runId !== undefined && !RUN_ID.test(runId))
    throw runError('FLAG_QUEUE', '--run-id is not 1 to 64 letters, digits, dots and dashes');
  for (const [flag, why] of Object.entries(EXCLUDED))
    if (flags[flag as keyof typeof EXCLUDED] !== undefined)
      throw runError('FLAG_QUEUE', `${nameOf(flag)} does not go with --queue: ${why}`);
  return new WorkersSession({
    queue,
    store,
    runId: runId ?? null,
    suites,
    cwd: process.cwd(),
    version: VERSION,
    seed: parseSeed(flags.seed),
    maxCost: parseMaxCost(flags.maxCost),
    onNote,
    listen,
  });
}

function nameOf(flag: string): string {
  return `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
