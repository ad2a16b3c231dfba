import { setImmediate } from 'node:timers/promises';
import type { ToolCall, ToolRef } from '#core';
import { CALL, LINE, LineCounter, readRange, type TraceRecord, TraceScanner } from '#readers';
import type { Claimants, TraceIntake } from '../trace-intake.ts';
import type { Origin, TestSums } from '../test-sums.ts';
import type { Job } from './job.ts';
import { type Lesson, QuickRuns, type UnscoredKind } from './quick-runs.ts';
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
}

/** What the first jobs taught, by the places of tests; plain data. */
export type Lessons = readonly (readonly [test: number, lesson: Lesson])[];

/** Runs that were counted and not scored, by the places of tests; plain data. */
export interface CountedRuns {
  readonly tests: readonly (readonly [test: number, kinds: readonly UnscoredKind[]])[];
  /** By the numbers that calls have for them. */
  readonly tools: ReadonlyMap<number, ToolRef>;
}

/** Does jobs, one after the other, in their order. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  /** Made for the first range. */
  #scanner: TraceScanner | null = null;
  readonly #counters = new Map<string, LineCounter>();
  readonly #quick = new Map<TestSums, QuickRuns | null>();
  readonly #byTaker = new Map<number, QuickRuns>();

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
    scanner.runs.takeTests();
    const findTaker = this.#takerFinder(claim, scanner);
    const records = readRange(range, scanner, {
      counter: this.#counterOf(range.path),
      take: () => {
        const taker = findTaker();
        return taker === 'nobody' || (taker !== null && taker.take(origin));
      },
      read: (record: TraceRecord, isFound) => {
        this.#catchUp(origin);
        const outcome = intake.take(claim, record, origin);
        const taker = !isFound || outcome === null ? null : findTaker();
        if (taker !== null && taker !== 'nobody') taker.learn();
      },
    });
    this.#catchUp(origin);
    this.#settle(origin);
    return records;
  }

  /** What the runs of all jobs so far teach about those of later ones. */
  #settle({ job, isBulk }: Origin): void {
    if (!isBulk) return;
    for (const [test, quick] of this.#quick) quick?.settle(test.numbers.next(job + 1));
    if (!this.#options.scores) return;
    for (const kind of this.#scanner?.runs.newKinds() ?? [])
      this.#byTaker.get(kind.taker)?.score(kind);
  }

  /** Numbers the runs that were only counted, before others come. */
  #catchUp({ job }: Origin): void {
    for (const quick of this.#quick.values()) quick?.catchUp(job);
  }

  /** Who counts a trace that was scanned: nobody where its test was not selected, null where it must be read. */
  #takerFinder(
    { owner, pool }: Claimants,
    scanner: TraceScanner,
  ): () => QuickRuns | 'nobody' | null {
    const find = (text: number): QuickRuns | 'nobody' | null => {
      const test = owner ?? pool.findByName(text < 0 ? null : scanner.textOf(text));
      if (test === null) return null;
      if (!this.#options.selected.has(test)) return 'nobody';
      const quick = this.#quickOf(test, scanner);
      quick?.takeTest(text);
      return quick;
    };
    const byText = new Map<number, QuickRuns | 'nobody' | null>();
    return () => {
      const text = scanner.found[LINE.test]!;
      let taker = byText.get(text);
      if (taker === undefined) byText.set(text, (taker = find(text)));
      return taker;
    };
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
    if (quick !== null) this.#byTaker.set(quick.taker, quick);
    return quick;
  }

  /** What others need to know to do later jobs, where all before them were done here. */
  teach(): Lessons {
    return this.#options.tests.flatMap((test, place) => {
      const quick = test === null ? null : this.#quick.get(test);
      return quick ? [[place, quick.teach()] as const] : [];
    });
  }

  /** Goes on with what others were taught. */
  learnFrom(lessons: Lessons): void {
    const scanner = (this.#scanner ??= new TraceScanner());
    for (const [place, lesson] of lessons) {
      const test = this.#options.tests[place] ?? null;
      if (test !== null) this.#quickOf(test, scanner)?.learnFrom(lesson);
    }
  }

  /** Goes on with what others, who were taught here, only counted. */
  adopt({ tests, tools }: CountedRuns): void {
    const callOf = (tool: number): ToolCall => plainCall(tools.get(tool) as ToolRef);
    for (const [place, kinds] of tests)
      this.#quick.get(this.#options.tests[place] as TestSums)?.adopt(kinds, callOf);
  }

  /** Gives the tests what was only counted; answers what was not scored. */
  finish(): CountedRuns {
    const unscored = this.#unscored();
    for (const quick of this.#byTaker.values()) quick.finish();
    return unscored;
  }

  #unscored(): CountedRuns {
    const byTaker = new Map<number, UnscoredKind[]>();
    const tools = new Map<number, ToolRef>();
    const scanner = this.#scanner;
    for (const { kind, taker, classes, counts, calls } of scanner?.runs.newKinds() ?? []) {
      if (scanner === null || this.#byTaker.get(taker)?.hasScored(kind) !== false) continue;
      const kinds = byTaker.get(taker) ?? [];
      kinds.push({ classes, counts, calls, times: scanner.runs.timesOf(kind) });
      byTaker.set(taker, kinds);
      for (const call of calls) tools.set(call & CALL.tool, scanner.toolOf(call & CALL.tool));
    }
    const tests = this.#options.tests.flatMap((test, place) => {
      const quick = test === null ? null : this.#quick.get(test);
      const kinds = quick ? byTaker.get(quick.taker) : undefined;
      return kinds === undefined ? [] : [[place, kinds] as const];
    });
    return { tests, tools };
  }
}
