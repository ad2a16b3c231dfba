import type { LineRange, RunHashes } from '#bulk';

/** A piece of the work: some files as a whole, or a part of one. Its borders do not depend on the threads. */
export interface Job {
  /** Its place among all jobs: runs are numbered in this order. */
  readonly index: number;
  /** Whose traces they are: the place of the claim. */
  readonly claim: number;
  /** The files that begin with it. */
  readonly files: readonly JobFile[];
  /** A part of one file, all of it native lines; null: the files are read as they come. */
  readonly range: LineRange | null;
  /** How many lines of the file end before the range, where that is known. */
  readonly linesBefore?: number;
  readonly bytes: number;
}

/** The result of a job beside its sums. */
export interface JobResult {
  /** How many lines a range had. */
  readonly lines: number;
  /** How many records a range of lines had. */
  readonly records: number;
  /** How many of them are not traces. */
  readonly bad: number;
  /** The hashes of its runs that have an id or a number. */
  readonly hashes: readonly RunHashes[];
}

/** A file of a job; the path may be `-`, or name a source. */
export interface JobFile {
  readonly path: string;
  readonly displayName: string;
}
