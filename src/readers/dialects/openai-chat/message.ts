import { isJsonObject, type Json, type JsonObject } from '#core';
import { readText } from '../../draft/read-text.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message, MessageCall, MessageResult, ReadMessage } from '../../messages/message.ts';
import { findUnknown, withUnknown } from '../../messages/unknown-parts.ts';

const ROLES: ReadonlyMap<Json | undefined, Message['role']> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

/** Parts of an answer that are not calls: of the API, and of providers with a compatible API. */
const HARMLESS: ReadonlySet<string> = new Set([
  'text',
  'input_text',
  'output_text',
  'refusal',
  'reasoning',
  'reasoning_text',
  'summary_text',
  'thinking',
  'redacted_thinking',
  'citation',
  'reference',
  'image',
  'image_url',
  'input_image',
  'audio',
  'audio_url',
  'input_audio',
  'video',
  'video_url',
  'file',
  'input_file',
  'document',
  'document_url',
]);
/** Forms of other APIs in which a proxy repeats the calls of `tool_calls`. */
const REPEATS: ReadonlySet<string> = new Set(['tool_use', 'tool_call', 'function_call']);

/** Reads a message of the Chat Completions API, functions of before 2024 and custom tools included. */
export const readOpenAiChatMessage: ReadMessage = (value) => {
  if (!isJsonObject(value)) return null;
  const role = ROLES.get(value.role);
  const calls = readCalls(value);
  if (role === undefined || calls === null) return null;
  const text = readText(value.content);
  const message: Message = {
    role,
    text: text === '' && typeof value.refusal === 'string' ? value.refusal : text,
    calls,
    results: role === 'tool' ? [readResult(value)] : [],
  };
  return role === 'assistant' ? withUnknown(message, findUnknownParts(value, calls)) : message;
};

/** Messages of other products look alike, and have their calls among `parts` or `blocks`. */
function findUnknownParts(
  { content, parts, blocks }: JsonObject,
  calls: readonly MessageCall[],
): readonly string[] {
  // Most answers are plain text.
  if (parts === undefined && blocks === undefined && !isContainer(content)) return NONE_UNKNOWN;
  const isKnown = (type: string): boolean =>
    HARMLESS.has(type) || (calls.length > 0 && REPEATS.has(type));
  return [content, parts, blocks].flatMap((list) => findUnknown(list, isKnown));
}

const NONE_UNKNOWN: readonly string[] = [];

function isContainer(content: Json | undefined): boolean {
  return typeof content === 'object' && content !== null;
}

/** The calls that a message requests; null when their place contains something else. */
function readCalls(message: JsonObject): MessageCall[] | null {
  const listed = message.tool_calls ?? [];
  if (!Array.isArray(listed)) return null;
  const calls = listed.map(readCall);
  // A message that records its call in both forms, for old clients too, made a single call.
  const legacy = message.function_call;
  if (calls.length === 0 && isJsonObject(legacy)) calls.push(readCall(legacy));
  return calls;
}

/** A call in the nested form of the API, or in the flat form of some logs. Without a name the name is empty. */
function readCall(value: Json): MessageCall {
  if (!isJsonObject(value)) return { id: null, name: '', server: null, arguments: value };
  const id = textOf(value.id);
  const { custom } = value;
  if (isJsonObject(custom)) {
    const name = textOf(custom.name) ?? '';
    return { id, name, server: null, arguments: freeText(custom.input) };
  }
  const call = isJsonObject(value.function) ? value.function : value;
  const name = textOf(call.name) ?? '';
  return { id, name, server: null, arguments: call.arguments ?? call.args };
}

/** A custom tool takes text of any kind, which is not invalid JSON. */
export function freeText(input: Json | undefined): JsonObject {
  return { input: input ?? '' };
}

function readResult({ tool_call_id: id, name, content }: JsonObject): MessageResult {
  return {
    id: textOf(id),
    name: textOf(name),
    status: null,
    text: resultText(content),
  };
}
