import { resolve } from 'node:path';

import { type DriveOptions, liveFolder, runError } from '#run';
import type { Suite } from '#suite';
import { parseConcurrency, parseMaxCost } from './shared-values.ts';
import { type Flag, parseWholeNumber } from './values.ts';

/** The flags that concern runs which are made, as commander gives them. */
export interface DriveFlags {
  readonly record?: string;
  readonly replay?: string;
  readonly onlyMissing?: true;
  readonly resume?: true;
  readonly maxCost?: string;
  readonly seed?: string;
  readonly dryRun?: true;
  readonly concurrency?: string;
  /** Runs that are made again and again are made only where something changed. */
  readonly watch?: true;
  readonly queue?: string;
  readonly store?: string;
  readonly runId?: string;
}

/** How many runs are under way at once, by default. */
const CONCURRENCY = 4;

/** What the flags say about runs that are made, and about what they may cost. */
export type Driving = Omit<DriveOptions, 'listen' | 'onProgress' | 'onNote' | 'noExecution'> & {
  readonly maxCost: number | null;
};

/** How runs are made, by the flags; what they ask for together must fit. */
export function parseDriveFlags(flags: DriveFlags, suites: readonly Suite[], cwd: string): Driving {
  const { record, replay } = flags;
  if (replay !== undefined) {
    const other = (['record', 'onlyMissing', 'resume', 'maxCost'] as const).find(
      (flag) => flags[flag] !== undefined,
    );
    if (other !== undefined)
      throw runError('FLAG_DRIVE', `--replay makes no run, so ${NAMES[other]} has no effect`);
  }
  if (flags.onlyMissing && record === undefined)
    throw runError('FLAG_DRIVE', '--only-missing goes with --record');
  const folder = replay ?? record;
  if (folder === '')
    throw runError('FLAG_DRIVE', '--record and --replay need the name of a folder');
  return {
    folder: folder === undefined ? liveFolder(suites, cwd) : resolve(cwd, folder),
    isReplay: replay !== undefined,
    keepsFresh: [flags.onlyMissing, flags.resume, flags.watch].includes(true),
    concurrency: parseConcurrency(flags.concurrency) ?? CONCURRENCY,
    maxCost: parseMaxCost(flags.maxCost),
  };
}

const NAMES = {
  record: '--record',
  onlyMissing: '--only-missing',
  resume: '--resume',
  maxCost: '--max-cost',
} as const;

const MAX_SEED = 999_999_999_999_999;

/** The sampling seed of agents, by `--seed n`; null without the flag. */
export function parseSeed(text: string | undefined): number | null {
  const flag: Flag = { name: '--seed', code: 'FLAG_DRIVE' };
  return text === undefined ? null : parseWholeNumber(flag, text, 0, MAX_SEED);
}
