import { closeSync } from 'node:fs';
import type { LineRange, OpenLines, RangeScan } from '#bulk';
import { openFile } from '#platform';
import { checkBadRecords, NativeLines, type TraceRecord } from '#readers';
import type { LineCounter } from './line-counter.ts';

/** How the lines of a range are read. */
export interface RangeUse {
  /** Counts the lines of the file before the range, for the place of an issue. */
  readonly counter: LineCounter;
  scan(range: LineRange, fd: number): RangeScan;
  /** Adds the trace that the scan stopped at, or lists it where it was counted; false when its line must be parsed. */
  take(line: OpenLines): boolean;
  /** Adds a parsed line; `isTrace`: the scan recognized it as a trace. */
  read(record: TraceRecord, isTrace: boolean): void;
}

/** How many records there were in a range, and how many of them are not traces. */
export interface RangeRecords {
  /** How many lines there were. */
  readonly lines: number;
  readonly records: number;
  readonly bad: number;
}

/** The shortest line that can be a trace. Before a range there are at most as many as have room there. */
const MIN_TRACE_BYTES = '{"tool_calls":[]}\n'.length;

/**
 * Reads the native traces of a range: scanned where that is enough, parsed where it is not. Throws a UserError where the file
 * has too many records that are not traces, even if every byte before the range belongs to a trace.
 */
export function readRange(range: LineRange, use: RangeUse): RangeRecords {
  const opened = openFile(range.path, range.displayName);
  if (!opened.ok) {
    use.read({ kind: 'error', issue: opened.issue }, false);
    return { lines: 0, records: 1, bad: 1 };
  }
  const { fd } = opened.file;
  try {
    return readLines(range, use.scan(range, fd), use);
  } finally {
    closeSync(fd);
  }
}

function readLines(range: LineRange, scan: RangeScan, use: RangeUse): RangeRecords {
  const linesBefore = (): number => use.counter.before(range.start);
  let isTrace = false;
  const parsed = new NativeLines(range.displayName, linesBefore, (record) =>
    use.read(record, isTrace),
  );
  const tracesBefore = Math.ceil(range.start / MIN_TRACE_BYTES);
  let taken = 0;
  for (let lines = scan.next(); lines !== null; lines = scan.next()) {
    const good = tracesBefore + scan.counted + taken + parsed.records - parsed.bad;
    checkBadRecords(range.displayName, parsed.bad, good);
    if (lines.isCounted) {
      use.take(lines);
      continue;
    }
    if (lines.isTrace && use.take(lines)) {
      taken += 1;
      continue;
    }
    isTrace = lines.isTrace;
    parsed.push(lines);
    isTrace = false;
  }
  parsed.end();
  const records = scan.counted + taken + parsed.records;
  if (scan.failure === null) return { lines: scan.lines, records, bad: parsed.bad };
  use.read({ kind: 'error', issue: scan.failure }, false);
  return { lines: scan.lines, records: records + 1, bad: parsed.bad + 1 };
}
