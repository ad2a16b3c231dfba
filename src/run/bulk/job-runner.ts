import { setImmediate } from 'node:timers/promises';
import type { ToolCall } from '#core';
import {
  LINE,
  LineCounter,
  readRange,
  type ScannerModule,
  type TraceRecord,
  TraceScanner,
} from '#readers';
import type { Claimants, TraceIntake } from '../trace-intake.ts';
import { orderAt } from '../run-numbers.ts';
import type { Origin, TestSums } from '../test-sums.ts';
import type { Job } from './job.ts';
import { type CountedRuns, type Lessons, renumber } from './lessons.ts';
import { QuickRuns } from './quick-runs.ts';
import { plainCall } from './tool-views.ts';

export interface JobRunnerOptions {
  /** All tests in their places; null for those that no job is about. */
  readonly tests: readonly (TestSums | null)[];
  readonly claims: readonly Claimants[];
  readonly selected: ReadonlySet<TestSums>;
  readonly intake: TraceIntake;
  readonly isBulk: boolean;
  /** Whether kinds of runs that were only counted are scored here, or by someone else in the end. */
  readonly scores: boolean;
  readonly compileScanner: () => ScannerModule;
}

type Taker = QuickRuns | 'nobody' | null;

/** Does jobs, one after the other, in their order. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  /** Made for the first range. */
  #scanner: TraceScanner | null = null;
  readonly #counters = new Map<string, LineCounter>();
  readonly #quick = new Map<TestSums, QuickRuns | null>();
  readonly #byTaker = new Map<number, QuickRuns>();
  #job = 0;
  /** The claim that runs are read for, and who takes them by the numbers of their tests' names. */
  #claim = -1;
  readonly #takers = new Map<number, Taker>();
  /** All that ever took some. */
  readonly #names: [claim: number, name: string | null, test: number][] = [];

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
      await setImmediate();
      return this.#readRange(job, claim, origin);
    }
    await intake.read(claim, job.files, origin);
    return 0;
  }

  #readRange({ range, claim: number }: Job, claim: Claimants, origin: Origin): number {
    if (range === null) return 0;
    const { intake } = this.#options;
    const scanner = this.#openScanner();
    this.#job = origin.job;
    scanner.runs.beginJob(origin.job);
    for (const quick of this.#byTaker.values()) quick.resume(origin.job);
    if (number !== this.#claim) {
      this.#claim = number;
      this.#takers.clear();
      scanner.runs.takeTests();
    }
    const findTaker = (): Taker => this.#takerOf(scanner.found[LINE.test]!, claim, scanner);
    const records = readRange(range, scanner, {
      counter: this.#counterOf(range.path),
      take: () => {
        const taker = findTaker();
        return taker === 'nobody' || (taker !== null && taker.take(origin));
      },
      read: (record: TraceRecord, isFound) => {
        const taker = isFound ? findTaker() : null;
        const touched =
          taker === null || taker === 'nobody' ? [...this.#byTaker.values()] : [taker];
        for (const quick of touched) quick.catchUp(origin.job);
        const outcome = intake.take(claim, record, origin);
        for (const quick of touched) quick.resume(origin.job);
        if (outcome !== null && taker !== null && taker !== 'nobody') taker.learn(outcome);
      },
    });
    for (const quick of this.#byTaker.values()) quick.catchUp(origin.job);
    this.#settle(origin);
    return records;
  }

  /** What the runs of all jobs so far teach about those of later ones. */
  #settle({ job, isBulk }: Origin): void {
    if (!isBulk) return;
    for (const quick of this.#byTaker.values()) quick.settle(orderAt(job + 1, 0));
    if (!this.#options.scores) return;
    for (const kind of this.#scanner?.runs.newKinds() ?? [])
      this.#byTaker.get(kind.taker)?.score(kind);
  }

  /** Who counts a trace that was scanned: nobody where its test was not selected, null where it must be read. */
  #takerOf(text: number, claim: Claimants, scanner: TraceScanner): Taker {
    let taker = this.#takers.get(text);
    if (taker === undefined) {
      taker = this.#findTaker(text, claim, scanner);
      this.#takers.set(text, taker);
    }
    return taker;
  }

  #findTaker(text: number, { owner, pool }: Claimants, scanner: TraceScanner): Taker {
    const name = text < 0 ? null : scanner.textOf(text);
    const test = owner ?? pool.findByName(name);
    if (test === null) return null;
    if (!this.#options.selected.has(test)) return 'nobody';
    const quick = this.#quickOf(test, scanner);
    quick?.takeTest(text);
    if (quick !== null) this.#names.push([this.#claim, name, this.#options.tests.indexOf(test)]);
    return quick;
  }

  #openScanner(): TraceScanner {
    return (this.#scanner ??= new TraceScanner(this.#options.compileScanner()));
  }

  #counterOf(path: string): LineCounter {
    let counter = this.#counters.get(path);
    if (counter === undefined) this.#counters.set(path, (counter = new LineCounter(path)));
    return counter;
  }

  #quickOf(test: TestSums, scanner: TraceScanner): QuickRuns | null {
    const known = this.#quick.get(test);
    if (known !== undefined) return known;
    const quick = QuickRuns.of(test, scanner);
    this.#quick.set(test, quick);
    if (quick === null) return null;
    this.#byTaker.set(quick.taker, quick);
    // Lines that could not be read may have been its first runs.
    quick.resume(this.#job);
    return quick;
  }

  /** What others need to know to do later jobs, where all before them were done here. */
  teach(): Lessons {
    return {
      tools: this.#openScanner().tools,
      tests: this.#options.tests.flatMap((test, place) => {
        const quick = test === null ? null : this.#quick.get(test);
        return quick ? [[place, quick.teach()] as const] : [];
      }),
      names: this.#names,
    };
  }

  /** Goes on with what others were taught. */
  learnFrom({ tools, tests }: Lessons): void {
    const scanner = this.#openScanner();
    const numbers = tools.map((tool) => scanner.addTool(tool));
    for (const [place, lesson] of tests) {
      const test = this.#options.tests[place] ?? null;
      if (test !== null) this.#quickOf(test, scanner)?.learnFrom(renumber(lesson, numbers));
    }
  }

  /** Goes on with what others, who were taught here, only counted. */
  adopt({ tools, tests, kinds }: CountedRuns): void {
    const calls = tools.map(plainCall);
    const callOf = (tool: number): ToolCall => calls[tool] as ToolCall;
    const takers = tests.map((place) => this.#quick.get(this.#options.tests[place] as TestSums));
    for (const kind of kinds) takers[kind.taker]?.adopt(kind, callOf);
  }

  /** Gives the tests what was only counted; answers what was not scored. */
  finish(): CountedRuns {
    const unscored = this.#unscored();
    for (const quick of this.#byTaker.values()) quick.finish();
    return unscored;
  }

  #unscored(): CountedRuns {
    const kinds =
      this.#scanner?.runs
        .newKinds()
        .filter(({ taker, kind }) => this.#byTaker.get(taker)?.hasScored(kind) === false) ?? [];
    const tests: number[] = [];
    this.#options.tests.forEach((test, place) => {
      const quick = test === null ? null : this.#quick.get(test);
      if (quick) tests[quick.taker] = place;
    });
    return { tools: this.#scanner?.tools ?? [], tests, kinds };
  }
}
