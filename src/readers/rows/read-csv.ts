import type { ByteSource } from '../byte-source.ts';
import { noRecords } from '../read-records.ts';
import type { RowRecord } from '../reader.ts';
import { CsvReader } from './csv-reader.ts';

/** Reads a CSV file whose first row names the columns; one batch per chunk. */
export async function* readCsv({
  label,
  chunks,
}: ByteSource): AsyncGenerator<readonly RowRecord[]> {
  const reader = await CsvReader.open(label);
  let isEmpty = true;
  for await (const chunk of chunks) {
    const issue = chunk.ok ? reader.push(chunk.bytes) : chunk.issue;
    const rows = reader.take();
    if (issue !== null) {
      yield [...rows, { kind: 'error', issue }];
      return;
    }
    if (rows.length === 0) continue;
    isEmpty = false;
    yield rows;
  }
  const issue = await reader.end();
  const rows = reader.take();
  if (issue !== null) rows.push({ kind: 'error', issue });
  else if (isEmpty && rows.length === 0) rows.push({ kind: 'error', issue: noRecords(label) });
  if (rows.length > 0) yield rows;
}
