import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#core';
import { LABEL_KEYS } from '../labels/answer.ts';
import { uuid5 } from './uuid5.ts';

/** A row as LangSmith keeps it. */
export interface LangsmithExample {
  readonly id: string;
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
  readonly metadata: JsonObject;
}

/**
 * The example of a row. Its id follows from the dataset and the id of the row alone: another version of the row is
 * the same example, and the same row in another dataset is another one.
 */
export function exampleOf(row: JsonObject, version: string, datasetId: string): LangsmithExample {
  const input = row.input ?? null;
  const label = Object.entries(row).filter(([key]) => LABEL_KEYS.has(key));
  return {
    id: uuid5(datasetId, row.id as string),
    inputs: isJsonObject(input) ? input : { input },
    outputs: Object.fromEntries(label),
    // Always all of them, so that what a later version no longer has does not stay.
    metadata: {
      id: row.id as string,
      version,
      weight: row.weight ?? null,
      stratum: row.stratum ?? null,
      rationale: row.rationale ?? null,
      before: row.before ?? null,
    },
  };
}

/** Whether an example that was found says what ours says; metadata that others added is theirs. */
export function isSame(found: JsonObject, ours: LangsmithExample): boolean {
  const metadata = isJsonObject(found.metadata) ? found.metadata : {};
  return (
    isEqual(found.inputs, ours.inputs) &&
    isEqual(found.outputs, ours.outputs) &&
    Object.entries(ours.metadata).every(
      ([key, value]) => Object.hasOwn(metadata, key) && isEqual(metadata[key], value),
    )
  );
}

/** Ours in place of an example that was found, with the metadata and the splits that others gave it. */
export function replacing(found: JsonObject, ours: LangsmithExample): JsonObject {
  const theirs = isJsonObject(found.metadata) ? found.metadata : {};
  const split = Object.hasOwn(theirs, 'dataset_split') ? theirs.dataset_split : undefined;
  return {
    ...ours,
    metadata: { ...theirs, ...ours.metadata },
    ...(split === undefined ? {} : { split }),
  };
}

function isEqual(a: Json | undefined, b: Json): boolean {
  return a !== undefined && canonicalJson(a) === canonicalJson(b);
}
