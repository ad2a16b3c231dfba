/** Whose result it is, inside a run: the test or eval, the case, and the number of the run. */
export interface ResultKey {
  /** What was made: an agent run, the answer of a judge, or the sums of a part of trace files. */
  readonly kind: 'run' | 'answer' | 'read';
  readonly name: string;
  /** Null where there is none. */
  readonly case: string | null;
  readonly number: number;
}

/** A piece of work of a run. */
export interface StoredJob extends ResultKey {
  /** Its place in the plan, from 0. */
  readonly place: number;
  readonly queue: string;
  /** What a worker needs beside the plan, as JSON. */
  readonly task: string;
}

/** What came out of a job. Empty text is a result, too. */
export interface StoredResult {
  /** `failed` where no other job of the same agent can succeed either. */
  readonly status: 'made' | 'failed';
  readonly record: string;
}

/** A run as the coordinator described it. */
export interface StoredRun {
  readonly id: string;
  readonly planHash: string;
  /** What workers need to know, as JSON. */
  readonly plan: string;
  /** How many jobs it has; null until all are listed. */
  readonly jobs: number | null;
  readonly isFinished: boolean;
  /** How many results came a second time and were not taken. */
  readonly repeated: number;
}

/** What was spent on models, or may be at most; money in billionths. */
export interface StoredSpending {
  readonly calls: number;
  readonly tokens: number;
  readonly billionths: number;
}

/** A worker, as it described itself. */
export interface WorkerBeat {
  readonly id: string;
  readonly version: string;
  readonly slots: number;
  /** Why it takes no jobs of some run; null where it takes all. */
  readonly remark: string | null;
}

/**
 * The jobs and results of runs that several machines make: the only source of truth, whatever a queue says. The first
 * result of a key is kept. Every method may be repeated without another effect.
 */
export interface ResultStore {
  /**
   * Opens a run: the one of this id, or the unfinished one of this plan, or a new one. Returns it as it is stored, so the
   * caller must compare its plan.
   */
  openRun(run: {
    readonly id: string | null;
    readonly planHash: string;
    readonly plan: string;
  }): Promise<StoredRun>;
  findRun(id: string): Promise<StoredRun | null>;
  /** The runs whose jobs are listed and not all done. */
  openRuns(): Promise<readonly StoredRun[]>;
  /** Lists jobs; what is listed at their places is replaced. */
  addJobs(run: string, jobs: readonly StoredJob[]): Promise<void>;
  /** All jobs are listed: from now on workers see the run, also where it was finished before. */
  setPlanned(run: string, jobs: number): Promise<void>;
  finishRun(run: string): Promise<void>;
  /** The job at a place; null where there is none, or it has a result. */
  findOpenJob(run: string, place: number): Promise<StoredJob | null>;
  /** The jobs of a queue from the first place to before the end that have no result, without those of long tasks. */
  openJobsBetween(
    run: string,
    queue: string,
    places: readonly [first: number, end: number],
    maxTask: number,
  ): Promise<readonly StoredJob[]>;
  /** The queues of a run. */
  queuesOf(run: string): Promise<readonly string[]>;
  /** The jobs behind a place, in their order. */
  listJobs(run: string, after: number, limit: number): Promise<readonly StoredJob[]>;
  /** Which of the jobs at these places have a result. */
  donePlaces(run: string, places: readonly number[]): Promise<readonly number[]>;
  /** The results of the jobs at these places, as far as there are any. */
  resultsAt(
    run: string,
    places: readonly number[],
  ): Promise<readonly (StoredResult & { readonly place: number })[]>;
  /** Keeps a result; false where the key has one already, which stays. */
  putResult(run: string, key: ResultKey, result: StoredResult, worker: string): Promise<boolean>;
  /**
   * Counts what an owner spends, where so much is left (`needed`) of what it may spend (`limits`); returns whether it was
   * counted, and all that was. What is counted while the connection breaks may count twice, never less than once.
   */
  spend(
    run: string,
    owner: string,
    spending: {
      readonly more: StoredSpending;
      readonly needed: StoredSpending;
      readonly limits: StoredSpending;
    },
  ): Promise<{ readonly isCounted: boolean; readonly spent: StoredSpending }>;
  /** Notes that a worker is there. Times are those of the store. */
  beat(worker: WorkerBeat): Promise<void>;
  /** The workers that were there within so many milliseconds. */
  workersWithin(durationMs: number): Promise<readonly WorkerBeat[]>;
  close(): Promise<void>;
}
