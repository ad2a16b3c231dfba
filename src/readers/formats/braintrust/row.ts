import { isJsonObject, type Json, type JsonObject } from '#core';

/** Whether a value is a row of a log or an experiment. Rows of datasets have no spans. */
export function isRow(value: Json): value is JsonObject {
  if (!isJsonObject(value) || typeof value.root_span_id !== 'string') return false;
  return typeof value.span_id === 'string' || typeof value.id === 'string';
}

/** The rows of a page or a batch, and their place. */
export function pageOf(
  record: JsonObject,
): { readonly list: readonly Json[]; readonly pointer: string } | null {
  const key = ['rows', 'events', 'data', 'objects'].find((name) => Array.isArray(record[name]));
  return key === undefined ? null : { list: record[key] as readonly Json[], pointer: `/${key}` };
}
