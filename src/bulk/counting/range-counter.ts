import { closeSync } from 'node:fs';
import type { UsageTotals, RunNumbersState } from '#core';
import { openFile } from '#platform';
import type { LineRange } from '../line-range.ts';
import type { RunHashes } from '../scanner/hash-set.ts';
import { type OpenLines, RangeScan } from '../scanner/range-scan.ts';
import { LINE, TraceScanner } from '../scanner/trace-scanner.ts';
import type { ScannerModule } from '../scanner/instantiate.ts';
import { type ListedLine, locationOf } from './listed-line.ts';
import { type CountedRuns, type PrecomputedTable, renumber } from './precomputed-table.ts';

type RunsOfJobs = RunNumbersState['jobs'];

/** How many runs each test had, by the places of tests. */
export type RunsOfTests = readonly (readonly [test: number, runs: number])[];

/** What was counted of a range, and the rest that was not. */
export interface CountedRange {
  readonly records: number;
  /** How many lines were counted. */
  readonly lines: number;
  /** The hashes of the counted runs that have an id. */
  readonly hashes: readonly RunHashes[];
  /** The range from the first line on that cannot be counted, and the runs before it; null where all were counted. */
  readonly rest: { readonly range: LineRange; readonly before: RunsOfTests } | null;
}

/** The sums of a counter; plain data. */
export interface CounterState {
  readonly counted: CountedRuns;
  /** How many runs of a test were counted, by jobs. */
  readonly numbers: readonly (readonly [test: number, jobs: RunsOfJobs])[];
  /** What the counted runs of a test used. */
  readonly usage: readonly (readonly [test: number, usage: UsageTotals | null])[];
}

interface CountedTest {
  readonly testId: number;
  readonly jobs: [job: number, runs: number][];
}

/** Counts the runs of ranges by a precomputed table. */
export class RangeCounter {
  readonly #scanner: TraceScanner;
  readonly #names: PrecomputedTable['names'];
  readonly #tests = new Map<number, CountedTest>();
  /** The claim whose runs are counted. */
  #claim = -1;
  readonly #listed: ListedLine[] = [];

  constructor(module: ScannerModule, { tools, tests, names }: PrecomputedTable) {
    const scanner = new TraceScanner(module);
    this.#scanner = scanner;
    this.#names = names;
    const numbers = tools.map((tool) => scanner.addTool(tool));
    for (const [place, precomputed] of tests) {
      const { spec, evidence, facts, lists, settled } = renumber(precomputed, numbers);
      const testId = scanner.runs.addTest(spec, place);
      if (testId === 0) continue;
      for (const [tool, bits] of facts) scanner.runs.setToolFacts(testId, tool, bits);
      scanner.runs.setEvidence(testId, evidence);
      scanner.runs.setListing(testId, lists);
      for (const key of settled) scanner.runs.settleBefore(testId, key);
      this.#tests.set(place, { testId, jobs: [] });
    }
  }

  /** Counts the runs of a range up to the first line that cannot be counted. */
  countRange(
    range: LineRange,
    { job, claim }: { readonly job: number; readonly claim: number },
  ): CountedRange {
    if (claim !== this.#claim) this.#turnTo(claim);
    const { runs } = this.#scanner;
    runs.beginJob(job);
    for (const { testId } of this.#tests.values()) runs.setNext(testId, 0);
    const opened = openFile(range.path, range.displayName);
    // The ordinary reader reports why.
    if (!opened.ok) return { records: 0, lines: 0, hashes: [], rest: { range, before: [] } };
    const { fd } = opened.file;
    try {
      const scan = new RangeScan(range, fd, this.#scanner);
      let open = scan.next();
      for (; open?.isCounted === true; open = scan.next()) this.#list(job, range, open);
      const start = open === null ? scan.end : open.offset;
      const hashes = this.#scanner.identities.take();
      const counted = { records: scan.counted, lines: scan.lines, hashes };
      if (start < range.end) {
        // The reader begins with this line.
        const lines = open === null ? scan.lines : open.line - 1;
        const rest = { range: { ...range, start }, before: this.#runs() };
        return { ...counted, lines, rest };
      }
      for (const [place, count] of this.#runs()) this.#tests.get(place)?.jobs.push([job, count]);
      return { ...counted, rest: null };
    } finally {
      closeSync(fd);
    }
  }

  /** Keeps where a counted run is: it is listed where its verdict is wanted. */
  #list(job: number, range: LineRange, lines: OpenLines): void {
    const { lineWords, runs } = this.#scanner;
    const testId = lineWords[LINE.test]!;
    const number = runs.nextOf(testId) - 1;
    const location = locationOf(range, lines);
    this.#listed.push({ testId, sequence: lineWords[LINE.run]!, job, number, location });
  }

  /** The runs of the job that were counted. */
  #runs(): RunsOfTests {
    return [...this.#tests].flatMap(([place, { testId }]) => {
      const count = this.#scanner.runs.nextOf(testId);
      return count === 0 ? [] : [[place, count] as const];
    });
  }

  #turnTo(claim: number): void {
    const { runs } = this.#scanner;
    this.#claim = claim;
    runs.clearNames();
    for (const [its, name, place] of this.#names) {
      const test = its === claim ? this.#tests.get(place) : undefined;
      if (test === undefined) continue;
      const text = name === null ? -1 : this.#scanner.addText(name);
      // A name that did not fit is not matched.
      if (name === null || text >= 0) runs.assignName(text, test.testId);
    }
  }

  finish(): CounterState {
    const tests: number[] = [];
    for (const [place, { testId }] of this.#tests) tests[testId] = place;
    return {
      counted: {
        tools: this.#scanner.tools,
        tests,
        sequences: this.#scanner.runs.newSequences(),
        listed: this.#listed,
      },
      numbers: [...this.#tests].map(([place, { jobs }]) => [place, jobs]),
      usage: [...this.#tests].map(([place, { testId }]) => [
        place,
        this.#scanner.runs.usageOf(testId),
      ]),
    };
  }
}
