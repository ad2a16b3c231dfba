import { LINE, readRange, type TraceRecord, TraceScanner } from '#readers';
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
  readonly #quick = new Map<TestSums, QuickRuns | null>();

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Does a job; answers how many records a range of lines had. Throws a UserError where a file is unusable as a whole. */
  async run(job: Job): Promise<number> {
    const { claims, intake, isBulk } = this.#options;
    const claim = claims[job.claim] as Claimants;
    const origin = { job: job.index, isBulk };
    if (job.range !== null) return this.#readRange(job, claim, origin);
    await intake.read(claim, job.files, origin);
    return 0;
  }

  #readRange({ range, files }: Job, claim: Claimants, origin: Origin): number {
    if (range === null) return 0;
    const { intake } = this.#options;
    for (const file of files) intake.formats.add(file, { id: 'native' }, origin.job);
    const scanner = (this.#scanner ??= new TraceScanner());
    const testAt = this.#testFinder(claim, scanner);
    return readRange(range, scanner, {
      take: (at) => {
        const test = testAt(at);
        if (test === null) return false;
        // Traces of tests that were not selected are passed over.
        if (!this.#options.selected.has(test)) return true;
        return this.#quickOf(test, scanner)?.take(at, origin.job) ?? false;
      },
      read: (record: TraceRecord, at) => {
        const outcome = intake.take(claim, record, origin);
        const test = at < 0 || outcome === null ? null : testAt(at);
        if (test !== null && outcome !== null) this.#quickOf(test, scanner)?.learn(at, outcome);
      },
    });
  }

  /** The test of a trace that was scanned; null where more of it must be known. */
  #testFinder({ owner, pool }: Claimants, scanner: TraceScanner): (at: number) => TestSums | null {
    if (owner !== null) return () => owner;
    const byText: (TestSums | null | undefined)[] = [];
    const nameless = pool.findByName(null);
    return (at) => {
      const id = scanner.found[at + LINE.test]!;
      if (id < 0) return nameless;
      const known = byText[id];
      return known === undefined ? (byText[id] = pool.findByName(scanner.textOf(id))) : known;
    };
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
