import type { Trace } from '#core';
import type { HashSet, RunHashes } from './hash-set.ts';
import type { ScannerExports } from './instantiate.ts';

/** Only the first bytes of a text are hashed. */
const TEXT_BYTES = 256;
/** Shorter texts never have more bytes. */
const SHORT_LETTERS = TEXT_BYTES / 3;
/** With more hashes than this they are taken before the next block: the scanner has room for those of a whole block. */
const MANY_NOTED = 16_384;
const WATCHED_BITS = 2 ** 20;

/** Numbers of runs are hashed as if they were ids of other tests. */
const NUMBERS = 2 ** 31;

/**
 * Hashes of what identifies runs: their test, case, and id or number. Runs with different hashes are different runs; runs with
 * one hash must be compared.
 */
export class RunIdentities {
  readonly #exports: ScannerExports;
  readonly #words: Uint32Array;
  readonly #bytes: Buffer;
  readonly #scratch: Buffer;
  /** The hashes of parsed runs, and those that were taken out of the scanner. */
  #noted: number[] = [];
  #taken: RunHashes[] = [];
  /** The hashes whose runs are compared; null: none. */
  #watched: HashSet | null = null;

  constructor(exports: ScannerExports) {
    const { buffer } = exports.memory;
    this.#exports = exports;
    this.#words = new Uint32Array(buffer);
    this.#bytes = Buffer.from(buffer);
    this.#scratch = Buffer.from(buffer, exports.scratchAt(), 2 * TEXT_BYTES);
  }

  /** Runs with these hashes are not counted. */
  watch(hashes: HashSet): void {
    this.#watched = hashes;
    this.#exports.watch();
    const at = this.#exports.watchedAt();
    hashes.each((low) => {
      const bit = low % WATCHED_BITS;
      this.#bytes[at + (bit >> 3)]! |= 1 << (bit & 7);
    });
  }

  /** Whether a run of the test at a place must be compared with others; collects its hash where that is not known yet. */
  mayRepeat(place: number, { id, run, case: row }: Trace): boolean {
    const byId = id !== null && this.#mayRepeat(place, id, row);
    const byRun = run !== null && this.#mayRepeat(place + NUMBERS, String(run), row);
    return byId || byRun;
  }

  #mayRepeat(place: number, name: string, row: string | null): boolean {
    const rowBytes = row === null ? -1 : this.#write(row, TEXT_BYTES);
    this.#exports.hashScratch(place, this.#write(name, 0), rowBytes);
    const at = this.#exports.scratchAt() >> 2;
    const [low, high] = [this.#words[at]!, this.#words[at + 1]!];
    if (this.#watched !== null) return this.#watched.has(low, high);
    this.#noted.push(low, high);
    return false;
  }

  /** Writes the first bytes of a text into the scratch area; returns how many bytes it has. */
  #write(text: string, at: number): number {
    if (text.length <= SHORT_LETTERS) return this.#scratch.write(text, at);
    const bytes = Buffer.from(text);
    bytes.copy(this.#scratch, at, 0, TEXT_BYTES);
    return bytes.length;
  }

  /** Collects the hash of the scanned run; false when its line must be parsed and the run compared. */
  noteRun(testId: number): boolean {
    return this.#exports.noteIdentity(testId) !== 0;
  }

  /** Makes room for the runs of another block. */
  makeRoom(): void {
    if (this.#exports.identitiesNoted() > MANY_NOTED) this.#takeOut();
  }

  #takeOut(): void {
    const at = this.#exports.identitiesAt() >> 2;
    const count = this.#exports.identitiesNoted();
    if (count > 0) this.#taken.push(this.#words.slice(at, at + 2 * count));
    this.#exports.dropIdentities();
  }

  /** The hashes of all runs since the last call. */
  take(): readonly RunHashes[] {
    this.#takeOut();
    const hashes = this.#taken;
    if (this.#noted.length > 0) hashes.push(Uint32Array.from(this.#noted));
    this.#taken = [];
    this.#noted = [];
    return hashes;
  }
}
