import { isJsonObject, type Json, type Place } from '#core';
import { openSource } from '../byte-source.ts';
import { readRecords } from '../read-records.ts';
import type { RowRecord, Input } from '../reader.ts';
import { readIssue } from '../records/read-codes.ts';
import { adaptBfcl } from './read-bfcl.ts';
import { readCsv } from './read-csv.ts';

/** Reads the rows of a dataset in batches: JSONL, a JSON list, or CSV when the name says so; packed or not. */
export function readRows(input: Input): AsyncGenerator<readonly RowRecord[]> {
  const source = openSource(input);
  if (/\.csv$/i.test(source.name)) return readCsv(source);
  const rows = readRecords(source, {
    container: null,
    value: toRow,
    error: (issue): RowRecord => ({ kind: 'error', issue }),
  });
  return adaptBfcl(input, rows);
}

function toRow(value: Json, where: Place): RowRecord {
  if (isJsonObject(value)) return { kind: 'row', value, where };
  const issue = readIssue('ROW_NOT_OBJECT', 'a row must be an object with named columns', {
    where,
  });
  return { kind: 'error', issue };
}
