import { setImmediate } from 'node:timers/promises';
import { LINE, LineCounter, readRange, type TraceRecord, TraceScanner } from '#readers';
import type { Claimants, TraceIntake } from '../trace-intake.ts';
import type { Origin, TestSums } from '../test-sums.ts';
import type { Job } from './job.ts';
import { QuickRuns } from './quick-runs.ts';

export interface JobRunnerOptions {
  readonly claims: readonly Claimants[];
  readonly selected: ReadonlySet<TestSums>;
  readonly intake: TraceIntake;
  readonly isBulk: boolean;
}

/** Does jobs, one after the other, in their order. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  /** Made for the first range. */
  #scanner: TraceScanner | null = null;
  readonly #counters = new Map<string, LineCounter>();
  readonly #quick = new Map<TestSums, QuickRuns | null>();

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Does a job; answers how many records a range of lines had. Throws a UserError where a file is unusable as a whole. */
  async run(job: Job): Promise<number> {
    const { claims, intake, isBulk } = this.#options;
    const claim = claims[job.claim] as Claimants;
    const origin = { job: job.index, isBulk };
    if (job.range !== null) {
      // Others may have something to say in between.
      if (isBulk) await setImmediate();
      return this.#readRange(job, claim, origin);
    }
    await intake.read(claim, job.files, origin);
    return 0;
  }

  #readRange({ range, files }: Job, claim: Claimants, origin: Origin): number {
    if (range === null) return 0;
    const { intake } = this.#options;
    for (const file of files) intake.formats.add(file, { id: 'native' }, origin.job);
    const scanner = (this.#scanner ??= new TraceScanner());
    const takerAt = this.#takerFinder(claim, scanner);
    return readRange(range, scanner, {
      counter: this.#counterOf(range.path),
      take: (at) => {
        const taker = takerAt(at);
        return taker === 'nobody' || (taker !== null && taker.take(at, origin.job));
      },
      read: (record: TraceRecord, at) => {
        const outcome = intake.take(claim, record, origin);
        const taker = at < 0 || outcome === null ? null : takerAt(at);
        if (taker !== null && taker !== 'nobody') taker.learn(at);
      },
    });
  }

  /** Who counts a trace that was scanned: nobody where its test was not selected, null where it must be read. */
  #takerFinder(
    { owner, pool }: Claimants,
    scanner: TraceScanner,
  ): (at: number) => QuickRuns | 'nobody' | null {
    const find = (name: string | null): QuickRuns | 'nobody' | null => {
      const test = owner ?? pool.findByName(name);
      if (test === null) return null;
      return this.#options.selected.has(test) ? this.#quickOf(test, scanner) : 'nobody';
    };
    const byText: (QuickRuns | 'nobody' | null | undefined)[] = [];
    return (at) => {
      // Place 0 is for traces without a `test`.
      const place = scanner.found[at + LINE.test]! + 1;
      const known = byText[place];
      if (known !== undefined) return known;
      return (byText[place] = find(place === 0 ? null : scanner.textOf(place - 1)));
    };
  }

  #counterOf(path: string): LineCounter {
    let counter = this.#counters.get(path);
    if (counter === undefined) this.#counters.set(path, (counter = new LineCounter(path)));
    return counter;
  }

  #quickOf(test: TestSums, scanner: TraceScanner): QuickRuns | null {
    let quick = this.#quick.get(test);
    if (quick === undefined) this.#quick.set(test, (quick = QuickRuns.of(test, scanner)));
    return quick;
  }

  /** Gives the tests what was only counted. */
  finish(): void {
    for (const quick of this.#quick.values()) quick?.finish();
  }
}
