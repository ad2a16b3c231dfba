import { nativeReader } from './native/index.ts';
import type { Source, TraceRecord } from './reader.ts';

export { READ_CODES } from './read-codes.ts';
export type { Reader, RowRecord, Source, TraceRecord } from './reader.ts';
export { readRows } from './rows/read-rows.ts';

/** Reads the traces of a file, in batches; what cannot be read is an error record in its place. */
export function readTraces(source: Source): AsyncGenerator<readonly TraceRecord[]> {
  return nativeReader.read(source);
}
