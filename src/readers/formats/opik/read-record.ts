import { isJsonObject, type Json, type JsonObject } from '#core';
import { textOf } from '../../draft/text-of.ts';
import type { Misread } from '../../messages/exchange.ts';
import type { StoredRecord } from '../../spans/stored-span-log.ts';
import type { StoredTrace } from '../../spans/stored-runs.ts';
import { isSpan, isTrace, readOpikSpan, readOpikTrace } from './span.ts';

/** What a record is; null for records of others. */
export function recordKind(record: Json): 'export' | 'page' | 'span' | 'trace' | null {
  if (!isJsonObject(record)) return null;
  const { trace, spans } = record;
  if (isJsonObject(trace) && Array.isArray(spans))
    return isTrace(trace) || (spans as readonly Json[]).some(isSpan) ? 'export' : null;
  if (isSpan(record)) return 'span';
  if (isTrace(record)) return 'trace';
  const [first] = pageOf(record)?.list ?? [];
  return first !== undefined && (isSpan(first) || isTrace(first)) ? 'page' : null;
}

interface Page {
  readonly list: readonly Json[];
  readonly pointer: string;
}

/** The rows of a page or a batch. */
function pageOf(record: JsonObject): Page | null {
  const key = ['content', 'spans', 'traces'].find((name) => Array.isArray(record[name]));
  return key === undefined ? null : { list: record[key] as readonly Json[], pointer: `/${key}` };
}

/** Reads an export, or rows of traces and spans. */
export function readRecord(record: Json): StoredRecord | Misread {
  if (recordKind(record) === 'export') return readExport(record as JsonObject);
  const page = isJsonObject(record) && !isRow(record) ? pageOf(record) : null;
  const { list, pointer } = page ?? { list: [record], pointer: '' };
  const odd = list.findIndex((row) => !isRow(row));
  if (odd >= 0) return { pointer: page === null ? '' : `${pointer}/${odd}`, message: NO_ROW };
  return { whole: [], scattered: (list as readonly JsonObject[]).map(readRow) };
}

const NO_ROW = 'a span of Opik has a trace_id and a type, a trace an id and a start_time';

function isRow(row: Json): boolean {
  return isSpan(row) || isTrace(row);
}

function readRow(row: JsonObject): StoredTrace {
  if ('trace_id' in row) return { id: textOf(row.trace_id), spans: [readOpikSpan(row)] };
  return { id: textOf(row.id), spans: [readOpikTrace(row)] };
}

function readExport({ trace, spans }: JsonObject): StoredRecord | Misread {
  const rows = spans as readonly Json[];
  const odd = rows.findIndex((row) => !isSpan(row));
  if (odd >= 0) return { pointer: `/spans/${odd}`, message: NO_ROW };
  const header = trace as JsonObject;
  const all = [readOpikTrace(header), ...(rows as readonly JsonObject[]).map(readOpikSpan)];
  return { whole: [{ id: textOf(header.id), spans: all }], scattered: [] };
}
