import { ROW_SEARCH_BASE64 } from './row-search.generated.ts';

/** As much of the runtime's interface as is used; the types of Node 20 leave it out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface SearchExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
  search(
    text: number,
    textEnd: number,
    term: number,
    length: number,
    rowEnds: number,
    marks: number,
    round: number,
  ): number;
}

const PAGE = 65_536;
/** Where the memory of a search begins, and how much may be read behind a text. */
const START = 1024;
const PADDING = 64;
export const MAX_TERM_BYTES = 4096;

let compiled: object | null = null;

/** Text in rows, in memory of its own, which finds the rows that contain terms. */
export class RowSearch {
  readonly #exports: SearchExports;
  readonly #rows: number;
  readonly #textAt: number;
  readonly #textEnd: number;
  readonly #marksAt: number;
  readonly #rowEndsAt: number;

  /** Rows end at `rowEnds`, which are places in the text. */
  constructor(rowEnds: Uint32Array) {
    compiled ??= new WebAssembly.Module(Buffer.from(ROW_SEARCH_BASE64, 'base64'));
    this.#exports = new WebAssembly.Instance(compiled).exports as SearchExports;
    this.#rows = rowEnds.length;
    this.#rowEndsAt = START + MAX_TERM_BYTES;
    this.#marksAt = this.#rowEndsAt + 4 * this.#rows;
    this.#textAt = this.#marksAt + this.#rows;
    this.#textEnd = this.#textAt + (rowEnds.at(-1) ?? 0);
    const { memory } = this.#exports;
    const missing = this.#textEnd + MAX_TERM_BYTES + PADDING - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    new Uint32Array(memory.buffer, this.#rowEndsAt, this.#rows).set(rowEnds);
  }

  /** The memory of the text, which the caller fills. */
  get text(): Uint8Array {
    const { buffer } = this.#exports.memory;
    return new Uint8Array(buffer, this.#textAt, this.#textEnd - this.#textAt);
  }

  /** A mark for each row: the number of terms where it contains all of them, otherwise less. Overwritten by the next search. */
  search(terms: readonly Uint8Array[]): Uint8Array {
    const { memory } = this.#exports;
    const marks = new Uint8Array(memory.buffer, this.#marksAt, this.#rows).fill(0);
    for (const [round, term] of terms.entries()) {
      new Uint8Array(memory.buffer, START, MAX_TERM_BYTES).set(term);
      const [from, to] = [this.#textAt, this.#textEnd];
      this.#exports.search(from, to, START, term.length, this.#rowEndsAt, this.#marksAt, round);
    }
    return marks;
  }
}
