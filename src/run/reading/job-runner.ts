import { setImmediate } from 'node:timers/promises';
import { type HashSet, NativeCounter, type ScannerModule } from '#bulk';
import type { RunOutcome } from '#core';
import type { Origin, TestTraces } from '../test-runs/test-traces.ts';
import type { Claimants, TraceIntake } from '../intake/trace-intake.ts';
import type { Job, JobResult } from './job.ts';
import { LineCounter } from './line-counter.ts';
import { type RangeRecords, readRange } from './read-range.ts';

/** Runs whose ids and numbers are compared with earlier ones: all, those with some hashes, or none: then hashes are collected. */
export type ComparedRuns = 'all' | HashSet | 'none';

export interface JobRunnerOptions {
  /** All tests in their places; null for those without a job here. */
  readonly tests: readonly (TestTraces | null)[];
  readonly claims: readonly Claimants[];
  readonly selected: ReadonlySet<TestTraces>;
  readonly intake: TraceIntake;
  /** Which runs are compared with earlier ones. */
  readonly compares: ComparedRuns;
  /** Whether call sequences that were only counted are scored here, or by the caller in the end. */
  readonly scores: boolean;
  readonly compileScanner: () => ScannerModule;
}

const NOTHING: RangeRecords = { lines: 0, records: 0, bad: 0 };

/** Does jobs, one after the other, in their order. */
export class JobRunner {
  /** Counts the runs of ranges where that is enough. */
  readonly counter: NativeCounter<TestTraces>;
  readonly #options: JobRunnerOptions;
  readonly #lineCounters = new Map<string, LineCounter>();

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    const { compares } = options;
    this.counter = new NativeCounter({
      ...options,
      compared: typeof compares === 'object' ? compares : null,
      addRun: (test, trace, job, location) =>
        test.add(trace, { where: null, location }, this.#originOf(job)) as RunOutcome,
    });
  }

  /** Does a job. Throws a UserError where a file is unusable as a whole. */
  async run(job: Job): Promise<JobResult> {
    const { claims, intake } = this.#options;
    const claim = claims[job.claim] as Claimants;
    let read: RangeRecords = NOTHING;
    if (job.range === null) await intake.read(claim, job.files, this.#originOf(job.index));
    else {
      // Messages of other threads may wait.
      await setImmediate();
      read = this.#readRange(job, claim);
    }
    return { ...read, hashes: this.counter.takeHashes() };
  }

  #originOf(job: number): Origin {
    if (this.#options.compares === 'all') return { job, mayRepeat: null };
    return { job, mayRepeat: (test, trace) => this.counter.mayRepeat(test, trace) };
  }

  #readRange({ index, range, linesBefore, claim: number }: Job, claim: Claimants): RangeRecords {
    if (range === null) return NOTHING;
    const { counter } = this;
    const { owner, pool } = claim;
    const origin = this.#originOf(index);
    counter.begin({
      job: index,
      claim: number,
      findTest: (name) => owner ?? pool.findByName(name),
    });
    const records = readRange(range, {
      counter:
        linesBefore === undefined
          ? this.#lineCounterOf(range.path)
          : new LineCounter(range.path, range.start, linesBefore),
      scan: (part, fd) => counter.scan(part, fd),
      take: (line) => counter.take(range, line),
      read: (record, isTrace) =>
        counter.addParsed(isTrace, () => this.#options.intake.take(claim, record, origin)),
    });
    counter.end();
    return records;
  }

  #lineCounterOf(path: string): LineCounter {
    let counter = this.#lineCounters.get(path);
    if (counter === undefined) this.#lineCounters.set(path, (counter = new LineCounter(path)));
    return counter;
  }
}
