import type { ScannerExports } from './instantiate.ts';

/** What a run may show that is still wanted, beside its missing classes in the lower bits. */
export const SHOWN = {
  hit: 0x0100_0000,
  repeat: 0x0200_0000,
  unexpected: 0x0400_0000,
  failed: 0x0800_0000,
  duplicate: 0x1000_0000,
  /** Every run. */
  any: 0x2000_0000,
} as const;

/** A kind of runs that the scanner counted before anybody was told of one. */
export interface CountedKind {
  readonly kind: number;
  readonly taker: number;
  readonly classes: number;
  readonly counts: number;
  /** The calls of one of the runs. */
  readonly calls: Int32Array;
}

/**
 * Counts runs by their kinds while they are scanned: which classes were called, and how many calls hit, repeated,
 * missed, failed or were made twice.
 */
export class RunCounter {
  readonly #exports: ScannerExports;
  /** The end of the examples that were asked for. */
  #seenTo: number | null = null;

  constructor(exports: ScannerExports) {
    this.#exports = exports;
  }

  /** How many runs the last scan only counted. */
  get last(): number {
    return this.#exports.runsCounted();
  }

  /** The number of someone to count for, to whom these faults of calls matter; 0 when there are too many. */
  addTaker(faults: number): number {
    return this.#exports.addTaker(faults);
  }

  /** Runs of the test with this text (-1: without one) are a taker's. */
  giveTest(test: number, taker: number): void {
    this.#exports.giveTest(test, taker);
  }

  /** All tests are nobody's. */
  takeTests(): void {
    this.#exports.takeTests();
  }

  /** How many runs of a taker were counted. */
  countedOf(taker: number): number {
    return this.#exports.countedOf(taker) >>> 0;
  }

  /** From now on runs of a taker that show nothing of this, as in `SHOWN`, are only counted. */
  setWanted(taker: number, wanted: number): void {
    this.#exports.setWanted(taker, wanted);
  }

  /** Counts the run that was found after all, if that is enough. */
  countFound(): boolean {
    return this.#exports.countRun() !== 0;
  }

  /** Says what a taker makes of a tool: bits of `KNOWN`. Runs with other tools are not counted. */
  setView(taker: number, tool: number, view: number): void {
    this.#exports.setView(taker, tool, view);
  }

  /** The kind of the run that was found; -1 when its calls do not tell it. */
  kindOf(taker: number): number {
    return this.#exports.kindOfRun(taker);
  }

  /** Whether the run whose kind was asked for shows a tool, or a fault of one, that was not seen before. */
  get isNew(): boolean {
    return this.#exports.isNewRun() !== 0;
  }

  /** Whether it has tools that may be confused with others. */
  get hasRivals(): boolean {
    return this.#exports.hasRivalTools() !== 0;
  }

  /** Runs of a kind are only counted from now on. */
  settle(kind: number): void {
    this.#exports.settleKind(kind);
  }

  /** The number of a kind by what its runs are; -1 when there is no room. */
  findKind(taker: number, classes: number, counts: number): number {
    return this.#exports.findKind(taker, classes, counts);
  }

  /** How many runs of a kind were counted. */
  timesOf(kind: number): number {
    return this.#kind(kind)[3]!;
  }

  /** The kinds that were counted unasked since this was last asked for. */
  newKinds(): readonly CountedKind[] {
    const exports = this.#exports;
    const found: CountedKind[] = [];
    let at = (this.#seenTo ??= exports.examplesAt());
    const end = exports.examplesEnd();
    while (at < end) {
      const [kind = 0, count = 0] = new Uint32Array(exports.memory.buffer, at, 2);
      const calls = new Int32Array(exports.memory.buffer, at + 8, count).slice();
      const [owner = 0, classes = 0, counts = 0] = this.#kind(kind);
      found.push({ kind, taker: owner & TAKER, classes, counts, calls });
      at += 8 + 4 * count;
    }
    this.#seenTo = at;
    return found;
  }

  /** Taker, classes, counts and times of a kind. */
  #kind(kind: number): Uint32Array {
    return new Uint32Array(this.#exports.memory.buffer, this.#exports.kindsAt() + 16 * kind, 4);
  }
}

/** The bits of an entry that are its taker. */
const TAKER = 0x7fff_ffff;
