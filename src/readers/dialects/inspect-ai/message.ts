import { type CallStatus, isJsonObject, type Json, type JsonObject } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { callEntries } from '../../draft/call-entries.ts';
import { readText } from '../../draft/read-text.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message, MessageCall, ReadMessage } from '../../messages/message.ts';
import { findUnknown, withUnknown } from '../../messages/unknown-parts.ts';

/** Reads a message that only Inspect writes: its calls or its result name the tool as `function`. */
export const readInspectMessage: ReadMessage = (value) => {
  if (!isJsonObject(value)) return null;
  const [call] = listOf(value.tool_calls);
  const isCalling = isJsonObject(call) && typeof call.function === 'string';
  const isResult = value.role === 'tool' && typeof value.function === 'string';
  return isCalling || isResult ? readMessage(value) : null;
};

/** Reads any message of a log; null for other values. */
export function readMessage(value: Json | undefined): Message | null {
  if (!isJsonObject(value)) return null;
  const { role } = value;
  if (role !== 'system' && role !== 'user' && role !== 'assistant' && role !== 'tool') return null;
  const result = {
    id: textOf(value.tool_call_id),
    name: textOf(value.function),
    status: statusOf(value.error),
    text: resultText(value.content),
  };
  const message: Message = {
    role,
    text: readText(value.content),
    calls: role === 'assistant' ? [...readCalls(value.tool_calls), ...readServerCalls(value)] : [],
    results: role === 'tool' ? [result] : [],
  };
  return withUnknown(
    message,
    findUnknown(value.content, (type) => CONTENT.has(type)),
  );
}

/** What the content of a message can be; of these only `tool_use` is a call. */
const CONTENT: ReadonlySet<string> = new Set([
  'text',
  'reasoning',
  'image',
  'audio',
  'video',
  'data',
  'document',
  'tool_use',
]);

/** A failure has a type and a message; without an error the tool succeeded. */
export function statusOf(error: Json | undefined): CallStatus {
  if (error === undefined || error === null) return 'ok';
  return isJsonObject(error) && error.type === 'approval' ? 'denied' : 'error';
}

function readCalls(calls: Json | undefined): MessageCall[] {
  return callEntries(calls).map((call) => ({
    id: textOf(call.id),
    name: textOf(call.function) ?? '',
    server: null,
    arguments: argumentsOf(call),
  }));
}

/** Arguments that could not be parsed are kept inside the message that says so. */
function argumentsOf(call: JsonObject): Json | undefined {
  const problem = textOf(call.parse_error);
  if (problem === null) return call.arguments;
  const start = problem.indexOf('\n\n');
  const end = problem.indexOf('\n\nError details:');
  return start >= 0 && end > start ? problem.slice(start + 2, end) : problem;
}

/** Calls that the provider executed while it answered; calls to MCP servers name the server as their context. */
function readServerCalls({ content }: JsonObject): MessageCall[] {
  if (!Array.isArray(content)) return [];
  return (content as readonly Json[]).flatMap((part) => {
    if (!isJsonObject(part) || part.type !== 'tool_use') return [];
    const name = textOf(part.name) ?? '';
    const server = part.tool_type === 'mcp_call' ? textOf(part.context) : null;
    const status = statusOf(part.error);
    return [{ id: textOf(part.id), name, server, arguments: part.arguments, status }];
  });
}
