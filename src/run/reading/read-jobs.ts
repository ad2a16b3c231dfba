import { compileScanner } from '#bulk';
import type { FormatReport } from '#core';
import { displayPath } from '#platform';
import { EmptyInputs, type FoundTraces, noRecords } from '#readers';
import { FormatCounts } from '../intake/format-counts.ts';
import type { Job } from './job.ts';
import { type JobPlan, planJobs } from './plan-jobs.ts';
import { type RecordResult, type RecordSums, RecordWorker } from './record-worker.ts';
import { runJobs } from './run-jobs.ts';
import type { ThreadPool } from './thread-pool.ts';
import type { RecordTask } from './thread-task.ts';

/** Sums that take those of other threads. */
export interface MergedSums<J, S> extends RecordSums<J, S> {
  /** Adds what a job returned; called in the order of jobs. */
  mergeJob(output: J): void;
  merge(state: S): void;
}

export interface ReadJobsOptions {
  readonly task: Omit<RecordTask, 'module'>;
  readonly threadPool: ThreadPool;
  readonly onProgress: (records: number) => void;
}

/** The jobs of some files; null where there is little to read, or something else than files. */
export async function planRecordJobs(
  { paths, root, format }: FoundTraces,
  threadPool: ThreadPool,
): Promise<JobPlan | null> {
  const files = paths.map((path) => ({ path, displayName: displayPath(path, root) }));
  const plan = await planJobs([{ files, mayBeCut: true }], format, threadPool);
  return plan.isBulk ? plan : null;
}

/**
 * Reads jobs into sums, in several threads where they can be started; returns which formats there were. What comes out
 * does not depend on the number of threads. Throws a UserError where a file is unusable, or no file has a record.
 */
export async function readJobs<J, S>(
  plan: JobPlan,
  { format, unread }: FoundTraces,
  sums: MergedSums<J, S>,
  { task, threadPool, onProgress }: ReadJobsOptions,
): Promise<readonly FormatReport[]> {
  let records = 0;
  const onRecords = (count: number): void => onProgress((records += count));
  const { allowTornTail } = task;
  const module = compileScanner();
  const first = new RecordWorker(sums, { format, allowTornTail, module, onRecords });
  // This thread is one of them.
  const count = Math.min(threadPool.threads, plan.jobs.length) - 1;
  const { startRecords } = threadPool;
  const threads =
    startRecords === undefined
      ? []
      : Array.from({ length: Math.max(0, count) }, () =>
          startRecords({ ...task, module } as RecordTask, onRecords),
        );
  try {
    for (const issue of unread) first.add({ kind: 'error', issue }, 0);
    sums.mergeJob(sums.endJob());
    const outputs = new OrderedOutputs<J>(plan.jobs, (output) => sums.mergeJob(output));
    // Each thread has a second job waiting, for it is served only between the jobs of this one.
    const others = [...threads, ...threads] as { run(job: Job): Promise<RecordResult<J>> }[];
    const empty = await runJobs({ first, others, leads: null }, plan.jobs, (job, { output }) =>
      outputs.add(job, output),
    );
    for (const { job, displayName } of empty)
      first.add({ kind: 'error', issue: noRecords(displayName) }, job.index);
    sums.mergeJob(sums.endJob());
    const states = await Promise.all(threads.map((thread) => thread.finish()));
    const formats = new FormatCounts();
    const inputs = new EmptyInputs();
    for (const state of states) sums.merge(state.sums as S);
    for (const { formats: counted, empty: noted } of [first.files, ...states]) {
      formats.merge(counted);
      inputs.merge(noted);
    }
    if (unread.length === 0) inputs.check();
    return formats.report();
  } finally {
    for (const thread of threads) thread.stop();
  }
}

/** Passes the outputs of jobs on in the order of the jobs. */
class OrderedOutputs<J> {
  readonly #jobs: readonly Job[];
  readonly #waiting = new Map<Job, J>();
  readonly #use: (output: J) => void;
  #next = 0;

  constructor(jobs: readonly Job[], use: (output: J) => void) {
    this.#jobs = jobs;
    this.#use = use;
  }

  add(job: Job, output: J): void {
    this.#waiting.set(job, output);
    for (let next = this.#jobs[this.#next]; next !== undefined; next = this.#jobs[this.#next]) {
      if (!this.#waiting.has(next)) return;
      this.#use(this.#waiting.get(next) as J);
      this.#waiting.delete(next);
      this.#next += 1;
    }
  }
}
