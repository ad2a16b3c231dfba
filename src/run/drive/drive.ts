import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { ScorerCompiler, UserError } from '#core';
import { type Budget, LEXICAL_NOTE } from '#drivers';
import { removeAbandoned } from '#platform';
import { readCassetteNotes } from './cassette.ts';
import { Drivers } from './drivers.ts';
import type { DriveJob } from './drive-job.ts';
import type { OnDriveProgress } from './drive-meter.ts';
import { driveRuns } from './drive-runs.ts';
import { EarlyStop } from './early-stop.ts';
import { collectRuns, type Driven, eachOf } from './collect-runs.ts';
import { explainChange } from './fingerprint.ts';
import { foldersOf, lockRuns } from './lock-runs.ts';
import { type DriveSelection, planDrive } from './plan-drive.ts';
import { runError } from '../issues/run-codes.ts';

/** Other processes that make runs. */
export interface RunWorkers {
  drive(
    selection: Omit<DriveSelection, 'folder'>,
    options: DriveOptions,
    compiler: ScorerCompiler,
  ): Promise<Driven | null>;
}

/** How runs are made, kept and taken from where they were kept. */
export interface DriveOptions {
  /** Where cassettes are written, or only read. */
  readonly folder: string;
  /** Nothing is started and no model is asked: only what was kept counts. */
  readonly isReplay: boolean;
  /** What was kept before and is not stale is not made again. */
  readonly keepsFresh: boolean;
  readonly concurrency: number;
  /** Why no program may be started, no module loaded and no variable sent; null where that is allowed. */
  readonly noExecution: string | null;
  /** Asked for when the first run is about to begin; ends everything that is under way. */
  readonly listen: () => AbortSignal;
  readonly onProgress: OnDriveProgress;
  /** Called with what must be said beside the results. */
  readonly onNote: (note: string) => void;
  /** Workers that make the runs instead of this process. */
  readonly workers?: RunWorkers;
}

/** Makes the runs that no recorded trace represents, or finds them where they were kept. */
export async function drive(
  selection: Omit<DriveSelection, 'folder'>,
  options: DriveOptions,
  compiler: ScorerCompiler,
  command: Budget | null,
): Promise<Driven | null> {
  if (options.workers !== undefined) return options.workers.drive(selection, options, compiler);
  const jobs = await planDrive({ ...selection, folder: options.folder });
  if (jobs.length === 0) return null;
  if (options.isReplay && !existsSync(options.folder)) throw nothingToReplay(options.folder);
  if (jobs.some(({ plan }) => plan.agent.model === 'lexical')) options.onNote(LEXICAL_NOTE);
  const stop = new EarlyStop(selection.tests, jobs, compiler);
  if (options.isReplay) return collectRuns(eachOf(jobs), { stop, replayed: options.folder });
  // Heard from before the lock is taken, so that it is always given back.
  const signal = options.listen();
  const lock = await lockRuns(foldersOf(jobs), options.folder, jobs[0]?.suite.root ?? '');
  if (!lock.ok)
    return collectRuns(eachOf(jobs), { stop, issues: [lock.issue], isUnmade: () => true });
  const drivers = new Drivers(options, command);
  try {
    removeDrafts(jobs);
    const toMake = options.keepsFresh ? await withoutFresh(jobs, drivers, stop, signal) : jobs;
    // An agent that cannot be used is reported before another one spends anything.
    for (const job of toMake) await drivers.open(job);
    const { kept, issues } = await driveRuns(toMake, {
      concurrency: options.concurrency,
      signal,
      onProgress: options.onProgress,
      open: (job) => drivers.open(job),
      userOf: (job) => drivers.userOf(job),
      isNeedless: (job) => stop.isBeyond(job.key),
      // What was kept before must not be taken for what is made now, by a resumed run neither.
      onFirst: () => removeCassettes(toMake),
      onKept: (job) => stop.add(job),
    });
    const unmade = new Set(toMake.filter((job) => !kept.has(job)));
    return await collectRuns(eachOf(jobs), {
      stop,
      issues,
      isUnmade: (job) => unmade.has(job),
      isInterrupted: signal.aborted,
    });
  } finally {
    await drivers.close();
    lock.release();
  }
}

/** Half-written cassettes of a process that was killed; no other process writes here now. */
function removeDrafts(jobs: readonly DriveJob[]): void {
  for (const folder of foldersOf(jobs)) removeAbandoned(folder, '.whichtool-', 0, new Date());
}

async function removeCassettes(jobs: readonly DriveJob[]): Promise<void> {
  // One that cannot be removed cannot be written either, which is reported.
  await Promise.allSettled(jobs.map(({ path }) => rm(path, { force: true })));
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
      notes.isAsWritten !== false &&
      explainChange(notes.fingerprint, job.fingerprint).length === 0 &&
      (notes.catalog === null || notes.catalog === (await drivers.catalogOf(job, signal)));
    if (isFresh) await stop.add(job);
    else toMake.push(job);
  }
  return toMake;
}

/** A name that is wrong, rather than runs that are missing. */
function nothingToReplay(folder: string): UserError {
  return runError('CASSETTE_MISSING', 'there is no such folder to replay', {
    where: { file: folder },
    hint: 'runs are recorded there with --record <folder>',
  });
}
