import type { RunOrder } from './evidence.ts';
import type { Sums } from './sums.ts';

/** Orders of runs without a number follow all numbered ones, job by job. */
const UNNUMBERED = 2 ** 40;
const PER_JOB = 2 ** 32;

/** A job behind all others; there are never so many. */
export const AFTER_ALL_JOBS: number = 2 ** 20 - 1;

/** The order of a run without a number by its place among such runs of a job. */
export function orderAt(job: number, place: number): RunOrder {
  return UNNUMBERED + job * PER_JOB + place;
}

/** The numbers of a test's runs as plain data. */
export interface RunNumbersState {
  readonly numbered: readonly number[];
  readonly jobs: readonly (readonly [job: number, runs: number])[];
}

/** Gives every run of a test its place in canonical order, and at the end its number. */
export class RunNumbers implements Sums<RunNumbersState> {
  /** Null as long as no run has a number. */
  #numbered: Set<number> | null = null;
  /** The job that runs come from, and how many of its runs have no number. */
  #job = 0;
  #inJob = 0;
  /** The same of other jobs; null as long as there are none. */
  #others: (readonly [job: number, runs: number])[] | null = null;
  #count = 0;
  /** What was asked for last: nearly always the same job again. */
  #asked: { readonly job: number; readonly count: number; readonly runs: number } | null = null;

  /** The order of the next run of a job. Numbers of runs differ. */
  take(run: number | null, job: number): RunOrder {
    if (run === null) return this.#takeNext(job);
    (this.#numbered ??= new Set()).add(run);
    this.#count++;
    return run;
  }

  #takeNext(job: number): RunOrder {
    const order = orderAt(job, this.reached(job));
    this.skip(job, 1);
    return order;
  }

  /** So many runs of a job without a number, whose order is not needed. */
  skip(job: number, runs: number): void {
    if (job !== this.#job) {
      this.#leaveJob();
      this.#job = job;
    }
    this.#count += runs;
    this.#inJob += runs;
  }

  /** How many runs of the job that runs come from have no number. */
  reached(job: number): number {
    return job === this.#job ? this.#inJob : 0;
  }

  #leaveJob(): void {
    if (this.#inJob > 0) (this.#others ??= []).push([this.#job, this.#inJob]);
    this.#inJob = 0;
  }

  get count(): number {
    return this.#count;
  }

  /** Runs without a number take the numbers that are free, in the order they were found. */
  numberOf(order: RunOrder): number {
    if (order < UNNUMBERED) return order;
    const job = Math.floor((order - UNNUMBERED) / PER_JOB);
    let number = order - UNNUMBERED - job * PER_JOB + 1 + this.#before(job);
    if (this.#numbered === null) return number;
    for (const taken of [...this.#numbered].sort((a, b) => a - b)) {
      if (taken > number) break;
      number++;
    }
    return number;
  }

  /** How many runs without a number are in the jobs before one. */
  #before(job: number): number {
    if (this.#others === null) return this.#job < job ? this.#inJob : 0;
    if (this.#asked?.job !== job || this.#asked.count !== this.#count) {
      let runs = this.#job < job ? this.#inJob : 0;
      for (const [other, its] of this.#others) if (other < job) runs += its;
      this.#asked = { job, count: this.#count, runs };
    }
    return this.#asked.runs;
  }

  state(): RunNumbersState {
    this.#leaveJob();
    return {
      numbered: [...(this.#numbered ?? [])].sort((a, b) => a - b),
      jobs: [...(this.#others ?? [])].sort(([a], [b]) => a - b),
    };
  }

  /** Adds the runs of other jobs. */
  merge({ numbered, jobs }: RunNumbersState): void {
    for (const run of numbered) this.take(run, 0);
    for (const job of jobs) {
      (this.#others ??= []).push(job);
      this.#count += job[1];
    }
  }
}
