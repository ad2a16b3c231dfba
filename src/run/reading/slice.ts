import { existsSync } from 'node:fs';
import { compileScanner } from '#bulk';
import { type Issue, UserError } from '#core';
import type { Job, JobResult } from './job.ts';
import { ReadingWorker, type WorkerSetup, type WorkerState } from './reading-worker.ts';
import { canUseThreads, startThread } from './start-thread.ts';

/** Some jobs that one process reads, with all that it needs to read them. */
export interface Slice {
  readonly setup: Omit<WorkerSetup, 'module'>;
  readonly jobs: readonly Job[];
}

/** The result of a slice: one for each job, or why the job is unusable, and the sums of all. */
export interface SliceResult {
  readonly jobs: readonly (
    | { readonly result: JobResult }
    | { readonly result: null; readonly issues: readonly Issue[] }
  )[];
  readonly state: WorkerState;
}

/** Other processes that read slices. */
export interface SliceReaders {
  /** Has slices read, in any order; `take` is called once for each. */
  read(slices: readonly Slice[], take: (slice: Slice, result: SliceResult) => void): Promise<void>;
}

/** Reads a slice in a thread, or in this one where threads cannot be started; null where the signal ended it. */
export async function readSlice(
  { setup, jobs }: Slice,
  signal: AbortSignal,
): Promise<SliceResult | null> {
  const whole = { ...setup, module: compileScanner() };
  const reader = canUseThreads() ? startThread(whole, () => {}) : await startHere(whole);
  const stop = (): void => reader.stop();
  signal.addEventListener('abort', stop);
  try {
    const results: SliceResult['jobs'][number][] = [];
    for (const job of jobs) {
      if (signal.aborted) return null;
      try {
        results.push({ result: await reader.run(job) });
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        results.push({ result: null, issues: error.issues });
      }
    }
    return { jobs: results, state: await reader.finish() };
  } catch (error) {
    // A thread that is stopped reports that it ended.
    if (signal.aborted) return null;
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    reader.stop();
  }
}

async function startHere(
  setup: WorkerSetup,
): Promise<{ run(job: Job): Promise<JobResult>; finish(): Promise<WorkerState>; stop(): void }> {
  const worker = await ReadingWorker.start(setup, () => {});
  return {
    run: (job) => worker.run(job),
    finish: async () => ({ counted: null, worker: worker.finish() }),
    stop: () => {},
  };
}

/** Whether a file is a database with changes in a second file, which a slice does not name. */
export function hasWriteAheadLog(path: string): boolean {
  return existsSync(`${path}-wal`);
}
