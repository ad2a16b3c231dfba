import { setImmediate } from 'node:timers/promises';
import { type ToolCall, orderAt, plainCall } from '#core';
import {
  type CountedKind,
  type HashSet,
  LINE,
  LineCounter,
  type RangeRecords,
  readRange,
  type ScannerModule,
  type TraceRecord,
  TraceScanner,
} from '#readers';
import type { Claimants, TraceIntake } from '../trace-intake.ts';
import type { Origin, TestTraces } from '../test-runs/test-traces.ts';
import type { Job, JobResult } from './job.ts';
import { type CountedRuns, type PrecomputedTable, renumber } from './precomputed-table.ts';
import { QuickRuns } from './quick-runs.ts';

/** Runs whose ids and numbers are compared with earlier ones: all, those with some hashes, or none: then hashes are noted. */
export type ComparedRuns = 'all' | HashSet | 'none';

export interface JobRunnerOptions {
  /** All tests in their places; null for those that no job is about. */
  readonly tests: readonly (TestTraces | null)[];
  readonly claims: readonly Claimants[];
  readonly selected: ReadonlySet<TestTraces>;
  readonly intake: TraceIntake;
  /** Which runs are compared with earlier ones. */
  readonly compares: ComparedRuns;
  /** Whether kinds of runs that were only counted are scored here, or by someone else in the end. */
  readonly scores: boolean;
  readonly compileScanner: () => ScannerModule;
}

type Taker = QuickRuns | 'skipped' | null;

/** Does jobs, one after the other, in their order. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #placeOf: ReadonlyMap<TestTraces, number>;
  /** Made for the first range. */
  #scanner: TraceScanner | null = null;
  readonly #counters = new Map<string, LineCounter>();
  readonly #quick = new Map<TestTraces, QuickRuns | null>();
  readonly #byTaker = new Map<number, QuickRuns>();
  #job = 0;
  /** The claim that runs are read for, and who takes them by the numbers of their tests' names. */
  #claim = -1;
  readonly #takers = new Map<number, Taker>();
  /** All that ever took some. */
  readonly #names: [claim: number, name: string | null, quick: QuickRuns][] = [];

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#placeOf = new Map(
      options.tests.flatMap((test, place) => (test === null ? [] : [[test, place] as const])),
    );
  }

  /** Does a job. Throws a UserError where a file is unusable as a whole. */
  async run(job: Job): Promise<JobResult> {
    const { claims, intake } = this.#options;
    const claim = claims[job.claim] as Claimants;
    const origin = this.#originOf(job);
    let counted: RangeRecords = { records: 0, bad: 0 };
    if (job.range === null) await intake.read(claim, job.files, origin);
    else {
      // Others may have something to say in between.
      await setImmediate();
      counted = this.#readRange(job, claim, origin);
    }
    return { ...counted, hashes: this.#scanner?.identities.take() ?? [] };
  }

  #originOf({ index }: Job): Origin {
    if (this.#options.compares === 'all') return { job: index, mayRepeat: null };
    return {
      job: index,
      mayRepeat: (test, trace) =>
        (trace.id !== null || trace.run !== null) &&
        this.#openScanner().identities.mayRepeat(this.#placeOf.get(test) as number, trace),
    };
  }

  #readRange({ range, claim: number }: Job, claim: Claimants, origin: Origin): RangeRecords {
    if (range === null) return { records: 0, bad: 0 };
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
        return taker === 'skipped' || (taker !== null && taker.take(origin));
      },
      read: (record: TraceRecord, isFound) => {
        const taker = isFound ? findTaker() : null;
        const touched =
          taker === null || taker === 'skipped' ? [...this.#byTaker.values()] : [taker];
        for (const quick of touched) quick.catchUp(origin.job);
        const outcome = intake.take(claim, record, origin);
        for (const quick of touched) quick.resume(origin.job);
        if (outcome !== null && taker !== null && taker !== 'skipped')
          taker.learn(outcome, origin.job);
      },
    });
    for (const quick of this.#byTaker.values()) quick.catchUp(origin.job);
    // Later jobs are about later runs.
    for (const quick of this.#byTaker.values()) quick.settle(orderAt(origin.job + 1, 0));
    if (this.#options.scores)
      for (const kind of scanner.runs.newKinds()) this.#byTaker.get(kind.taker)?.score(kind);
    return records;
  }

  /** The counter of a scanned trace: 'skipped' where its test was not selected, null where it must be read. */
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
    if (!this.#options.selected.has(test)) return 'skipped';
    const quick = this.#quickOf(test, scanner);
    quick?.takeTest(text);
    if (quick !== null) this.#names.push([this.#claim, name, quick]);
    return quick;
  }

  #openScanner(): TraceScanner {
    if (this.#scanner !== null) return this.#scanner;
    const scanner = new TraceScanner(this.#options.compileScanner());
    const { compares } = this.#options;
    if (typeof compares === 'object') scanner.identities.watch(compares);
    this.#scanner = scanner;
    return scanner;
  }

  #counterOf(path: string): LineCounter {
    let counter = this.#counters.get(path);
    if (counter === undefined) this.#counters.set(path, (counter = new LineCounter(path)));
    return counter;
  }

  #quickOf(test: TestTraces, scanner: TraceScanner): QuickRuns | null {
    const known = this.#quick.get(test);
    if (known !== undefined) return known;
    const quick = QuickRuns.of(test, scanner, this.#placeOf.get(test) as number);
    this.#quick.set(test, quick);
    if (quick === null) return null;
    this.#byTaker.set(quick.taker, quick);
    // Lines that could not be read may have been its first runs.
    quick.resume(this.#job);
    return quick;
  }

  /** What others need to know to do later jobs, where all before them were done here. */
  precompute(): PrecomputedTable {
    const places = this.#places();
    return {
      tools: this.#openScanner().tools,
      tests: [...places].map(([quick, place]) => [place, quick.precompute()]),
      names: this.#names.map(([claim, name, quick]) => [claim, name, places.get(quick) as number]),
    };
  }

  #places(): ReadonlyMap<QuickRuns, number> {
    const places = new Map<QuickRuns, number>();
    for (const [place, test] of this.#options.tests.entries()) {
      const quick = test === null ? null : this.#quick.get(test);
      if (quick) places.set(quick, place);
    }
    return places;
  }

  /** Goes on with a precomputed table. */
  useTable({ tools, tests }: PrecomputedTable): void {
    const scanner = this.#openScanner();
    const numbers = tools.map((tool) => scanner.addTool(tool));
    for (const [place, precomputed] of tests) {
      const test = this.#options.tests[place] ?? null;
      if (test !== null) this.#quickOf(test, scanner)?.useTable(renumber(precomputed, numbers));
    }
  }

  /** Goes on with what workers counted by the table made here. */
  adopt({ tools, tests, kinds }: CountedRuns): void {
    const calls = tools.map(plainCall);
    const callOf = (tool: number): ToolCall => calls[tool] as ToolCall;
    const takers = tests.map((place) => this.#quick.get(this.#options.tests[place] as TestTraces));
    for (const kind of kinds) takers[kind.taker]?.adopt(kind, callOf);
  }

  /** Gives the tests what was only counted; answers what was not scored. */
  finish(): CountedRuns {
    const unscored = this.#unscored();
    for (const quick of this.#byTaker.values()) quick.finish();
    return unscored;
  }

  #unscored(): CountedRuns {
    const kinds: CountedKind[] = [];
    for (const one of this.#scanner?.runs.newKinds() ?? []) {
      const quick = this.#byTaker.get(one.taker);
      if (quick?.hasScored(one.kind) === true) quick.score(one);
      else kinds.push(one);
    }
    const tests: number[] = [];
    for (const [quick, place] of this.#places()) tests[quick.taker] = place;
    return { tools: this.#scanner?.tools ?? [], tests, kinds };
  }
}
