import { isJsonObject, type Json, type Place } from '#core';
import { readRecords } from '../read-records.ts';
import type { RowRecord, Source } from '../reader.ts';
import { readIssue } from '../records/record-issue.ts';
import { readCsv } from './read-csv.ts';

/** Reads the rows of a dataset in batches: JSONL, a JSON list, or CSV when the name says so. */
export function readRows(source: Source): AsyncGenerator<readonly RowRecord[]> {
  if (/\.csv$/i.test(source.path)) return readCsv(source);
  return readRecords(source, {
    container: null,
    value: toRow,
    error: (issue): RowRecord => ({ kind: 'error', issue }),
  });
}

function toRow(value: Json, where: Place): RowRecord {
  if (isJsonObject(value)) return { kind: 'row', value, where };
  const issue = readIssue('ROW_NOT_OBJECT', 'a row must be an object with named columns', where);
  return { kind: 'error', issue };
}
