import { closeSync, openSync, readSync } from 'node:fs';

const LF = 0x0a;
const BLOCK_BYTES = 128 * 1024;

/** Counts the lines before places of a file, continuing from the last place. */
export class LineCounter {
  readonly #path: string;
  readonly #start: number;
  readonly #linesAtStart: number;
  #offset: number;
  #lines: number;

  /** Lines are counted from `start` on, beginning with a number. */
  constructor(path: string, start = 0, linesAtStart = 0) {
    this.#path = path;
    this.#start = start;
    this.#linesAtStart = linesAtStart;
    this.#offset = start;
    this.#lines = linesAtStart;
  }

  /** How many lines end before `offset`. */
  before(offset: number): number {
    if (offset < this.#offset) {
      this.#offset = this.#start;
      this.#lines = this.#linesAtStart;
    }
    if (offset > this.#offset) this.#countTo(offset);
    return this.#lines;
  }

  #countTo(offset: number): void {
    const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, offset - this.#offset));
    let fd: number | null = null;
    try {
      fd = openSync(this.#path, 'r');
      while (this.#offset < offset) {
        const size = Math.min(block.length, offset - this.#offset);
        const count = readSync(fd, block, 0, size, this.#offset);
        if (count === 0) return;
        for (let at = block.indexOf(LF); at >= 0 && at < count; at = block.indexOf(LF, at + 1))
          this.#lines += 1;
        this.#offset += count;
      }
    } catch {
      // The file went away while it was read: only the lines so far can be counted.
    } finally {
      if (fd !== null) closeSync(fd);
    }
  }
}
