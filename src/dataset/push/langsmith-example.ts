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

/** The members that every example of a push has, so that the dataset has one schema. */
export interface ExampleSchema {
  /** Members of `inputs`; null where an input is neither text nor a conversation, and each stays as it is. */
  readonly inputs: readonly string[] | null;
  readonly outputs: readonly string[];
}

/** The one schema of all rows: text alone is `{ input }`, otherwise all are `{ messages }`, with `context` where one has it. */
export function schemaOf(rows: readonly JsonObject[]): ExampleSchema {
  const inputs = rows.map((row) => row.input ?? null);
  const hasContext = inputs.some((input) => isJsonObject(input) && Object.hasOwn(input, 'context'));
  return {
    inputs: inputs.every(isText)
      ? ['input']
      : !inputs.every((input) => isText(input) || isConversation(input))
        ? null
        : ['messages', ...(hasContext ? ['context'] : [])],
    outputs: [...LABEL_KEYS].filter((key) => rows.some((row) => Object.hasOwn(row, key))),
  };
}

function inputsOf(input: Json, { inputs }: ExampleSchema): JsonObject {
  if (inputs === null) return isJsonObject(input) ? input : { input };
  if (isJsonObject(input)) return fill(inputs, input);
  return fill(inputs, { input, messages: [{ role: 'user', content: input }] });
}

function fill(keys: readonly string[], value: JsonObject): JsonObject {
  return Object.fromEntries(
    keys.map((key) => [key, (Object.hasOwn(value, key) ? value[key] : undefined) ?? null]),
  );
}

function isText(input: Json): boolean {
  return typeof input === 'string' || input === null;
}

function isConversation(input: Json): boolean {
  if (!isJsonObject(input) || !Array.isArray(input.messages)) return false;
  return Object.keys(input).every((key) => key === 'messages' || key === 'context');
}

/**
 * The example of a row. Its id follows from the dataset and the id of the row alone: another version of the row is
 * the same example, and the same row in another dataset is another one.
 */
export function exampleOf(
  row: JsonObject,
  version: string,
  datasetId: string,
  schema: ExampleSchema,
): LangsmithExample {
  return {
    id: uuid5(datasetId, row.id as string),
    inputs: inputsOf(row.input ?? null, schema),
    outputs: fill(schema.outputs, row),
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
export function isSame(theirs: JsonObject, ours: LangsmithExample): boolean {
  const metadata = isJsonObject(theirs.metadata) ? theirs.metadata : {};
  return (
    isEqual(theirs.inputs, ours.inputs) &&
    isEqual(theirs.outputs, ours.outputs) &&
    Object.entries(ours.metadata).every(
      ([key, value]) => Object.hasOwn(metadata, key) && isEqual(metadata[key], value),
    )
  );
}

/** Ours in place of an example that was found, with the metadata and the splits that others gave it. */
export function replacing(example: JsonObject, ours: LangsmithExample): JsonObject {
  const theirs = isJsonObject(example.metadata) ? example.metadata : {};
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
