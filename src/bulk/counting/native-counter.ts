import {
  orderAt,
  plainCall,
  type RunLocation,
  type RunOutcome,
  type ToolCall,
  type Trace,
  type Verdict,
} from '#core';
import type { LineRange } from '../line-range.ts';
import type { HashSet, RunHashes } from '../scanner/hash-set.ts';
import type { ScannerModule } from '../scanner/instantiate.ts';
import { type OpenLines, RangeScan } from '../scanner/range-scan.ts';
import type { CountedSequence } from '../scanner/run-counter.ts';
import { LINE, TraceScanner } from '../scanner/trace-scanner.ts';
import { type ListedLine, locationOf } from './listed-line.ts';
import { type CountedRuns, type PrecomputedTable, renumber } from './precomputed-table.ts';
import { type CountableTest, TestCounter } from './test-counter.ts';

export interface NativeCounterOptions<T extends CountableTest> {
  /** All tests in their places; null for those without a job here. */
  readonly tests: readonly (T | null)[];
  /** Runs of all other tests are skipped. */
  readonly selected: ReadonlySet<T>;
  /** Runs with these hashes are not counted, so that they can be compared; null: the hashes of all runs are collected. */
  readonly compared: HashSet | null;
  /** Whether call sequences that were only counted are scored here; otherwise `finish` returns them. */
  readonly scores: boolean;
  readonly compileScanner: () => ScannerModule;
  /** Adds a run that must be scored: usage and calls without arguments. The whole of it can be read at its location. */
  addRun(test: T, trace: Trace, job: number, location: RunLocation): RunOutcome;
}

/** A part of the input: its job, the claim it belongs to, and the tests of that claim by name. */
export interface CountedPart<T> {
  readonly job: number;
  readonly claim: number;
  readonly findTest: (name: string | null) => T | null;
}

type Match<T> = { readonly test: T; readonly counter: TestCounter } | 'not selected' | null;

/** Counts the runs of native lines, where the scores of their tests follow from what a scan records. */
export class NativeCounter<T extends CountableTest> {
  readonly #options: NativeCounterOptions<T>;
  readonly #placeOf: ReadonlyMap<T, number>;
  /** Made for the first range. */
  #scanner: TraceScanner | null = null;
  readonly #counters = new Map<T, TestCounter | null>();
  readonly #byId = new Map<number, TestCounter>();
  #part: CountedPart<T> | null = null;
  /** The tests of the current claim, by the numbers of their names. */
  readonly #matches = new Map<number, Match<T>>();
  /** All names that belong to a counted test. */
  readonly #names: [claim: number, name: string | null, counter: TestCounter][] = [];
  /** Runs that may be listed, of call sequences that are not scored here. */
  readonly #listed: ListedLine[] = [];

  constructor(options: NativeCounterOptions<T>) {
    this.#options = options;
    this.#placeOf = new Map(
      options.tests.flatMap((test, place) => (test === null ? [] : [[test, place] as const])),
    );
  }

  /** Whether a run must be compared with earlier ones; collects its hash where that is not known yet. */
  mayRepeat(test: T, trace: Trace): boolean {
    if (trace.id === null && trace.run === null) return false;
    return this.#openScanner().identities.mayRepeat(this.#placeOf.get(test) as number, trace);
  }

  /** The hashes of all runs since the last call. */
  takeHashes(): readonly RunHashes[] {
    return this.#scanner?.identities.take() ?? [];
  }

  /** Following runs belong to this part. */
  begin(part: CountedPart<T>): void {
    const scanner = this.#openScanner();
    const isOtherClaim = part.claim !== this.#part?.claim;
    this.#part = part;
    scanner.runs.beginJob(part.job);
    for (const counter of this.#byId.values()) counter.resume(part.job);
    if (!isOtherClaim) return;
    this.#matches.clear();
    scanner.runs.clearNames();
  }

  /** Scans a range of an open file; the scan stops at each line that is not only counted. */
  scan(range: LineRange, fd: number): RangeScan {
    return new RangeScan(range, fd, this.#openScanner());
  }

  /** Adds the run that the scan of a range stopped at; false when its line must be parsed. */
  take(range: LineRange, line: OpenLines): boolean {
    const { lineWords, runs } = this.#openScanner();
    const location = locationOf(range, line);
    if (line.isCounted) {
      this.#list(lineWords[LINE.test]!, lineWords[LINE.run]!, location);
      return true;
    }
    const match = this.#match();
    if (match === null || match === 'not selected') return match !== null;
    const { job } = this.#part as CountedPart<T>;
    const { test, counter } = match;
    const addRun = (trace: Trace): RunOutcome => this.#options.addRun(test, trace, job, location);
    if (!counter.take(job, addRun)) return false;
    const sequence = runs.listedSequence;
    if (sequence >= 0) this.#list(counter.id, sequence, location);
    return true;
  }

  /** Lists a run that was counted, or keeps where it is until its call sequence is scored. */
  #list(testId: number, sequence: number, location: RunLocation): void {
    const { job } = this.#part as CountedPart<T>;
    const number = this.#openScanner().runs.nextOf(testId) - 1;
    if (this.#options.scores) this.#scoreNew();
    if (this.#byId.get(testId)?.list(sequence, orderAt(job, number), location) === true) return;
    this.#listed.push({ testId, sequence, job, number, location });
  }

  #scoreNew(): void {
    for (const sequence of this.#openScanner().runs.newSequences())
      this.#byId.get(sequence.testId)?.score(sequence);
  }

  /** Adds a parsed line with `add`. `isTrace`: it is the run that the scan stopped at. */
  addParsed(isTrace: boolean, add: () => RunOutcome | null): void {
    const { job } = this.#part as CountedPart<T>;
    const match = isTrace ? this.#match() : null;
    const counter = match === null || match === 'not selected' ? null : match.counter;
    const affected = counter === null ? [...this.#byId.values()] : [counter];
    for (const each of affected) each.catchUp(job);
    const outcome = add();
    for (const each of affected) each.resume(job);
    if (outcome !== null) counter?.noteScored(outcome, job);
  }

  /** All runs of the part were added; later parts have later runs. */
  end(): void {
    const { job } = this.#part as CountedPart<T>;
    for (const counter of this.#byId.values()) {
      counter.catchUp(job);
      counter.settle(orderAt(job + 1, 0));
    }
    if (this.#options.scores) this.#scoreNew();
  }

  /** The test of the run that the scan stopped at; null where its line must be parsed. */
  #match(): Match<T> {
    const scanner = this.#openScanner();
    const text = scanner.lineWords[LINE.test]!;
    let match = this.#matches.get(text);
    if (match === undefined) {
      match = this.#findMatch(text, scanner);
      this.#matches.set(text, match);
    }
    return match;
  }

  #findMatch(text: number, scanner: TraceScanner): Match<T> {
    const { claim, findTest } = this.#part as CountedPart<T>;
    const name = text < 0 ? null : scanner.textOf(text);
    const test = findTest(name);
    if (test === null) return null;
    if (!this.#options.selected.has(test)) return 'not selected';
    const counter = this.#counterOf(test, scanner);
    if (counter === null) return null;
    counter.assignName(text);
    this.#names.push([claim, name, counter]);
    return { test, counter };
  }

  #openScanner(): TraceScanner {
    if (this.#scanner !== null) return this.#scanner;
    const scanner = new TraceScanner(this.#options.compileScanner());
    const { compared } = this.#options;
    if (compared !== null) scanner.identities.watch(compared);
    this.#scanner = scanner;
    return scanner;
  }

  #counterOf(test: T, scanner: TraceScanner): TestCounter | null {
    const existing = this.#counters.get(test);
    if (existing !== undefined) return existing;
    const counter = TestCounter.of(test, scanner, this.#placeOf.get(test) as number);
    this.#counters.set(test, counter);
    if (counter === null) return null;
    this.#byId.set(counter.id, counter);
    // Unreadable lines may have been its first runs.
    counter.resume(this.#part?.job ?? 0);
    return counter;
  }

  /** The table for threads that do later jobs, where all jobs before them were done here. */
  precompute(): PrecomputedTable {
    const places = this.#places();
    return {
      tools: this.#openScanner().tools,
      tests: [...places].map(([counter, place]) => [place, counter.precompute()]),
      names: this.#names.map(([claim, name, counter]) => [
        claim,
        name,
        places.get(counter) as number,
      ]),
    };
  }

  #places(): ReadonlyMap<TestCounter, number> {
    const places = new Map<TestCounter, number>();
    for (const [place, test] of this.#options.tests.entries()) {
      const counter = test === null ? null : this.#counters.get(test);
      if (counter) places.set(counter, place);
    }
    return places;
  }

  /** Continues from a precomputed table. */
  useTable({ tools, tests }: PrecomputedTable): void {
    const scanner = this.#openScanner();
    const numbers = tools.map((tool) => scanner.addTool(tool));
    for (const [place, precomputed] of tests) {
      const test = this.#options.tests[place] ?? null;
      if (test !== null) this.#counterOf(test, scanner)?.useTable(renumber(precomputed, numbers));
    }
  }

  /** Adds runs that threads counted by the table computed here. */
  adopt({ tools, tests, sequences, listed }: CountedRuns): void {
    const calls = tools.map(plainCall);
    const callOf = (tool: number): ToolCall => calls[tool] as ToolCall;
    const counters = tests.map((place) => this.#counters.get(this.#options.tests[place] as T));
    const verdicts = new Map<number, Verdict>();
    for (const counted of sequences) {
      const verdict = counters[counted.testId]?.adopt(counted, callOf);
      if (verdict !== undefined) verdicts.set(counted.sequence, verdict);
    }
    for (const { testId, sequence, job, number, location } of listed) {
      const verdict = verdicts.get(sequence);
      if (verdict !== undefined)
        counters[testId]?.listAdopted(orderAt(job, number), verdict, location);
    }
  }

  /** Adds what was counted to the sums of the tests; returns the runs that were not scored. */
  finish(): CountedRuns {
    const unscored = this.#unscored();
    for (const counter of this.#byId.values()) counter.finish();
    return unscored;
  }

  #unscored(): CountedRuns {
    const sequences: CountedSequence[] = [];
    for (const sequence of this.#scanner?.runs.newSequences() ?? []) {
      const counter = this.#byId.get(sequence.testId);
      if (counter?.hasScored(sequence.sequence) === true) counter.score(sequence);
      else sequences.push(sequence);
    }
    const tests: number[] = [];
    for (const [counter, place] of this.#places()) tests[counter.id] = place;
    const listed = this.#listed.filter(
      ({ testId, sequence, job, number, location }) =>
        this.#byId.get(testId)?.list(sequence, orderAt(job, number), location) !== true,
    );
    return { tools: this.#scanner?.tools ?? [], tests, sequences, listed };
  }
}
