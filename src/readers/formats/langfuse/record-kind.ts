import { isJsonObject, type Json, type JsonObject } from '#core';
import { textOf } from '../../draft/text-of.ts';
import { field } from './fields.ts';

/** What a record of Langfuse is: a whole trace, a page of rows, or a row of one of its tables. */
export type RecordKind = 'run' | 'page' | 'observation' | 'trace' | 'score';

/** The kind by the keys that only Langfuse writes together; null for other records. */
export function recordKind(record: Json | undefined): RecordKind | null {
  if (!isJsonObject(record)) return null;
  if (!Array.isArray(record.data) || !isJsonObject(record.meta)) return rowKind(record);
  const [first] = record.data as readonly Json[];
  return isJsonObject(first) && rowKind(first) !== null ? 'page' : null;
}

function rowKind(row: JsonObject): RecordKind | null {
  if (Array.isArray(row.observations) && isWhole(row)) return 'run';
  if (typeof field(row, 'traceId', 'trace_id') === 'string') {
    if (isType(row.type) && field(row, 'startTime', 'start_time') !== undefined)
      return 'observation';
    return 'source' in row && field(row, 'dataType', 'data_type') !== undefined ? 'score' : null;
  }
  const isTrace = typeof row.id === 'string' && 'timestamp' in row && 'tags' in row;
  return isTrace && ('bookmarked' in row || 'public' in row) ? 'trace' : null;
}

/** A download has the trace beside its observations, the API has them inside; lists of traces have their ids alone. */
function isWhole({ trace, observations, timestamp }: JsonObject): boolean {
  const [first] = observations as readonly Json[];
  return (isJsonObject(trace) || timestamp !== undefined) && typeof first !== 'string';
}

/** `SPAN`, `GENERATION`, `TOOL` and future types. */
function isType(type: Json | undefined): boolean {
  return typeof type === 'string' && /^[A-Z][A-Z_]+$/.test(type);
}

/** The id of the trace that a row is about, which may be the trace. */
export function traceOf(row: JsonObject): string | null {
  return textOf(recordKind(row) === 'trace' ? row.id : field(row, 'traceId', 'trace_id'));
}
