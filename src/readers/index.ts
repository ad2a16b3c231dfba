export { loadFormats } from './load-formats.ts';
export { toOtlp } from './otlp/write-otlp.ts';
export { READ_CODES } from './read-codes.ts';
export { noRecords } from './read-records.ts';
export type { Input, RowRecord, TraceRecord } from './reader.ts';
export { type ReadOptions, readTraces } from './read-traces.ts';
export { readRows } from './rows/read-rows.ts';
export { LineCounter } from './scan/line-counter.ts';
export { cutLines, type LineRange, readHead } from './scan/line-range.ts';
export { type RangeUse, readRange } from './scan/read-range.ts';
export {
  CALL,
  type CountedKind,
  LINE,
  LINE_KINDS,
  SHOWN,
  TraceScanner,
} from './scan/trace-scanner.ts';
export type { Source, SourceRecord } from './sources/source.ts';
export type { TraceFormat } from './trace-format.ts';
