import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readText } from '../../draft/read-text.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message, MessageCall, MessageResult, ReadMessage } from '../../messages/message.ts';
import { findUnknown, withUnknown } from '../../messages/unknown-parts.ts';

const ROLES: ReadonlySet<Json | undefined> = new Set(['system', 'user', 'assistant', 'tool']);
const PARTS: ReadonlySet<Json | undefined> = new Set([
  'tool_call',
  'tool_call_response',
  'server_tool_call',
  'server_tool_call_response',
  'reasoning',
]);

/** Parts of an answer that are not calls: of the conventions, and of instrumentations. */
const HARMLESS: ReadonlySet<string> = new Set([
  'text',
  'thinking',
  'refusal',
  'compaction',
  'citation',
  'blob',
  'file',
  'uri',
  'image',
  'image_url',
  'audio',
  'video',
  'document',
  // Contents of Microsoft.Extensions.AI for which the conventions have no part.
  'Microsoft.Extensions.AI.TextReasoningContent',
  'Microsoft.Extensions.AI.DataContent',
  'Microsoft.Extensions.AI.UriContent',
  'Microsoft.Extensions.AI.UsageContent',
  'Microsoft.Extensions.AI.ErrorContent',
  'Microsoft.Extensions.AI.HostedFileContent',
  'Microsoft.Extensions.AI.HostedVectorStoreContent',
  // Blocks of Strands for JavaScript, of which its telemetry records the type alone.
  'reasoningBlock',
  'cachePointBlock',
  'citationsBlock',
  'guardContentBlock',
  'imageBlock',
  'audioBlock',
  'videoBlock',
  'documentBlock',
  'jsonBlock',
]);

/** Reads a message of the GenAI conventions: a role and typed parts, text under `content`. */
export const readGenAiMessage: ReadMessage = (value) => {
  if (!isJsonObject(value) || !ROLES.has(value.role) || !Array.isArray(value.parts)) return null;
  const parts = (value.parts as readonly Json[]).filter(isJsonObject);
  if (!parts.some(isGenAiPart)) return null;
  const calls: MessageCall[] = [];
  const results: MessageResult[] = [];
  for (const part of parts) {
    const { type } = part;
    if (type === 'tool_call' || type === 'server_tool_call') calls.push(readCall(part));
    else if (type === 'tool_call_response' || type === 'server_tool_call_response')
      results.push(readResult(part));
  }
  const message = { role: value.role as Message['role'], text: readText(parts), calls, results };
  return withUnknown(
    message,
    findUnknown(parts, (type) => PARTS.has(type) || HARMLESS.has(type)),
  );
};

/** The AI SDK's parts have types of the same names, and their text under `text`. */
function isGenAiPart({ type, content }: JsonObject): boolean {
  return PARTS.has(type) || (type === 'text' && content !== undefined);
}

function readCall(part: JsonObject): MessageCall {
  const id = textOf(part.id);
  const name = textOf(part.name);
  if (part.type === 'tool_call')
    return { id, name: name ?? '', server: null, arguments: part.arguments };
  // The arguments of a provider's tool are under the key of its kind, beside a type.
  const call = objectOf(part.server_tool_call);
  const { type: kind, ...rest } = call;
  const called = name ?? textOf(kind) ?? '';
  return { id, name: called, server: null, arguments: call.arguments ?? rest };
}

function readResult({ id, name, response, result }: JsonObject): MessageResult {
  return {
    id: textOf(id),
    name: textOf(name),
    status: null,
    text: resultText(response ?? result),
  };
}
