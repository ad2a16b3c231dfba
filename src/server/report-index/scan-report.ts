import { readSync } from 'node:fs';

/** Cases that follow each other in a report. */
export interface CaseBatch {
  /** The eval that they belong to, counted from 0. */
  readonly evalPlace: number;
  /** The cases with what is between them: a list without its brackets. Overwritten after the call. */
  readonly bytes: Buffer;
  /** Where each begins in the file, and where the last one ends. */
  readonly starts: readonly number[];
  readonly end: number;
}

/** What is done with the cases of a report. */
export interface CaseReader {
  addBatch(batch: CaseBatch): void;
  /** Where the case at a place ends; -1 where it has to be parsed. */
  matchCase(evalPlace: number, bytes: Buffer, at: number, filled: number): number;
  /** Adds the case that was matched last; it begins at this place of the file. */
  addMatched(bytes: Buffer, start: number, end: number): void;
}

const WINDOW_BYTES = 1024 * 1024;
const BATCH_BYTES = 64 * 1024;
/** Places are stored in 32 bits. */
const MAX_BYTES = 2 ** 32 - 1;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BLANK = 0x20;

/** The depth of the lists that are cut out, `evals[].cases`, when the scanner is inside of them. */
const CASES_DEPTH = 4;

/**
 * Reads a report in one pass and hands on its cases in batches. Returns the text of the report with empty lists instead
 * of them; null where it does not have the usual shape, or is not JSON. What is in the texts is for a parser to check.
 */
export function scanReport(fd: number, reader: CaseReader): string | null {
  const scanner = new Scanner(fd, reader);
  return scanner.run() ? scanner.skeleton() : null;
}

class Scanner {
  readonly #fd: number;
  readonly #reader: CaseReader;
  #window = Buffer.allocUnsafe(2 * WINDOW_BYTES);
  #filled = 0;
  /** Where the window begins in the file. */
  #base = 0;
  /** The first byte of the window that is still needed. */
  #kept = 0;
  readonly #parts: Buffer[] = [];

  #depth = 0;
  #isInString = false;
  #stringAt = 0;
  /** The last string at the depths of keys that matter, and the kinds of what is open there. */
  #key = '';
  #isRootObject = false;
  #isEvalObject = false;
  #isInEvals = false;
  #isInCases = false;
  #evalPlace = -1;
  #starts: number[] = [];
  #needsComma = false;
  #hasCases = false;
  /** Where the last matched case ends in the window. */
  #matchedEnd = 0;

  constructor(fd: number, reader: CaseReader) {
    this.#fd = fd;
    this.#reader = reader;
  }

  run(): boolean {
    let at = 0;
    for (;;) {
      const end = this.#scan(at);
      if (end < 0) return false;
      at = this.#readMore(end);
      if (at < 0) return this.#base + this.#filled <= MAX_BYTES && this.#depth === 0;
    }
  }

  skeleton(): string {
    this.#keepText(this.#filled);
    return Buffer.concat(this.#parts).toString('utf8');
  }

  /** Scans what is in the window; returns where it goes on, -1 where this is not a report. */
  #scan(from: number): number {
    const [window, filled] = [this.#window, this.#filled];
    let at = from;
    while (at < filled) {
      if (this.#isInString) {
        let byte = window[at] as number;
        while (byte !== QUOTE) {
          at += byte === BACKSLASH ? 2 : 1;
          // An escape at the end of the window goes on behind it.
          if (at >= filled) return at;
          byte = window[at] as number;
        }
        this.#isInString = false;
        if (!this.#isInCases && (this.#depth === 1 || this.#depth === 3))
          this.#key = window.toString('latin1', this.#stringAt, Math.min(at, this.#stringAt + 16));
        at += 1;
        continue;
      }
      const byte = window[at] as number;
      if (byte > BLANK && !this.#meet(byte, at)) return -1;
      at = Math.max(at + 1, this.#matchedEnd);
    }
    return at;
  }

  /** A byte outside of strings; false where it cannot be there. */
  #meet(byte: number, at: number): boolean {
    if (this.#isInCases && this.#depth === CASES_DEPTH) return this.#meetBetweenCases(byte, at);
    if (byte === QUOTE) {
      this.#isInString = true;
      this.#stringAt = at + 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open(byte === OPEN_OBJECT, at);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) return this.#close(at);
    return true;
  }

  #open(isObject: boolean, at: number): void {
    const depth = (this.#depth += 1);
    if (this.#isInCases) return;
    if (depth === 1) this.#isRootObject = isObject;
    else if (depth === 2) {
      this.#isInEvals = this.#isRootObject && !isObject && this.#key === 'evals';
      if (this.#isInEvals) this.#evalPlace = -1;
    } else if (depth === 3) {
      this.#isEvalObject = isObject;
      if (this.#isInEvals) this.#evalPlace += 1;
    } else if (depth === CASES_DEPTH && this.#isInEvals && this.#isEvalObject)
      if (!isObject && this.#key === 'cases') this.#enterCases(at);
  }

  #close(at: number): boolean {
    this.#depth -= 1;
    if (this.#isInCases && this.#depth === CASES_DEPTH) {
      this.#needsComma = true;
      const first = this.#starts[0] ?? 0;
      if (this.#base + at - first >= BATCH_BYTES) this.#flush(at + 1);
    }
    return this.#depth >= 0;
  }

  #enterCases(at: number): void {
    this.#keepText(at + 1);
    [this.#isInCases, this.#needsComma, this.#hasCases] = [true, false, false];
  }

  #meetBetweenCases(byte: number, at: number): boolean {
    if (byte === OPEN_OBJECT) {
      if (this.#needsComma) return false;
      this.#hasCases = true;
      if (this.#match(at)) return true;
      if (this.#starts.length === 0) this.#kept = at;
      this.#starts.push(this.#base + at);
      this.#depth += 1;
      return true;
    }
    if (byte === COMMA) {
      if (!this.#needsComma) return false;
      this.#needsComma = false;
      return true;
    }
    if (byte !== CLOSE_LIST || (this.#hasCases && !this.#needsComma)) return false;
    // What was between the last case and here is blank.
    this.#flush(this.#lastEnd(at));
    this.#kept = at;
    this.#isInCases = false;
    this.#depth -= 1;
    return true;
  }

  /** Adds the case at a place without parsing it, where that is possible. */
  #match(at: number): boolean {
    const end = this.#reader.matchCase(this.#evalPlace, this.#window, at, this.#filled);
    if (end < 0) return false;
    this.#flush(this.#lastEnd(at));
    this.#reader.addMatched(this.#window, this.#base + at, this.#base + end);
    this.#matchedEnd = end;
    this.#needsComma = true;
    return true;
  }

  #lastEnd(at: number): number {
    if (this.#starts.length === 0) return at;
    return this.#window.lastIndexOf(CLOSE_OBJECT, at) + 1;
  }

  /** Hands on the cases up to a place of the window. */
  #flush(end: number): void {
    if (this.#starts.length > 0) {
      const from = (this.#starts[0] ?? 0) - this.#base;
      this.#reader.addBatch({
        evalPlace: this.#evalPlace,
        bytes: this.#window.subarray(from, end),
        starts: this.#starts,
        end: this.#base + end,
      });
      this.#starts = [];
    }
    this.#kept = end;
  }

  #keepText(end: number): void {
    this.#parts.push(Buffer.copyBytesFrom(this.#window, this.#kept, end - this.#kept));
    this.#kept = end;
  }

  /** Reads on; returns where the place `at` is in the window then, -1 at the end of the file. */
  #readMore(at: number): number {
    if (!this.#isInCases) {
      // A key may be cut here: its beginning is needed when it ends.
      const isKey = this.#isInString && this.#stringAt < this.#filled;
      this.#keepText(Math.max(this.#kept, isKey ? this.#stringAt : this.#filled));
    } else if (this.#starts.length === 0) this.#kept = this.#filled;
    const rest = this.#filled - this.#kept;
    if (rest > this.#window.length - WINDOW_BYTES) {
      const larger = Buffer.allocUnsafe(2 * this.#window.length);
      this.#window.copy(larger, 0, this.#kept, this.#filled);
      this.#window = larger;
    } else this.#window.copyWithin(0, this.#kept, this.#filled);
    const moved = this.#kept;
    this.#base += moved;
    this.#stringAt -= moved;
    this.#matchedEnd = 0;
    this.#kept = 0;
    this.#filled = rest;
    const read = readSync(this.#fd, this.#window, rest, WINDOW_BYTES, null);
    this.#filled += read;
    return read === 0 ? -1 : at - moved;
  }
}
