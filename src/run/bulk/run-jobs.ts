import { type Issue, UserError } from '#core';
import { noRecords } from '#readers';
import type { Job } from './job.ts';

/** Someone who does jobs. */
export interface JobWorker {
  /** Does a job; answers how many records a range of lines had. Throws a UserError where a file is unusable as a whole. */
  run(job: Job): Promise<number>;
}

/** Does jobs in their order, each by the next worker that is free. Throws what the first unusable one says. */
export async function runJobs(
  workers: readonly JobWorker[],
  jobs: readonly Job[],
  onDone: (job: Job, records: number) => void,
): Promise<void> {
  const refusals = new Refusals();
  let next = 0;
  const work = async (worker: JobWorker): Promise<void> => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) {
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
    }
  };
  await Promise.all(workers.map(work));
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
