import { isJsonObject, type Json, type JsonObject } from '#core';
import { readText } from '../draft/read-text.ts';
import { textOf } from '../draft/text-of.ts';
import { readAnyMessage } from '../dialects/any-message.ts';
import type { Message } from '../messages/message.ts';
import { findUnknown, withUnknown } from '../messages/unknown-parts.ts';

/** The messages of a span that can be read. */
export function messagesOf(list: Json | undefined): Message[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: Json) => {
    const message = isJsonObject(item) && isJsonObject(item.message) ? item.message : item;
    const read = isJsonObject(message) ? readMessage(message) : null;
    return read === null ? [] : [read];
  });
}

function readMessage(message: JsonObject): Message | null {
  const { role, content, contents, tool_calls: calls, tool_call_id: id, name } = message;
  const parts = Array.isArray(contents) ? (contents as readonly Json[]).map(partOf) : null;
  const listed = Array.isArray(calls)
    ? (calls as readonly Json[]).map(callOf)
    : legacyCalls(message);
  const output = {
    role: role === 'model' ? 'assistant' : (role ?? 'assistant'),
    content: textOf(content) ?? (parts === null ? '' : readText(parts)),
    // A part of `contents` may repeat a call of `tool_calls`, or be the only place of it.
    tool_calls: listed.length > 0 ? listed : (parts ?? []).flatMap(callIn),
    ...(id === undefined ? {} : { tool_call_id: id }),
    ...(name === undefined ? {} : { name }),
  };
  const read = readAnyMessage(output);
  if (read === null || parts === null) return read;
  const others = parts.filter((part) => callIn(part).length === 0);
  const isKnown = (type: string): boolean =>
    PARTS.has(type) || (listed.length > 0 && REPEATS.has(type));
  return withUnknown(read, findUnknown(others, isKnown));
}

function partOf(part: Json): Json {
  return isJsonObject(part) ? (part.message_content ?? part) : part;
}

/** A call in its place in the list, or the call of a part. */
function callOf(value: Json): Json {
  return isJsonObject(value) && isJsonObject(value.tool_call) ? value.tool_call : value;
}

function callIn(part: Json): readonly Json[] {
  return isJsonObject(part) && isJsonObject(part.tool_call) ? [part.tool_call] : [];
}

/** Parts of an answer that are not calls. */
const PARTS: ReadonlySet<string> = new Set([
  'text',
  'reasoning',
  'thinking',
  'redacted_thinking',
  'refusal',
  'image',
  'audio',
  'video',
  'file',
  'document',
]);
/** Parts that only repeat a call of `tool_calls`. */
const REPEATS: ReadonlySet<string> = new Set(['tool_use', 'tool_call']);

function legacyCalls(message: JsonObject): Json[] {
  const { function_call_name: name, function_call_arguments_json: args = null } = message;
  return typeof name === 'string' ? [{ function: { name, arguments: args } }] : [];
}
