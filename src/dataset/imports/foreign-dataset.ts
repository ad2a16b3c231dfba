import { isJsonObject, type Json, type JsonObject, parseJson } from '#core';
import { readAnswer } from '../labels/answer.ts';
import type { ImportLog } from './import-log.ts';

/** A dataset of another tool: how to know a row of it, and what it is as rows of ours. */
export interface ForeignDataset {
  readonly id: string;
  /** Its name for people. */
  readonly title: string;
  isRow(row: JsonObject): boolean;
  /** Rows with `id` where it has one, `input`, and the label where the row has one that we can read; the log lists what is skipped. */
  toRows(row: JsonObject, log: ImportLog): readonly JsonObject[];
}

/** A member of an object that is its own; undefined where there is none. */
export function memberOf(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The list at a member; empty where there is none. */
export function listAt(value: Json | undefined, key: string): readonly Json[] {
  const list = memberOf(value, key);
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

/** The label in a value under our own names, where it can be used as it is. */
export function nativeLabel(value: Json | undefined): JsonObject | undefined {
  const answer = isJsonObject(value) ? readAnswer(value, 'label') : null;
  return isJsonObject(answer) ? answer : undefined;
}

/**
 * Expected calls from a list of calls as they are written elsewhere: `{ name, args }`, `{ tool_name, tool_input }`,
 * OpenAI's `{ function: { name, arguments } }`, or bare names. Undefined where one of them is not a call.
 */
export function expectedCalls(calls: readonly Json[]): readonly JsonObject[] | undefined {
  const read = calls.map(expectedCall);
  return read.every((call) => call !== null) ? read : undefined;
}

function expectedCall(call: Json): JsonObject | null {
  if (typeof call === 'string') return call === '' ? null : { tool: call };
  const inner = memberOf(call, 'function') ?? call;
  const name = firstOf(inner, ['name', 'tool_name', 'tool']);
  if (typeof name !== 'string' || name === '') return null;
  const args = parsedText(firstOf(inner, ['args', 'arguments', 'tool_input', 'input']));
  return isJsonObject(args) ? { tool: name, args } : { tool: name };
}

function firstOf(value: Json, keys: readonly string[]): Json | undefined {
  return keys.map((key) => memberOf(value, key)).find((value) => value !== undefined);
}

/** OpenAI writes arguments as JSON in a text. */
function parsedText(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  return parsed.ok ? parsed.value : value;
}
