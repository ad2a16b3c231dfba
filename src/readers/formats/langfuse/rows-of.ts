import { type Issue, isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { PartitionSink } from '../../trace-format.ts';
import { recordKind, traceOf } from './record-kind.ts';

/** The rows of a page with their places; other records are a row by themselves. */
export function rowsOf(
  record: Json,
  where: Place,
): readonly { readonly record: Json; readonly where: Place }[] {
  if (!isJsonObject(record) || (recordKind(record) !== 'page' && !isEmptyPage(record)))
    return [{ record, where }];
  return listOf(record.data).map((row, index) => ({
    record: row,
    where: { ...where, pointer: `${where.pointer ?? ''}/data/${index}` },
  }));
}

/** Splits a record by trace; whole traces do not wait. */
export function partitionRows(record: Json, where: Place, sink: PartitionSink): void {
  for (const row of rowsOf(record, where)) {
    const kind = recordKind(row.record);
    if (kind === 'trace' || kind === 'observation')
      sink.part(traceOf(row.record as JsonObject) ?? '', row.record, row.where);
    else if (kind === 'run' || kind === 'score') sink.rest(row.record, row.where);
    else sink.error(notLangfuse(row.where));
  }
}

/** The issue for a row of no kind that is known. */
export function notLangfuse(where: Place): Issue<'TRACE_SCHEMA'> {
  return refuse('this is not a trace, observation or score of Langfuse', where);
}

/** The issue for a record that cannot be read. */
export function refuse(message: string, where: Place): Issue<'TRACE_SCHEMA'> {
  const hint = 'export whole traces, or observations with their `traceId`, `type` and `startTime`';
  return readIssue('TRACE_SCHEMA', message, { where, hint });
}

/** A page past the last row. */
function isEmptyPage({ meta, data }: JsonObject): boolean {
  return isJsonObject(meta) && Array.isArray(data) && data.length === 0;
}
