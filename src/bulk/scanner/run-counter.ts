import { BILLION, type Trace, type UsageTotals } from '#core';
import type { ScannerExports } from './instantiate.ts';

/** The evidence that a run may add, as bits: the slots it misses in the lower bits, then verdicts of its calls. */
export const EVIDENCE = {
  hit: 0x0100_0000,
  repeat: 0x0200_0000,
  unexpected: 0x0400_0000,
  failed: 0x0800_0000,
  duplicate: 0x1000_0000,
} as const;

/** What distinguishes the call sequences of a test. */
export interface CountingSpec {
  /** The faults of calls that matter, as in `CALL`. */
  readonly faults: number;
  /** How many classes of tools there are. */
  readonly classes: number;
  /** Whether runs that differ only in how many calls they repeat have the same sequence. */
  readonly ignoresRepeats: boolean;
}

/** How many runs with a call sequence were counted, and how many of their calls have the verdict "repeat". */
export interface SequenceTotals {
  readonly times: number;
  readonly repeats: number;
}

/** What distinguishes a call sequence of a test from others. */
export interface SequenceKey {
  readonly classes: number;
  readonly counts: number;
}

/** A distinct call sequence, and its runs that the scanner counted before one of them was scored. */
export interface CountedSequence extends SequenceTotals, SequenceKey {
  readonly sequence: number;
  readonly testId: number;
  /** The first of the runs: its job, and its number among those of the job that have none. */
  readonly job: number;
  readonly number: number;
  /** The calls of one of the runs. */
  readonly calls: readonly number[];
}

/**
 * Counts runs by their call sequences while they are scanned. Two runs have the same sequence when they called the same
 * classes, and equally many calls hit, repeated, were unexpected, failed or were made twice.
 */
export class RunCounter {
  readonly #exports: ScannerExports;
  /** The memory as numbers of 32 bits. */
  readonly #words: Uint32Array;
  /** The end of the examples that were returned. */
  #seenTo: number;

  constructor(exports: ScannerExports) {
    this.#exports = exports;
    this.#words = new Uint32Array(exports.memory.buffer);
    this.#seenTo = exports.examplesAt() >> 2;
  }

  /** How many runs the last scan only counted. */
  get last(): number {
    return this.#exports.runsCounted();
  }

  /** Following runs belong to this job. */
  beginJob(job: number): void {
    this.#exports.setJob(job);
  }

  /** The number of a new test, by its place; 0 when there are too many. */
  addTest({ faults, classes, ignoresRepeats }: CountingSpec, place: number): number {
    return this.#exports.addTest(faults, classes, ignoresRepeats ? ~REPEATS : -1, place);
  }

  /** Runs with this name of their test (-1: without one) belong to a test. */
  assignName(test: number, testId: number): void {
    this.#exports.assignName(test, testId);
  }

  /** Names belong to no test any more. */
  clearNames(): void {
    this.#exports.clearNames();
  }

  /** The number of a test's next run in its job, after those that were counted. */
  nextOf(testId: number): number {
    return this.#exports.nextOf(testId) >>> 0;
  }
  setNext(testId: number, number: number): void {
    this.#exports.setNext(testId, number);
  }

  /** Runs of a test without any of this evidence, bits of `EVIDENCE`, are only counted. */
  setEvidence(testId: number, evidence: number): void {
    this.#exports.setEvidence(testId, evidence);
  }

  /** Whether counted runs of a test may be listed. */
  setListing(testId: number, lists: boolean): void {
    this.#exports.setListing(testId, lists);
  }

  /** Runs of a call sequence are not listed any more. */
  settle(sequence: number): void {
    this.#exports.settleSequence(sequence);
  }

  /** The same of a call sequence by what it is. */
  settleBefore(testId: number, { classes, counts }: SequenceKey): void {
    this.#exports.settleBefore(testId, classes, counts);
  }

  /** The call sequence of the run that was counted last; -1 where it is not to be listed. */
  get listedSequence(): number {
    return this.#exports.runIsListed() === 0 ? -1 : this.#exports.sequenceListed();
  }

  /** What a call sequence is. */
  keyOf(sequence: number): SequenceKey {
    const entry = (this.#exports.sequencesAt() >> 2) + 8 * sequence;
    return { classes: this.#words[entry + 1]!, counts: this.#words[entry + 2]! };
  }

  /** Counts the scanned run, if that is enough. `ambiguityIsKnown`: a scored run had its ambiguous tools. */
  countRun(ambiguityIsKnown: boolean): boolean {
    return this.#exports.countRun(ambiguityIsKnown) !== 0;
  }

  /** Sets the facts about a tool of a test: bits of `FACTS`. Runs with other tools are not counted. */
  setToolFacts(testId: number, tool: number, facts: number): void {
    this.#exports.setToolFacts(testId, tool, facts);
  }

  /** Finds the call sequence of the scanned run; false when its line must be parsed for it. */
  classify(testId: number): boolean {
    return this.#exports.classifyRun(testId) !== 0;
  }

  /** The number of the scanned run's call sequence; -1 when its line must be parsed for it. */
  sequenceOf(testId: number): number {
    return this.#exports.sequenceOfRun(testId);
  }

  /** Whether the classified run has ambiguous tools. */
  get hasAmbiguous(): boolean {
    return this.#exports.hasAmbiguousTools() !== 0;
  }

  /** The number of a call sequence; -1 when there is no room. */
  findSequence(testId: number, classes: number, counts: number): number {
    return this.#exports.findSequence(testId, classes, counts);
  }

  /** The counted runs of a call sequence. */
  totalsOf(sequence: number): SequenceTotals {
    return this.#totalsAt((this.#exports.sequencesAt() >> 2) + 8 * sequence);
  }

  /** What the counted runs of a test used, beside calls; null where none was counted. */
  usageOf(testId: number): UsageTotals | null {
    const at = this.#exports.usageAt(testId) >> 2;
    const lacks = this.#words[at]!;
    if (lacks === 0) return null;
    const sums = SUMMED.flatMap((figure, i) => {
      const low = at + 2 + 2 * i;
      const sum = this.#words[low]! + 2 ** 32 * this.#words[low + 1]!;
      return (lacks & (1 << i)) === 0 && Number.isSafeInteger(sum) ? [[figure, sum] as const] : [];
    });
    return Object.fromEntries(sums);
  }

  /** What the scanned run used. */
  get used(): Pick<Trace, 'usage' | 'durationMs'> {
    const [inputTokens, outputTokens, cost, time] = [0, 1, 2, 3].map((figure) => {
      const used = this.#exports.usedByTrace(figure);
      return used < 0 ? null : used;
    }) as [number | null, number | null, number | null, number | null];
    return {
      usage: { inputTokens, outputTokens, cost: cost === null ? null : cost / BILLION },
      ...(time === null ? {} : { durationMs: time }),
    };
  }

  #totalsAt(entry: number): SequenceTotals {
    const words = this.#words;
    return { times: words[entry + 3]!, repeats: words[entry + 4]! + 2 ** 32 * words[entry + 5]! };
  }

  /** The call sequences that were counted before one of their runs was scored; each is returned once. */
  newSequences(): readonly CountedSequence[] {
    const exports = this.#exports;
    const words = this.#words;
    const result: CountedSequence[] = [];
    let at = this.#seenTo;
    const end = exports.examplesEnd() >> 2;
    const sequences = exports.sequencesAt() >> 2;
    while (at < end) {
      const sequence = words[at]!;
      const calls = at + 2;
      at = calls + words[at + 1]!;
      const entry = sequences + 8 * sequence;
      result.push({
        sequence,
        testId: words[entry]!,
        classes: words[entry + 1]!,
        counts: words[entry + 2]!,
        ...this.#totalsAt(entry),
        job: words[entry + 6]! & JOB,
        number: words[entry + 7]!,
        calls: Array.from(words.subarray(calls, at)),
      });
    }
    this.#seenTo = at;
    return result;
  }
}

/** The figures that are summed, in the scanner's order. */
const SUMMED = ['tokens', 'cost', 'time'] as const;

/** The highest byte says how many runs were listed. */
const JOB = 0x00ff_ffff;

/** The bits of a run's counts for repeated calls. */
const REPEATS = 0x3f << 6;
