import type { Json, Place } from '#core';
import { type ReadFailure, readIssue } from './records/read-codes.ts';
import type { ByteSource } from './byte-source.ts';
import type { Container } from './records/object-scanner.ts';
import { RecordReader } from './records/record-reader.ts';

/** What becomes of the records of a file. */
export interface RecordUse<T> {
  readonly container: Container | null;
  value(value: Json, where: Place, bytes: number): T;
  error(issue: ReadFailure, text?: string): T;
}

/** Reads the JSON records of a file in any supported layout; one batch per chunk. */
export async function* readRecords<T>(
  { name, label, chunks }: ByteSource,
  use: RecordUse<T>,
): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  const reader = new RecordReader(name, use.container, {
    file: label,
    value: (value, where, bytes) => batch.push(use.value(value, where, bytes)),
    error: (issue, text) => batch.push(use.error(issue, text)),
  });
  let isEmpty = true;
  for await (const chunk of chunks) {
    if (!chunk.ok) {
      yield [...batch, use.error(chunk.issue)];
      return;
    }
    reader.push(chunk.bytes);
    if (batch.length === 0) continue;
    isEmpty = false;
    yield batch;
    batch = [];
  }
  reader.end();
  if (isEmpty && batch.length === 0) batch.push(use.error(noRecords(label)));
  if (batch.length > 0) yield batch;
}

/** A file without a record measures nothing: it is an error, not a pass. */
export function noRecords(file: string): ReadFailure {
  return readIssue('NO_RECORDS', 'there is no record in this file', { where: { file } });
}
