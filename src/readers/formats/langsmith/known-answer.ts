import { isJsonObject, type Json, type JsonObject } from '#core';
import { readAnyMessage } from '../../dialects/any-message.ts';
import { isHarmlessItem } from '../../dialects/openai-responses/item.ts';

/** The members in which an answer without a message has its text: of a completion, or of a function that is traced. */
const TEXTS: ReadonlySet<string> = new Set([
  'text',
  'output',
  'outputs',
  'content',
  'completion',
  'message',
  'answer',
  'response',
]);

/** Members that may be beside such a text; no such member is a call. */
const BESIDE_TEXT: ReadonlySet<string> = new Set([
  'type',
  'id',
  'object',
  'created',
  'model',
  'index',
  'logprobs',
  'finish_reason',
  'stop_reason',
  'stop',
  'generation_info',
  'generationInfo',
  'llm_output',
  'usage',
  'usage_metadata',
  'response_metadata',
  'metadata',
]);

/**
 * Whether an answer can be read completely: messages, items that are not calls, or text alone. An answer of any other
 * shape may contain a call.
 */
export function isKnownAnswer(values: readonly Json[]): boolean {
  return values.length > 0 && (isTuple(values) || values.every(isKnown));
}

function isKnown(value: Json): boolean {
  if (!isJsonObject(value)) return typeof value === 'string';
  return readAnyMessage(value) !== null || isHarmlessItem(value) || isTextOnly(value);
}

function isTextOnly(value: JsonObject): boolean {
  const keys = Object.keys(value).filter((key) => value[key] !== null && !BESIDE_TEXT.has(key));
  return keys.length === 1 && TEXTS.has(keys[0]!) && typeof value[keys[0]!] === 'string';
}

/** A message as a pair: `["assistant", "Hello"]`. */
function isTuple(values: readonly Json[]): boolean {
  return values.length === 2 && values.every((value) => typeof value === 'string');
}
