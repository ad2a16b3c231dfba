import type { Json } from '#core';
import type { FileChunk } from '#platform';
import type { ReadFailure } from '../../records/read-codes.ts';
import { readRecords } from '../../read-records.ts';
import type { WarehouseAddress } from '../address.ts';
import { failed } from '../connection/connection.ts';
import { explainClickHouse } from './clickhouse-errors.ts';

/** A row, or why it cannot be read. */
export type SentLine =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly issue: ReadFailure };

/**
 * Reads the lines of an answer, one row each. ClickHouse begins to send with success and writes a failure that comes later
 * into the rows: a line that is not JSON, or the end of a line that is missing, ends the reading with an error.
 */
export async function* readSentRows(
  stream: AsyncIterable<Buffer>,
  address: WarehouseAddress,
): AsyncGenerator<readonly SentLine[]> {
  const lines = readRecords<SentLine>(
    { name: 'rows.jsonl', label: address.base, chunks: chunksOf(stream, address) },
    {
      container: null,
      value: (value) => ({ ok: true, value }),
      error: (issue, text) => {
        if (BROKEN.has(issue.code)) throw failed(address, reasonOf(text));
        return { ok: false, issue };
      },
    },
  );
  for await (const batch of lines)
    yield batch.filter((line) => line.ok || line.issue.code !== 'NO_RECORDS');
}

const BROKEN: ReadonlySet<string> = new Set(['TRACE_BAD_LINE', 'TRACE_TORN_TAIL']);

async function* chunksOf(
  stream: AsyncIterable<Buffer>,
  address: WarehouseAddress,
): AsyncGenerator<FileChunk> {
  try {
    for await (const bytes of stream) yield { ok: true, bytes };
  } catch (error) {
    throw explainClickHouse(error, address);
  }
}

/** What the server wrote in the place of a row. */
function reasonOf(text: string | undefined): string {
  const reason = text?.replace(/^.*?(?=Code: \d)/s, '').trim() ?? '';
  return reason === '' ? 'its answer ends in the middle of a row' : reason;
}
