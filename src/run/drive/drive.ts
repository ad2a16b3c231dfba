import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Issue, UserError } from '#core';
import { lockFile } from '#platform';
import { readCassetteNotes } from './cassette.ts';
import type { ScorerCompiler } from '../scorer-compiler.ts';
import { Drivers } from './drivers.ts';
import { type DriveJob, formatKey } from './drive-job.ts';
import type { OnDriveProgress } from './drive-meter.ts';
import { driveRuns } from './drive-runs.ts';
import { EarlyStop } from './early-stop.ts';
import { explainChange } from './fingerprint.ts';
import { type DriveSelection, planDrive } from './plan-drive.ts';

/** How runs are made, kept and taken from where they were kept. */
export interface DriveOptions {
  /** Where cassettes are written, or only read. */
  readonly folder: string;
  /** Nothing is started and nobody is asked: only what was kept counts. */
  readonly isReplay: boolean;
  /** What was kept before and is not stale is not made again. */
  readonly keepsFresh: boolean;
  readonly concurrency: number;
  readonly maxCost: number | null;
  /** Programs may be started and modules loaded. */
  readonly mayExecute: boolean;
  /** Asked for when the first run is about to begin; ends everything that is under way. */
  readonly listen: () => AbortSignal;
  readonly onProgress: OnDriveProgress;
}

/** The runs of a test: fewer than were planned where those decided its gates. */
interface DrivenRuns {
  needed: number;
  planned: number;
}

/** The runs that were made or kept: files by test or eval, and what is to be said about them. */
export interface Driven {
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** How many runs of a test there must be, and how many were planned. */
  readonly runs: ReadonlyMap<string, DrivenRuns>;
  readonly issues: readonly Issue[];
  readonly isInterrupted: boolean;
}

/** Makes the runs that no recorded trace stands for, or finds them where they were kept. */
export async function drive(
  selection: Omit<DriveSelection, 'folder'>,
  options: DriveOptions,
  compiler: ScorerCompiler,
): Promise<Driven | null> {
  const jobs = await planDrive({ ...selection, folder: options.folder });
  if (jobs.length === 0) return null;
  const stop = new EarlyStop(selection.tests, jobs, compiler);
  if (options.isReplay) return collect(jobs, false, [], stop);
  mkdirSync(options.folder, { recursive: true });
  const unlock = await lockFolder(options.folder);
  const drivers = new Drivers(options);
  const signal = options.listen();
  try {
    const toMake = options.keepsFresh ? await withoutFresh(jobs, drivers, stop, signal) : jobs;
    const issues = await driveRuns(toMake, {
      concurrency: options.concurrency,
      signal,
      onProgress: options.onProgress,
      open: (job) => drivers.open(job),
      isNeedless: (job) => stop.isBeyond(job.key),
      onKept: (job) => stop.add(job),
    });
    return await collect(jobs, signal.aborted, issues, stop);
  } finally {
    await drivers.close();
    unlock();
  }
}

/** Long enough to take over the lock of a process that was killed. */
const LOCK_PATIENCE_MS = 2000;

async function lockFolder(folder: string): Promise<() => void> {
  try {
    return await lockFile(join(folder, '.lock'), LOCK_PATIENCE_MS);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EBUSY') throw error;
    throw new UserError([
      {
        code: 'RUN_LOCKED',
        severity: 'error',
        message: 'another whichtool process is making these runs',
        where: { file: join(folder, '.lock') },
        hint: 'wait for it, or remove that file if there is none',
      },
    ]);
  }
}

/** The jobs of which no run was kept, or one that is stale or failed. */
async function withoutFresh(
  jobs: readonly DriveJob[],
  drivers: Drivers,
  stop: EarlyStop,
  signal: AbortSignal,
): Promise<readonly DriveJob[]> {
  const toMake: DriveJob[] = [];
  for (const job of jobs) {
    const notes = await readCassetteNotes(job.path);
    const isFresh =
      notes !== null &&
      notes.error === null &&
      explainChange(notes.fingerprint, job.fingerprint).length === 0 &&
      (notes.catalog === null || notes.catalog === (await drivers.catalogOf(job, signal)));
    if (isFresh) await stop.add(job);
    else toMake.push(job);
  }
  return toMake;
}

/** The files of the runs that count, and why others are missing. */
async function collect(
  jobs: readonly DriveJob[],
  isInterrupted: boolean,
  issues: readonly Issue[],
  stop: EarlyStop,
): Promise<Driven> {
  const files = new Map<string, string[]>();
  const found: Issue[] = [...issues];
  const runs = new Map<string, DrivenRuns>();
  let stale = 0;
  for (const job of jobs) {
    let own = files.get(job.key.name);
    if (own === undefined) files.set(job.key.name, (own = []));
    const count = runs.get(job.key.name) ?? { needed: 0, planned: 0 };
    if (job.key.kind === 'test') runs.set(job.key.name, count);
    count.planned++;
    if (stop.isBeyond(job.key)) continue;
    count.needed++;
    const notes = await readCassetteNotes(job.path);
    if (notes === null) continue;
    const changes = explainChange(notes.fingerprint, job.fingerprint);
    if (changes.length > 0) {
      if (++stale <= STALE_LISTED) found.push(staleIssue(job, changes));
      continue;
    }
    own.push(job.path);
    await stop.add(job);
    for (const issue of notes.issues) {
      found.push({ ...issue, message: `${formatKey(job.key)}: ${issue.message}` });
    }
  }
  if (stale > STALE_LISTED) found.push(moreStale(stale - STALE_LISTED));
  return { files, runs, issues: found, isInterrupted };
}

const STALE_LISTED = 20;
const RECORD_AGAIN = 'record again with --record <folder> --only-missing';

function staleIssue({ key, suite, path }: DriveJob, changes: readonly string[]): Issue {
  const what = changes.join(', ');
  return {
    code: 'CASSETTE_STALE',
    severity: 'error',
    message: `${formatKey(key)}: ${what} changed since it was recorded`,
    where: { file: path.startsWith(suite.root) ? path.slice(suite.root.length + 1) : path },
    hint: RECORD_AGAIN,
  };
}

function moreStale(count: number): Issue {
  const message = `and ${count} more recorded runs are stale`;
  return { code: 'CASSETTE_STALE', severity: 'error', message, where: null, hint: RECORD_AGAIN };
}
