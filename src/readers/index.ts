import { nativeReader } from './native/index.ts';
import type { Source, TraceRecord } from './reader.ts';

export { READ_CODES } from './read-codes.ts';
export type { Reader, Source, TraceRecord } from './reader.ts';
export { readRows, type RowRecord } from './rows/read-rows.ts';

/** Reads the traces of a file, in batches; what cannot be read is an error record in its place. */
export function readTraces(source: Source): AsyncGenerator<readonly TraceRecord[]> {
  return nativeReader.read(source);
}
