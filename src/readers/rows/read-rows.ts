import { type Issue, isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { readRecords } from '../read-records.ts';
import type { Source } from '../reader.ts';
import { readIssue } from '../records/record-issue.ts';
import { readCsv } from './read-csv.ts';

/** A row of a dataset, or why there is none in its place. */
export type RowRecord =
  | { readonly kind: 'row'; readonly value: JsonObject; readonly where: Place }
  | { readonly kind: 'error'; readonly issue: Issue };

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
