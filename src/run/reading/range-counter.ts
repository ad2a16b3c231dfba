import { closeSync } from 'node:fs';
import type { UsageTotals, RunNumbersState } from '#core';
import { openFile } from '#platform';
import { type LineRange, RangeScan, type RunHashes, type TraceScanner } from '#readers';
import { type CountedRuns, type PrecomputedTable, renumber } from './precomputed-table.ts';

type RunsOfJobs = RunNumbersState['jobs'];

/** How many runs of tests there were, by the places of these. */
export type RunsOfTests = readonly (readonly [test: number, runs: number])[];

/** What became of a range. */
export interface CountedRange {
  readonly records: number;
  /** The hashes of the counted runs that have an id. */
  readonly hashes: readonly RunHashes[];
  /** What begins with the first line that someone must look at, and the runs before it; null where there is none. */
  readonly rest: { readonly range: LineRange; readonly before: RunsOfTests } | null;
}

/** What a counter has in the end; plain data. */
export interface CounterState {
  readonly counted: CountedRuns;
  /** How many runs of a test there were, by jobs. */
  readonly numbers: readonly (readonly [test: number, jobs: RunsOfJobs])[];
  /** What the counted runs of a test used. */
  readonly usage: readonly (readonly [test: number, usage: UsageTotals | null])[];
}

interface CountedTest {
  readonly taker: number;
  readonly jobs: [job: number, runs: number][];
}

/** Counts the runs of ranges by a precomputed table, up to the first line that shows something else. */
export class RangeCounter {
  readonly #scanner: TraceScanner;
  readonly #names: PrecomputedTable['names'];
  readonly #tests = new Map<number, CountedTest>();
  /** The claim whose runs are counted. */
  #claim = -1;

  constructor(scanner: TraceScanner, { tools, tests, names }: PrecomputedTable) {
    this.#scanner = scanner;
    this.#names = names;
    const numbers = tools.map((tool) => scanner.addTool(tool));
    for (const [place, precomputed] of tests) {
      const { spec, wanted, views } = renumber(precomputed, numbers);
      const taker = scanner.runs.addTaker(spec, place);
      if (taker === 0) continue;
      for (const [tool, known] of views) scanner.runs.setView(taker, tool, known);
      scanner.runs.setWanted(taker, wanted);
      this.#tests.set(place, { taker, jobs: [] });
    }
  }

  /** Counts the runs of a job's range as far as that goes. */
  count(job: number, claim: number, range: LineRange): CountedRange {
    if (claim !== this.#claim) this.#turnTo(claim);
    const { runs } = this.#scanner;
    runs.beginJob(job);
    for (const { taker } of this.#tests.values()) runs.setNext(taker, 0);
    const opened = openFile(range.path, range.label);
    // The ordinary reader finds out why.
    if (!opened.ok) return { records: 0, hashes: [], rest: { range, before: [] } };
    const { fd } = opened.file;
    try {
      const scan = new RangeScan(range, fd, this.#scanner);
      const open = scan.next();
      const start = open === null ? scan.end : open.offset;
      const counted = { records: scan.counted, hashes: this.#scanner.identities.take() };
      if (start < range.end)
        return { ...counted, rest: { range: { ...range, start }, before: this.#runs() } };
      for (const [place, count] of this.#runs()) this.#tests.get(place)?.jobs.push([job, count]);
      return { ...counted, rest: null };
    } finally {
      closeSync(fd);
    }
  }

  /** The runs of the job that were counted. */
  #runs(): RunsOfTests {
    return [...this.#tests].flatMap(([place, { taker }]) => {
      const count = this.#scanner.runs.nextOf(taker);
      return count === 0 ? [] : [[place, count] as const];
    });
  }

  #turnTo(claim: number): void {
    const { runs } = this.#scanner;
    this.#claim = claim;
    runs.takeTests();
    for (const [its, name, place] of this.#names) {
      const test = its === claim ? this.#tests.get(place) : undefined;
      if (test === undefined) continue;
      const text = name === null ? -1 : this.#scanner.addText(name);
      // A name that did not fit is not matched.
      if (name === null || text >= 0) runs.giveTest(text, test.taker);
    }
  }

  finish(): CounterState {
    const tests: number[] = [];
    for (const [place, { taker }] of this.#tests) tests[taker] = place;
    return {
      counted: { tools: this.#scanner.tools, tests, kinds: this.#scanner.runs.newKinds() },
      numbers: [...this.#tests].map(([place, { jobs }]) => [place, jobs]),
      usage: [...this.#tests].map(([place, { taker }]) => [
        place,
        this.#scanner.runs.usageOf(taker),
      ]),
    };
  }
}
