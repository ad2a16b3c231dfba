import { closeSync } from 'node:fs';
import type { Place } from '#core';
import { openFile } from '#platform';
import { nativeFormat } from '../formats/native/index.ts';
import type { TraceRecord } from '../reader.ts';
import { checkBadRecords } from '../records/bad-records.ts';
import { LineSplitter } from '../records/line-splitter.ts';
import type { RecordSink } from '../records/record-sink.ts';
import type { Assembler } from '../trace-format.ts';
import type { LineCounter } from './line-counter.ts';
import type { LineRange } from './line-range.ts';
import { type OpenLines, RangeScan } from './range-scan.ts';
import type { TraceScanner } from './trace-scanner.ts';

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

/** How many records there were in a range, and how many of them are not traces. */
export interface RangeRecords {
  readonly records: number;
  readonly bad: number;
}

/** The shortest line that can be a trace. Before a range there are at most as many as have room there. */
const MIN_TRACE_BYTES = '{"tool_calls":[]}\n'.length;

/**
 * Reads the native traces of a range: scanned where that is enough, parsed where it is not. Throws a UserError where the file
 * has too many records that are not traces, whatever stands before the range.
 */
export function readRange(range: LineRange, scanner: TraceScanner, use: RangeUse): RangeRecords {
  const opened = openFile(range.path, range.label);
  if (!opened.ok) {
    use.read({ kind: 'error', issue: opened.issue }, false);
    return { records: 1, bad: 1 };
  }
  const { fd } = opened.file;
  try {
    return new RangeReading(range, use).run(new RangeScan(range, fd, scanner));
  } finally {
    closeSync(fd);
  }
}

class RangeReading {
  readonly #range: LineRange;
  readonly #use: RangeUse;
  readonly #sink: RecordSink;
  readonly #assembler: Assembler;
  /** How many records were not only counted. */
  #records = 0;
  #bad = 0;
  /** Whether the line that is parsed is a trace that the scanner found. */
  #isFound = false;
  /** Puts a line together that does not fit into the block. */
  #long: LineSplitter | null = null;

  constructor(range: LineRange, use: RangeUse) {
    this.#range = range;
    this.#use = use;
    const give = (record: TraceRecord): void => {
      if (record.kind === 'error') this.#bad += 1;
      use.read(record, this.#isFound);
    };
    this.#assembler = nativeFormat.open({
      trace: (trace, where) => give({ kind: 'trace', trace, where }),
      error: (issue) => give({ kind: 'error', issue }),
      warn: (issue) => give({ kind: 'warning', issue }),
    });
    this.#sink = {
      file: range.label,
      value: (value, where) => {
        this.#records += 1;
        this.#assembler.add(value, this.#place(where));
      },
      error: (issue) => {
        this.#records += 1;
        const where = issue.where === null ? null : { ...this.#place(issue.where) };
        give({ kind: 'error', issue: { ...issue, where } });
      },
    };
  }

  run(scan: RangeScan): RangeRecords {
    const before = Math.ceil(this.#range.start / MIN_TRACE_BYTES);
    for (let lines = scan.next(); lines !== null; lines = scan.next()) {
      const good = before + scan.counted + this.#records - this.#bad;
      checkBadRecords(this.#range.label, this.#bad, good);
      if (!lines.isTrace || !this.#use.take()) this.#read(lines);
      else this.#records += 1;
    }
    this.#long?.end();
    if (scan.failure !== null) {
      this.#records += 1;
      this.#bad += 1;
      this.#use.read({ kind: 'error', issue: scan.failure }, false);
    }
    return { records: scan.counted + this.#records, bad: this.#bad };
  }

  #read({ bytes, offset, line, isTrace }: OpenLines): void {
    const splitter = this.#long ?? new LineSplitter(this.#sink, line);
    this.#isFound = isTrace;
    splitter.push(bytes, offset);
    this.#isFound = false;
    this.#long = bytes.at(-1) === LF ? null : splitter;
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
