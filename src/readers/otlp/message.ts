import { isJsonObject, type Json, type JsonObject } from '#core';
import { readText } from '../draft/read-text.ts';
import { resultText } from '../draft/result-text.ts';
import { textOf } from '../draft/text-of.ts';
import type { Message, MessageCall, ReadMessage } from '../messages/message.ts';

const ROLES: ReadonlySet<Json | undefined> = new Set(['system', 'user', 'assistant', 'tool']);
const PARTS: ReadonlySet<Json | undefined> = new Set([
  'tool_call',
  'tool_call_response',
  'server_tool_call',
  'server_tool_call_response',
  'reasoning',
]);

/** Reads a message of the GenAI conventions: a role and typed parts, text under `content`. */
export const readGenAiMessage: ReadMessage = (value) => {
  if (!isJsonObject(value) || !ROLES.has(value.role) || !Array.isArray(value.parts)) return null;
  const parts = (value.parts as readonly Json[]).filter(isJsonObject);
  if (parts.length === 0 || !parts.some(isGenAiPart)) return null;
  const results = parts.filter(
    ({ type }) => type === 'tool_call_response' || type === 'server_tool_call_response',
  );
  return {
    role: value.role as Message['role'],
    text: readText(parts),
    calls: parts.flatMap(readCall),
    results: results.map(({ id, name, response, result }) => ({
      id: textOf(id),
      name: textOf(name),
      status: null,
      text: resultText(response ?? result),
    })),
  };
};

/** The AI SDK's parts have types of the same names, and their text under `text`. */
function isGenAiPart({ type, content }: JsonObject): boolean {
  return PARTS.has(type) || (type === 'text' && content !== undefined);
}

function readCall(part: JsonObject): MessageCall[] {
  const { type, id, name } = part;
  if (type === 'tool_call')
    return [{ id: textOf(id), name: textOf(name) ?? '', server: null, arguments: part.arguments }];
  if (type !== 'server_tool_call') return [];
  // What a provider's own tool was given stands under its own kind, beside a type.
  const call = isJsonObject(part.server_tool_call) ? part.server_tool_call : {};
  const { type: kind, ...rest } = call;
  const called = textOf(name) ?? textOf(kind) ?? '';
  return [{ id: textOf(id), name: called, server: null, arguments: call.arguments ?? rest }];
}
