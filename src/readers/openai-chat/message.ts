import { isJsonObject, type Json, type JsonObject } from '#core';
import { readText } from '../draft/read-text.ts';
import { textOf } from '../draft/text-of.ts';
import type { Message, MessageCall, MessageResult, ReadMessage } from '../messages/message.ts';

const ROLES: ReadonlyMap<Json | undefined, Message['role']> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

/** Reads a message of the Chat Completions API, functions of before 2024 and custom tools included. */
export const readOpenAiChatMessage: ReadMessage = (value) => {
  if (!isJsonObject(value)) return null;
  const role = ROLES.get(value.role);
  const calls = readCalls(value);
  if (role === undefined || calls === null) return null;
  const text = readText(value.content);
  return {
    role,
    text: text === '' && typeof value.refusal === 'string' ? value.refusal : text,
    calls,
    results: role === 'tool' ? [readResult(value)] : [],
  };
};

/** The calls that a message asks for; null when there is something else in their place. */
function readCalls(message: JsonObject): MessageCall[] | null {
  const listed = message.tool_calls ?? [];
  if (!Array.isArray(listed)) return null;
  const calls = listed.map(readCall);
  // A message that tells its call both ways, for old clients too, made one.
  const legacy = message.function_call;
  if (calls.length === 0 && isJsonObject(legacy)) calls.push(readCall(legacy));
  return calls;
}

/** A call in the nested form of the API, or in the flat one that logs make of it. Without a name it has an empty one. */
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

/** A custom tool takes text of any kind, which is no failed JSON. */
export function freeText(input: Json | undefined): JsonObject {
  return { input: input ?? '' };
}

function readResult({ tool_call_id: id, name }: JsonObject): MessageResult {
  return {
    id: textOf(id),
    name: textOf(name),
    status: null,
  };
}
