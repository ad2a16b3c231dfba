import type { Json, JsonObject } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';

/** A row as an observation of an export; `id` and `parent` are the columns of its id and of its parent's. */
export function toObservation(row: JsonObject, id: string, parent: string): JsonObject {
  const { metadata, metadata_names: names, metadata_values: values, ...rest } = row;
  return {
    ...rest,
    id: row[id] ?? null,
    parent_observation_id: textOf(row[parent]),
    // A text column without a value is empty.
    ...('input' in row ? { input: row.input === '' ? null : (row.input ?? null) } : {}),
    ...('output' in row ? { output: row.output === '' ? null : (row.output ?? null) } : {}),
    metadata: metadata ?? zip(names, values),
  };
}

function zip(names: Json | undefined, values: Json | undefined): JsonObject {
  const members = listOf(values);
  return Object.fromEntries(
    listOf(names).map((name, at): [string, Json] => [textOf(name) ?? '', members[at] ?? null]),
  );
}
