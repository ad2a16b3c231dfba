import { BILLION, type Trace, type UsageTotals } from '#core';
import type { ScannerExports } from './instantiate.ts';

/** What a run may show that is still wanted, beside its missing classes in the lower bits. */
export const SHOWN = {
  hit: 0x0100_0000,
  repeat: 0x0200_0000,
  unexpected: 0x0400_0000,
  failed: 0x0800_0000,
  duplicate: 0x1000_0000,
} as const;

/** Who is counted for. */
export interface TakerSpec {
  /** The faults of calls that matter, as in `CALL`. */
  readonly faults: number;
  /** How many classes of tools there are. */
  readonly classes: number;
  /** Whether runs that differ in nothing but how often they repeat are of one kind. */
  readonly ignoresRepeats: boolean;
}

/** How many runs of a kind were counted, and how many of their calls repeat what their classes had. */
export interface KindTotals {
  readonly times: number;
  readonly repeats: number;
}

/** A kind of runs that the scanner counted before anybody was told of one. */
export interface CountedKind extends KindTotals {
  readonly kind: number;
  readonly taker: number;
  readonly classes: number;
  readonly counts: number;
  /** The first of the runs: its job, and its number among those of the job that have none. */
  readonly job: number;
  readonly number: number;
  /** The calls of one of the runs. */
  readonly calls: readonly number[];
}

/**
 * Counts runs by their kinds while they are scanned: which classes were called, and how many calls hit, repeated,
 * missed, failed or were made twice.
 */
export class RunCounter {
  readonly #exports: ScannerExports;
  /** The memory as numbers of 32 bits. */
  readonly #words: Uint32Array;
  /** The end of the examples that were asked for. */
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

  /** Runs belong to this job from now on. */
  beginJob(job: number): void {
    this.#exports.setJob(job);
  }

  /** The number of someone to count for, by the place of the test; 0 when there are too many. */
  addTaker({ faults, classes, ignoresRepeats }: TakerSpec, place: number): number {
    return this.#exports.addTaker(faults, classes, ignoresRepeats ? ~REPEATS : -1, place);
  }

  /** Runs of the test with this text (-1: without one) are a taker's. */
  giveTest(test: number, taker: number): void {
    this.#exports.giveTest(test, taker);
  }

  /** All tests are nobody's. */
  takeTests(): void {
    this.#exports.takeTests();
  }

  /** The number that a taker's next run will have in its job: counted ones have theirs. */
  nextOf(taker: number): number {
    return this.#exports.nextOf(taker) >>> 0;
  }
  setNext(taker: number, number: number): void {
    this.#exports.setNext(taker, number);
  }

  /** From now on runs of a taker that show nothing of this, as in `SHOWN`, are only counted. */
  setWanted(taker: number, wanted: number): void {
    this.#exports.setWanted(taker, wanted);
  }

  /** Counts the run that was found after all, if that is enough. `rivalsAreKnown`: those of its tools that may be confused were seen together before. */
  countFound(rivalsAreKnown: boolean): boolean {
    return this.#exports.countRun(rivalsAreKnown) !== 0;
  }

  /** Says what a taker makes of a tool: bits of `KNOWN`. Runs with other tools are not counted. */
  setView(taker: number, tool: number, view: number): void {
    this.#exports.setView(taker, tool, view);
  }

  /** Whether the calls of the run that was found tell its kind. */
  weigh(taker: number): boolean {
    return this.#exports.weighRun(taker) !== 0;
  }

  /** The kind of the run that was found, which is somebody's from now on; -1 when its calls do not tell it. */
  kindOf(taker: number): number {
    return this.#exports.kindOfRun(taker);
  }

  /** Whether the run that was weighed has tools that may be confused with others. */
  get hasRivals(): boolean {
    return this.#exports.hasRivalTools() !== 0;
  }

  /** The number of a kind by what its runs are; -1 when there is no room. */
  findKind(taker: number, classes: number, counts: number): number {
    return this.#exports.findKind(taker, classes, counts);
  }

  /** How many runs of a kind were counted. */
  totalsOf(kind: number): KindTotals {
    return this.#totalsAt((this.#exports.kindsAt() >> 2) + 8 * kind);
  }

  /** What the counted runs of a taker used, beside calls; null where none was counted. */
  usageOf(taker: number): UsageTotals | null {
    const at = this.#exports.usageAt(taker) >> 2;
    const lacks = this.#words[at]!;
    if (lacks === 0) return null;
    const sums = SUMMED.flatMap((figure, i) => {
      const low = at + 2 + 2 * i;
      const sum = this.#words[low]! + 2 ** 32 * this.#words[low + 1]!;
      return (lacks & (1 << i)) === 0 && Number.isSafeInteger(sum) ? [[figure, sum] as const] : [];
    });
    return Object.fromEntries(sums);
  }

  /** What the run that was found used. */
  get found(): Pick<Trace, 'usage' | 'durationMs'> {
    const [inputTokens, outputTokens, cost, time] = [0, 1, 2, 3].map((figure) => {
      const used = this.#exports.usedByTrace(figure);
      return used < 0 ? null : used;
    }) as [number | null, number | null, number | null, number | null];
    return {
      usage: { inputTokens, outputTokens, cost: cost === null ? null : cost / BILLION },
      ...(time === null ? {} : { durationMs: time }),
    };
  }

  #totalsAt(entry: number): KindTotals {
    const words = this.#words;
    return { times: words[entry + 3]!, repeats: words[entry + 4]! + 2 ** 32 * words[entry + 5]! };
  }

  /** The kinds that were counted unasked since this was last asked for. */
  newKinds(): readonly CountedKind[] {
    const exports = this.#exports;
    const words = this.#words;
    const found: CountedKind[] = [];
    let at = this.#seenTo;
    const end = exports.examplesEnd() >> 2;
    const kinds = exports.kindsAt() >> 2;
    while (at < end) {
      const kind = words[at]!;
      const calls = at + 2;
      at = calls + words[at + 1]!;
      const entry = kinds + 8 * kind;
      found.push({
        kind,
        taker: words[entry]!,
        classes: words[entry + 1]!,
        counts: words[entry + 2]!,
        ...this.#totalsAt(entry),
        job: words[entry + 6]!,
        number: words[entry + 7]!,
        calls: Array.from(words.subarray(calls, at)),
      });
    }
    this.#seenTo = at;
    return found;
  }
}

/** The figures that are summed, in the scanner's order. */
const SUMMED = ['tokens', 'cost', 'time'] as const;

/** The bits of a run's counts that tell how many calls repeat. */
const REPEATS = 0x3f << 6;
