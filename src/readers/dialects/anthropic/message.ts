import { isJsonObject, type Json, type JsonObject } from '#core';
import { type DraftStatus, statusOfFlag, worstStatus } from '../../draft/read-status.ts';
import { readText } from '../../draft/read-text.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message, MessageCall, MessageResult, ReadMessage } from '../../messages/message.ts';
import { findUnknown, withUnknown } from '../../messages/unknown-parts.ts';

/** Reads a message of the Messages API, whose calls and results are blocks of its content. */
export const readAnthropicMessage: ReadMessage = (value) => {
  if (!isJsonObject(value) || 'tool_calls' in value || 'function_call' in value) return null;
  const { role, content } = value;
  if (role !== 'user' && role !== 'assistant' && role !== 'system') return null;
  if (typeof content !== 'string' && !Array.isArray(content)) return null;
  const parts: readonly Json[] = typeof content === 'string' ? [] : content;
  const blocks = parts.filter(isJsonObject);
  if (parts.some((part) => typeof part !== 'string' && !isJsonObject(part))) return null;
  const message: Message = {
    role,
    text: readText(content),
    calls: blocks.filter(({ type }) => isCallType(type)).map(readCall),
    results: blocks.filter(({ type }) => isResultType(type)).map(readResult),
  };
  return withUnknown(message, findUnknown(blocks, isKnownType));
};

/** Blocks of an answer that are not calls. */
const HARMLESS: ReadonlySet<string> = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'connector_text',
  'container_upload',
  'compaction',
  'fallback',
  'mcp_tool_listing',
  'image',
  'document',
  'search_result',
]);

function isKnownType(type: string): boolean {
  return HARMLESS.has(type) || isCallType(type) || isResultType(type);
}

/** Whether a block is a call: of the client, of the provider, or of an MCP server that the provider calls. */
export function isCallType(type: Json | undefined): boolean {
  return type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use';
}

/** Whether a block is the result of a call. Each tool that the provider runs has a result type. */
export function isResultType(type: Json | undefined): boolean {
  return typeof type === 'string' && (type === 'tool_result' || type.endsWith('_tool_result'));
}

function readCall(block: JsonObject): MessageCall {
  const { id, name, server_name: server, caller, input } = block;
  const isDirect = !isJsonObject(caller) || caller.type === 'direct' || caller.type === undefined;
  return {
    id: textOf(id),
    name: textOf(name) ?? '',
    server: textOf(server),
    arguments: input,
    ...(isDirect ? {} : { requester: 'program' }),
  };
}

function readResult(block: JsonObject): MessageResult {
  const { tool_use_id: id, content } = block;
  return { id: textOf(id), name: null, status: statusOfBlock(block), text: resultText(content) };
}

/** How a call ended by the block of its result: by a flag, or by content of an error's type. Without either it ended well. */
export function statusOfBlock({ is_error: flag, content }: JsonObject): DraftStatus | null {
  return worstStatus('ok', statusOfFlag(flag), statusOfContent(content));
}

/** Content is text, a list, or an object whose type says whether it is a result or an error. */
function statusOfContent(content: Json | undefined): DraftStatus | null {
  if (content === undefined || typeof content === 'string' || Array.isArray(content)) return null;
  const type = isJsonObject(content) && typeof content.type === 'string' ? content.type : '';
  return type.endsWith('_error') ? 'error' : type.endsWith('_result') ? 'ok' : 'unreadable';
}
