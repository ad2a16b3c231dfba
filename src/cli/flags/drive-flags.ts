import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type Issue, UserError } from '#core';
import type { DriveOptions } from '#run';
import { agentKind, honours } from '#schema';
import { stateFolder } from '#store';
import type { Suite } from '#suite';
import { parseConcurrency } from './concurrency-flag.ts';

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
      throw refuse(`--replay makes no run, so ${NAMES[other]} has no effect`);
  }
  if (flags.onlyMissing && record === undefined) throw refuse('--only-missing goes with --record');
  const given = replay ?? record;
  if (given === '') throw refuse('--record and --replay need the name of a folder');
  return {
    folder: given === undefined ? liveFolder(suites, cwd) : resolve(cwd, given),
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

/** Where the runs of these suites are kept while they are made, for `--resume`. */
function liveFolder(suites: readonly Suite[], cwd: string): string {
  const files = suites.map(({ file }) => file).sort();
  const key = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  return join(stateFolder(suites[0]?.root ?? cwd), 'live', key);
}

/** Suites whose agents sample with another seed. */
export function applySeed(suites: readonly Suite[], text: string | undefined): readonly Suite[] {
  if (text === undefined) return suites;
  if (!/^\d{1,15}$/.test(text)) throw refuse(`--seed ${text}: write a whole number from 0`);
  const seed = Number(text);
  const reseed = <T extends Suite['tests'][number] | Suite['evals'][number]>(plan: T): T => {
    if (plan.drive === null) return plan;
    const { agent } = plan.drive;
    if (!honours(agentKind(agent.document, agent.model), 'flag', '--seed')) return plan;
    const document = { ...agent.document, seed };
    return { ...plan, drive: { ...plan.drive, agent: { ...agent, document } } };
  };
  return suites.map((suite) => ({
    ...suite,
    tests: suite.tests.map(reseed),
    evals: suite.evals.map(reseed),
  }));
}

export function parseMaxCost(text: string | undefined): number | null {
  if (text === undefined) return null;
  const cost = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  if (cost > 0) return cost;
  throw refuse(`--max-cost ${text}: write an amount above 0, such as 2.50`);
}

function refuse(message: string): UserError {
  const issue: Issue = { code: 'FLAG_DRIVE', severity: 'error', message, where: null };
  return new UserError([issue]);
}
