import { isUtf8 } from 'node:buffer';
import { closeSync, readSync } from 'node:fs';
import type { Place } from '#core';
import { openFile, readFailure } from '#platform';
import { nativeFormat } from '../native/index.ts';
import type { TraceRecord } from '../reader.ts';
import { LineSplitter } from '../records/line-splitter.ts';
import type { RecordSink } from '../records/record-sink.ts';
import type { Assembler } from '../trace-format.ts';
import type { LineCounter } from './line-counter.ts';
import type { LineRange } from './line-range.ts';
import { LINE, LINE_KINDS, type TraceScanner } from './trace-scanner.ts';

/** What becomes of the lines of a range. */
export interface RangeUse {
  /** Counts the lines of the file before the range, should someone ask for the place of one in it. */
  readonly counter: LineCounter;
  /** Takes the trace that the scanner found; false when it must be read after all. */
  take(): boolean;
  /** Takes a line that was read; `isFound`: the scanner has found it, as a trace. */
  read(record: TraceRecord, isFound: boolean): void;
}

const LF = 0x0a;
// Larger reads leave the cache of a core, and cost several times as much.
const READ_BYTES = 128 * 1024;

/** Reads the native traces of a range: scanned where that is enough, parsed where it is not. Answers how many records there were. */
export function readRange(range: LineRange, scanner: TraceScanner, use: RangeUse): number {
  const opened = openFile(range.path, range.label);
  if (!opened.ok) {
    use.read({ kind: 'error', issue: opened.issue }, false);
    return 1;
  }
  const { fd } = opened.file;
  try {
    const reading = new RangeReading(range, fd, scanner, use);
    reading.run();
    return reading.records;
  } finally {
    closeSync(fd);
  }
}

class RangeReading {
  readonly #range: LineRange;
  readonly #fd: number;
  readonly #scanner: TraceScanner;
  readonly #use: RangeUse;
  readonly #sink: RecordSink;
  readonly #assembler: Assembler;
  records = 0;
  /** How many lines of the range were passed. */
  #line = 0;
  /** Whether the line that is parsed is a trace that the scanner found. */
  #isFound = false;
  /** Puts a line together that does not fit into the block. */
  #long: LineSplitter | null = null;

  constructor(range: LineRange, fd: number, scanner: TraceScanner, use: RangeUse) {
    this.#range = range;
    this.#fd = fd;
    this.#scanner = scanner;
    this.#use = use;
    const give = (record: TraceRecord): void => use.read(record, this.#isFound);
    this.#assembler = nativeFormat.open({
      trace: (trace, where) => give({ kind: 'trace', trace, where }),
      error: (issue) => give({ kind: 'error', issue }),
      warn: (issue) => give({ kind: 'warning', issue }),
    });
    this.#sink = {
      file: range.label,
      value: (value, where) => {
        this.records += 1;
        this.#assembler.add(value, this.#place(where));
      },
      error: (issue) => {
        this.records += 1;
        const where = issue.where === null ? null : { ...this.#place(issue.where) };
        give({ kind: 'error', issue: { ...issue, where } });
      },
    };
  }

  run(): void {
    const { block } = this.#scanner;
    let offset = this.#range.start;
    let held = 0;
    for (;;) {
      const count = this.#fill(held, offset + held);
      const filled = held + count;
      if (count === 0) {
        const rest = this.#long ?? this.#splitter(0);
        rest.push(block.subarray(0, filled), offset);
        rest.end();
        return;
      }
      const done = this.#consume(filled, offset);
      block.copyWithin(0, done, filled);
      offset += done;
      held = filled - done;
    }
  }

  /** Reads on into the block; what the system refuses ends the range, as an error in its place. */
  #fill(at: number, position: number): number {
    const { block } = this.#scanner;
    const wanted = Math.min(READ_BYTES, block.length - at, this.#range.end - position);
    if (wanted <= 0) return 0;
    try {
      return readSync(this.#fd, block, at, wanted, position);
    } catch (error) {
      this.records += 1;
      this.#use.read({ kind: 'error', issue: readFailure(error, this.#range.label) }, false);
      return 0;
    }
  }

  /** Reads the lines that are complete; answers how many bytes they are. */
  #consume(filled: number, offset: number): number {
    const { block } = this.#scanner;
    if (this.#long !== null) return this.#consumeLong(this.#long, filled, offset);
    const stop = block.lastIndexOf(LF, filled - 1) + 1;
    if (stop > 0) this.#readLines(stop, offset);
    else if (filled === block.length) return this.#consumeLong(this.#splitter(0), filled, offset);
    return stop;
  }

  #consumeLong(long: LineSplitter, filled: number, offset: number): number {
    const bytes = this.#scanner.block.subarray(0, filled);
    const feed = bytes.indexOf(LF);
    const done = feed < 0 ? filled : feed + 1;
    long.push(bytes.subarray(0, done), offset);
    this.#long = feed < 0 ? long : null;
    if (feed >= 0) this.#line += 1;
    return done;
  }

  #readLines(stop: number, offset: number): void {
    const scanner = this.#scanner;
    const lines = scanner.block.subarray(0, stop);
    if (!isUtf8(lines)) {
      this.#splitter(0).push(lines, offset);
      for (let feed = lines.indexOf(LF); feed >= 0; feed = lines.indexOf(LF, feed + 1))
        this.#line += 1;
      return;
    }
    for (let from = 0; from < stop; from = scanner.scannedTo) {
      const isFound = scanner.scan(from, stop);
      this.records += scanner.runs.last;
      this.#line += scanner.lines;
      if (isFound) this.#readLine(offset);
    }
  }

  #readLine(offset: number): void {
    const { block, found } = this.#scanner;
    const isTrace = found[LINE.kind] !== LINE_KINDS.odd;
    if (isTrace && this.#use.take()) {
      this.records += 1;
      return;
    }
    const start = found[LINE.start]!;
    this.#isFound = isTrace;
    const line = block.subarray(start, found[LINE.end]! + 1);
    this.#splitter(-1).push(line, offset + start);
    this.#isFound = false;
  }

  /** Parses lines, the first of which stands so many behind those that were passed. */
  #splitter(behind: number): LineSplitter {
    return new LineSplitter(this.#sink, this.#line + behind + 1);
  }

  /** A place whose line counts from the start of the file; counting is left until someone asks. */
  #place(where: Place): Place {
    const { file, line, ...rest } = where;
    const count = (): number => this.#use.counter.before(this.#range.start) + (line ?? 0);
    const place = Object.defineProperty({ file, line: 0 }, 'line', {
      get: count,
      enumerable: true,
    });
    return Object.assign(place, rest) as Place;
  }
}
