import { type Json, type JsonObject } from '#core';
import { listOf, objectOf } from '../../draft/json-parts.ts';
import { parseText } from '../../spans/parse-text.ts';

/** A member of a row: the API writes `traceId`, exports to files write `trace_id`. */
export function field(row: JsonObject, camel: string, snake: string): Json | undefined {
  return row[camel] ?? row[snake];
}

/** The unpacked value: payloads, metadata and lists are often JSON text, or JSON text of JSON text. */
export function unpack(value: Json | undefined): Json {
  const unpacked = parseText(parseText(value)) ?? null;
  return unpacked === 'null' ? null : unpacked;
}

/** The object that a value is, or contains as text; empty for anything else. */
export function unpackObject(value: Json | undefined): JsonObject {
  const unpacked = unpack(value);
  return objectOf(unpacked);
}

/** The list that a value is, or contains as text; empty for anything else. */
export function unpackList(value: Json | undefined): readonly Json[] {
  const unpacked = unpack(value);
  return listOf(unpacked);
}
