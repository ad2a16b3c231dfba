import { isJsonObject, type Json, type JsonObject } from '#core';

/** A row with the members of a later piece of it. Objects are merged, other values are replaced. */
export function mergeRows(row: JsonObject, piece: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(row));
  for (const [key, value] of Object.entries(piece)) {
    const before = merged.get(key);
    // The depth of JSON is bounded.
    const isBoth = isJsonObject(before) && isJsonObject(value);
    merged.set(key, isBoth ? mergeRows(before, value) : value);
  }
  return Object.fromEntries(merged);
}
