import { isUtf8 } from 'node:buffer';
import { readSync } from 'node:fs';
import { fileShrunk, readFailure, type FileFailure } from '#platform';
import type { LineRange } from '../line-range.ts';
import { LINE, LINE_KINDS, type TraceScanner } from './trace-scanner.ts';

const LF = 0x0a;
// Larger reads leave the cache of a core, and cost several times as much.
const READ_BYTES = 128 * 1024;

/** Bytes that were not counted: whole lines, or a part of one that is longer than the block; or the line of a listed run. */
export interface OpenLines {
  readonly bytes: Buffer;
  /** Their offset in the file. */
  readonly offset: number;
  /** The number of the first line, counted from the start of the range. */
  readonly line: number;
  /** Whether it is one line that the scanner recognized as a trace. */
  readonly isTrace: boolean;
  /** Whether it is the line of a run that was counted and may be listed. */
  readonly isCounted: boolean;
}

/** Scans a range, and stops at each line that is not counted. */
export class RangeScan {
  readonly #range: LineRange;
  readonly #fd: number;
  readonly #scanner: TraceScanner;
  /** How many runs were only counted. */
  counted = 0;
  /** Why the rest of the range cannot be read. */
  failure: FileFailure | null = null;
  #lines = 0;
  /** The offset of the block in the file, how many of its bytes are filled, and which of them are lines to scan. */
  #offset: number;
  #filled = 0;
  #from = 0;
  #to = 0;
  /** Whether a line continues that did not fit into the block. */
  #isLong = false;

  constructor(range: LineRange, fd: number, scanner: TraceScanner) {
    this.#range = range;
    this.#fd = fd;
    this.#scanner = scanner;
    this.#offset = range.start;
  }

  /** How many lines were scanned. */
  get lines(): number {
    return this.#lines;
  }

  /** The offset behind the last scanned line. */
  get end(): number {
    return this.#offset + this.#from;
  }

  /** The next bytes that were not counted, valid until the next call; null at the end. */
  next(): OpenLines | null {
    for (;;) {
      const line = this.#scan();
      if (line !== null) return line;
      this.#moveUp();
      const count = this.#fill();
      // A last line may lack its end.
      if (count === 0) return this.#filled > 0 ? this.#open(this.#filled) : null;
      const unknown = this.#isLong ? this.#goOn() : this.#begin();
      if (unknown !== null) return unknown;
    }
  }

  /** Scans up to the next line that is not counted. */
  #scan(): OpenLines | null {
    const scanner = this.#scanner;
    while (this.#from < this.#to) {
      const isFound = scanner.scan(this.#from, this.#to);
      this.#from = scanner.scannedTo;
      this.counted += scanner.runs.last;
      this.#lines += scanner.lines;
      if (!isFound) continue;
      const { lineWords, block } = scanner;
      const start = lineWords[LINE.start]!;
      const kind = lineWords[LINE.kind];
      return {
        bytes: block.subarray(start, lineWords[LINE.end]! + 1),
        offset: this.#offset + start,
        line: this.#lines,
        isTrace: kind === LINE_KINDS.trace || kind === LINE_KINDS.mayRepeat,
        isCounted: kind === LINE_KINDS.counted,
      };
    }
    return null;
  }

  /** Moves what was not scanned to the start of the block. */
  #moveUp(): void {
    if (this.#from === 0) return;
    this.#scanner.block.copyWithin(0, this.#from, this.#filled);
    this.#offset += this.#from;
    this.#filled -= this.#from;
    this.#from = this.#to = 0;
  }

  /** Reads more into the block. */
  #fill(): number {
    const { block } = this.#scanner;
    const position = this.#offset + this.#filled;
    const size = Math.min(READ_BYTES, block.length - this.#filled, this.#range.end - position);
    if (size <= 0 || this.failure !== null) return 0;
    try {
      const count = readSync(this.#fd, block, this.#filled, size, position);
      if (count === 0) this.failure = fileShrunk(this.#range.displayName, position);
      this.#filled += count;
      return count;
    } catch (error) {
      this.failure = readFailure(error, this.#range.displayName);
      return 0;
    }
  }

  /** Finds the complete lines; returns those that cannot be scanned. */
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

  /** Continues a line that began in an earlier block. */
  #goOn(): OpenLines {
    const feed = this.#scanner.block.indexOf(LF);
    const isEnd = feed >= 0 && feed < this.#filled;
    this.#isLong = !isEnd;
    return this.#open(isEnd ? feed + 1 : this.#filled);
  }

  /** Returns the first bytes of the block unscanned. */
  #open(to: number): OpenLines {
    const bytes = this.#scanner.block.subarray(0, to);
    const line = this.#lines + 1;
    const opened = { bytes, offset: this.#offset, line, isTrace: false, isCounted: false };
    for (let feed = bytes.indexOf(LF); feed >= 0; feed = bytes.indexOf(LF, feed + 1))
      this.#lines += 1;
    this.#from = this.#to = to;
    return opened;
  }
}
