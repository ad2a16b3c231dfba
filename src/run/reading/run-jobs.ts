import { UserError } from '#core';
import type { Job, JobResult } from './job.ts';
import { type EmptyFile, Refusals } from './refusals.ts';

/** Runs jobs, in this thread or another. */
export interface JobWorker<R extends JobResult = JobResult> {
  /** Does a job. Throws a UserError where a file is unusable as a whole. */
  run(job: Job): Promise<R>;
}

/** The workers: the first runs alone until its table is precomputed, then the others join. */
export interface Workers<R extends JobResult = JobResult> {
  readonly first: JobWorker<R>;
  readonly others: readonly JobWorker<R>[];
  /** Whether the first is to do the next job alone, too; asked before each. Null where no worker need wait. */
  readonly leads: ((next: Job) => boolean) | null;
}

/**
 * Does jobs in their order, each by the next worker that is free. Returns the files without a record. Throws what the first
 * unusable job says.
 */
export async function runJobs<R extends JobResult>(
  { first, others, leads }: Workers<R>,
  jobs: readonly Job[],
  onDone: (job: Job, result: R) => void,
): Promise<readonly EmptyFile[]> {
  const refusals = new Refusals(jobs);
  let next = 0;
  const doNext = async (worker: JobWorker<R>): Promise<void> => {
    const job = jobs[next++] as Job;
    // What comes behind an unusable file is not read.
    if (refusals.isBefore(job)) return;
    try {
      const result = await worker.run(job);
      refusals.count(job, result);
      onDone(job, result);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      refusals.add(job.index, error.issues);
    }
  };
  while (next < jobs.length && leads?.(jobs[next] as Job) === true) await doNext(first);
  const work = async (worker: JobWorker<R>): Promise<void> => {
    while (next < jobs.length) await doNext(worker);
  };
  await Promise.all([first, ...others].map(work));
  refusals.throwFirst();
  return refusals.emptyFiles();
}
