import type { Job } from './job.ts';
import type { JobPlan } from './plan-jobs.ts';

/** How far the reading is. */
export interface ReadProgress {
  readonly bytes: number;
  readonly files: number;
  /** Of all that will be read; 0 where that is unknown, as of a pipe. */
  readonly totalBytes: number;
  readonly totalFiles: number;
}

/** Called with the number of records so far, and the progress of reading, where it has begun. */
export type OnProgress = (records: number, reading?: ReadProgress) => void;

/** Adds up the progress of jobs. */
export class Meter {
  readonly #plan: JobPlan;
  readonly #onProgress: OnProgress;
  #records = 0;
  #bytes = 0;
  #files = 0;

  constructor(plan: JobPlan, onProgress: OnProgress) {
    this.#plan = plan;
    this.#onProgress = onProgress;
  }

  /** Some records of a job that goes on. */
  addRecords(count: number): void {
    this.#records += count;
    this.#tell();
  }

  /** A job that is done; `records` are those of a range. */
  add({ bytes, files }: Job, records: number): void {
    this.#bytes += bytes;
    this.#files += files.length;
    this.addRecords(records);
  }

  #tell(): void {
    this.#onProgress(this.#records, {
      bytes: this.#bytes,
      files: this.#files,
      totalBytes: this.#plan.bytes,
      totalFiles: this.#plan.files,
    });
  }
}
