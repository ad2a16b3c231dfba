import { type Issue, UserError } from '#core';
import { checkBadRecords } from '#readers';
import type { Job, JobResult } from './job.ts';
import type { RangeRecords } from './read-range.ts';

/** A file that was read in parts and has no record. */
export interface EmptyFile {
  /** The first of its jobs. */
  readonly job: Job;
  readonly displayName: string;
}

/** Why work cannot be used as a whole; the first job's reason counts, in whatever order they end. */
export class Refusals {
  #first: { readonly job: number; readonly issues: readonly Issue[] } | null = null;
  /** Files that were read in parts: none of them alone shows that there is no record. */
  readonly #files = new Map<string, { job: Job; displayName: string; records: number }>();
  readonly #bad = new Map<string, { bad: number; good: number }>();
  /** What jobs behind one that is not done yet had. */
  readonly #waiting = new Map<Job, Pick<RangeRecords, 'records' | 'bad'>>();
  /** The first job that is not done. */
  #open = 0;
  readonly #jobs: readonly Job[];

  constructor(jobs: readonly Job[]) {
    this.#jobs = jobs;
  }

  add(job: number, issues: readonly Issue[]): void {
    if (this.#first === null || job < this.#first.job) this.#first = { job, issues };
  }

  isBefore({ index }: Job): boolean {
    return this.#first !== null && this.#first.job < index;
  }

  count(job: Job, { records, bad }: JobResult): void {
    this.#waiting.set(job, { records, bad });
    for (let next = this.#jobs[this.#open]; next !== undefined; next = this.#jobs[this.#open]) {
      const result = this.#waiting.get(next);
      if (result === undefined) break;
      this.#waiting.delete(next);
      this.#open += 1;
      this.#countBad(next, result);
    }
    if (job.range === null) return;
    const { path, displayName } = job.range;
    const file = this.#files.get(path) ?? { job, displayName, records: 0 };
    if (job.index < file.job.index) file.job = job;
    file.records += records;
    this.#files.set(path, file);
  }

  /** Gives a file up where its jobs so far have too many records that are not traces; in their order, for any number of workers. */
  #countBad({ range, index }: Job, { records, bad }: Pick<RangeRecords, 'records' | 'bad'>): void {
    if (range === null) return;
    const sum = this.#bad.get(range.path) ?? { bad: 0, good: 0 };
    sum.bad += bad;
    sum.good += records - bad;
    this.#bad.set(range.path, sum);
    try {
      checkBadRecords(range.displayName, sum.bad, sum.good);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.add(index, error.issues);
    }
  }

  throwFirst(): void {
    if (this.#first !== null) throw new UserError(this.#first.issues);
  }

  emptyFiles(): readonly EmptyFile[] {
    return [...this.#files.values()]
      .filter(({ records }) => records === 0)
      .sort((a, b) => a.job.index - b.job.index);
  }
}
