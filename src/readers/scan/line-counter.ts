import { readSync } from 'node:fs';

const LF = 0x0a;
const BLOCK_BYTES = 128 * 1024;

/** Counts the lines before a place of a file, from the last place on that was asked for. */
export class LineCounter {
  readonly #fd: number;
  #offset = 0;
  #lines = 0;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** How many lines end before `offset`. */
  before(offset: number): number {
    if (offset < this.#offset) {
      this.#offset = 0;
      this.#lines = 0;
    }
    const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, offset - this.#offset));
    while (this.#offset < offset) {
      const wanted = Math.min(block.length, offset - this.#offset);
      const count = readSync(this.#fd, block, 0, wanted, this.#offset);
      if (count === 0) break;
      for (let at = block.indexOf(LF); at >= 0 && at < count; at = block.indexOf(LF, at + 1))
        this.#lines += 1;
      this.#offset += count;
    }
    return this.#lines;
  }
}
