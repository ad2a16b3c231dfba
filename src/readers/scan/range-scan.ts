import { isUtf8 } from 'node:buffer';
import type { ReadFailure } from '../read-codes.ts';
import { readSync } from 'node:fs';
import { fileShrunk, readFailure } from '#platform';
import type { LineRange } from './line-range.ts';
import { LINE, LINE_KINDS, type TraceScanner } from './trace-scanner.ts';

const LF = 0x0a;
// Larger reads leave the cache of a core, and cost several times as much.
const READ_BYTES = 128 * 1024;

/** Bytes that someone must look at: whole lines, or a part of one that is longer than the block. */
export interface OpenLines {
  readonly bytes: Buffer;
  /** Where they stand in the file. */
  readonly offset: number;
  /** The number of the first line, counted from the start of the range. */
  readonly line: number;
  /** The scanner found a trace: one line, of which it knows the calls. */
  readonly isTrace: boolean;
}

/** Scans a range, and stops at everything that the scanner does not count alone. */
export class RangeScan {
  readonly #range: LineRange;
  readonly #fd: number;
  readonly #scanner: TraceScanner;
  /** How many runs were only counted. */
  counted = 0;
  /** Why no more of the range can be read; that ends it. */
  failure: ReadFailure | null = null;
  /** How many lines were passed. */
  #lines = 0;
  /** Where the block stands in the file, how many of its bytes are filled, and which of them are lines to scan. */
  #offset: number;
  #filled = 0;
  #from = 0;
  #to = 0;
  /** Whether a line goes on that did not fit into the block. */
  #isLong = false;

  constructor(range: LineRange, fd: number, scanner: TraceScanner) {
    this.#range = range;
    this.#fd = fd;
    this.#scanner = scanner;
    this.#offset = range.start;
  }

  /** Where it stands in the file. */
  get end(): number {
    return this.#offset + this.#from;
  }

  /** The next bytes to look at, to be used before more are asked for; null at the end. */
  next(): OpenLines | null {
    for (;;) {
      const found = this.#scan();
      if (found !== null) return found;
      this.#moveUp();
      const count = this.#fill();
      // A last line may lack its end.
      if (count === 0) return this.#filled > 0 ? this.#open(this.#filled) : null;
      const odd = this.#isLong ? this.#goOn() : this.#begin();
      if (odd !== null) return odd;
    }
  }

  /** Scans on up to a line that is not only counted. */
  #scan(): OpenLines | null {
    const scanner = this.#scanner;
    while (this.#from < this.#to) {
      const isFound = scanner.scan(this.#from, this.#to);
      this.#from = scanner.scannedTo;
      this.counted += scanner.runs.last;
      this.#lines += scanner.lines;
      if (!isFound) continue;
      const { found, block } = scanner;
      const start = found[LINE.start]!;
      return {
        bytes: block.subarray(start, found[LINE.end]! + 1),
        offset: this.#offset + start,
        line: this.#lines,
        isTrace: found[LINE.kind] !== LINE_KINDS.odd,
      };
    }
    return null;
  }

  /** Makes room behind what was not scanned. */
  #moveUp(): void {
    if (this.#from === 0) return;
    this.#scanner.block.copyWithin(0, this.#from, this.#filled);
    this.#offset += this.#from;
    this.#filled -= this.#from;
    this.#from = this.#to = 0;
  }

  /** Reads on into the block. */
  #fill(): number {
    const { block } = this.#scanner;
    const position = this.#offset + this.#filled;
    const wanted = Math.min(READ_BYTES, block.length - this.#filled, this.#range.end - position);
    if (wanted <= 0 || this.failure !== null) return 0;
    try {
      const count = readSync(this.#fd, block, this.#filled, wanted, position);
      if (count === 0) this.failure = fileShrunk(this.#range.label, position);
      this.#filled += count;
      return count;
    } catch (error) {
      this.failure = readFailure(error, this.#range.label);
      return 0;
    }
  }

  /** Finds the lines that are complete; answers those that cannot be scanned. */
  #begin(): OpenLines | null {
    const { block } = this.#scanner;
    const end = block.lastIndexOf(LF, this.#filled - 1) + 1;
    if (end === 0) {
      this.#isLong = this.#filled === block.length;
      return this.#isLong ? this.#open(this.#filled) : null;
    }
    if (!isUtf8(block.subarray(0, end))) return this.#open(end);
    this.#to = end;
    return null;
  }

  /** Goes on with a line that began in an earlier block. */
  #goOn(): OpenLines {
    const feed = this.#scanner.block.indexOf(LF);
    const isEnd = feed >= 0 && feed < this.#filled;
    this.#isLong = !isEnd;
    return this.#open(isEnd ? feed + 1 : this.#filled);
  }

  /** Leaves the first bytes of the block to others. */
  #open(to: number): OpenLines {
    const bytes = this.#scanner.block.subarray(0, to);
    const opened = { bytes, offset: this.#offset, line: this.#lines + 1, isTrace: false };
    for (let feed = bytes.indexOf(LF); feed >= 0; feed = bytes.indexOf(LF, feed + 1))
      this.#lines += 1;
    this.#from = this.#to = to;
    return opened;
  }
}
