import { type Issue, UserError } from '#core';
import { noRecords } from '#readers';
import type { Job } from './job.ts';

/** Someone who does jobs. */
export interface JobWorker {
  /** Does a job; answers how many records a range of lines had. Throws a UserError where a file is unusable as a whole. */
  run(job: Job): Promise<number>;
}

/** Who does jobs: one worker first, and others as soon as it has shown them how. */
export interface Crew {
  readonly first: JobWorker;
  readonly others: readonly JobWorker[];
  /** Whether the first is to do the next job alone, too; asked before each. Null where nobody need wait. */
  readonly leads: ((next: Job) => boolean) | null;
}

/** Does jobs in their order, each by the next worker that is free. Throws what the first unusable one says. */
export async function runJobs(
  { first, others, leads }: Crew,
  jobs: readonly Job[],
  onDone: (job: Job, records: number) => void,
): Promise<void> {
  const refusals = new Refusals();
  let next = 0;
  const doNext = async (worker: JobWorker): Promise<void> => {
    const job = jobs[next++] as Job;
    // What comes behind an unusable file is not read.
    if (refusals.isBefore(job)) return;
    try {
      const records = await worker.run(job);
      refusals.count(job, records);
      onDone(job, records);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      refusals.add(job.index, error.issues);
    }
  };
  while (next < jobs.length && leads?.(jobs[next] as Job) === true) await doNext(first);
  const work = async (worker: JobWorker): Promise<void> => {
    while (next < jobs.length) await doNext(worker);
  };
  await Promise.all([first, ...others].map(work));
  refusals.throwFirst();
}

/** Why work cannot be used as a whole; the first job's reason counts, whoever is done first. */
class Refusals {
  #first: { readonly job: number; readonly issues: readonly Issue[] } | null = null;
  /** Files that were read in parts: none of them alone shows that there is no record. */
  readonly #files = new Map<string, { job: number; label: string; records: number }>();

  add(job: number, issues: readonly Issue[]): void {
    if (this.#first === null || job < this.#first.job) this.#first = { job, issues };
  }

  isBefore({ index }: Job): boolean {
    return this.#first !== null && this.#first.job < index;
  }

  count({ index, range }: Job, records: number): void {
    if (range === null) return;
    const { path, label } = range;
    const file = this.#files.get(path) ?? { job: index, label, records: 0 };
    file.job = Math.min(file.job, index);
    file.records += records;
    this.#files.set(path, file);
  }

  throwFirst(): void {
    for (const { job, label, records } of this.#files.values())
      if (records === 0) this.add(job, [noRecords(label)]);
    if (this.#first !== null) throw new UserError(this.#first.issues);
  }
}
