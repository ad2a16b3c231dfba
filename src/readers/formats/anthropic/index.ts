// Anthropic Messages: conversations, requests with their responses, results of message batches, and bare messages, as of
// API version 2023-06-01 with the betas of 2026-01 (MCP connector, tools called by code).
import { isJsonObject, type Json } from '#core';
import { ConversationLog } from '../../messages/conversation-log.ts';
import { bodiesOf } from '../../messages/exchange.ts';
import type { Likeness, TraceFormat } from '../../trace-format.ts';
import { ANTHROPIC_API, isResponse } from './exchange.ts';
import { isCallType, isResultType } from '../../dialects/anthropic/message.ts';

/** Logs of the Messages API. */
export const anthropicFormat: TraceFormat = {
  id: 'anthropic',
  title: 'Anthropic Messages',
  joinsFiles: false,
  sniff,
  open: (output) => new ConversationLog(output, ANTHROPIC_API),
};

function sniff(record: Json): Likeness {
  if (Array.isArray(record)) return record.some(hasBlocks) ? 'run' : 'none';
  if (!isJsonObject(record)) return 'none';
  if (isBatchResult(record)) return 'run';
  if (bodiesOf(record).some((body) => isResponse(body) || isRequest(body))) return 'run';
  return hasBlocks(record) ? 'part' : 'none';
}

/** A request shows itself by its messages, or by how it writes its tools. */
function isRequest({ messages, tools }: { readonly [key: string]: Json }): boolean {
  if (!Array.isArray(messages)) return false;
  const first: Json | undefined = Array.isArray(tools) ? (tools[0] as Json) : undefined;
  return messages.some(hasBlocks) || (isJsonObject(first) && 'input_schema' in first);
}

/** A message with a block that only this format has. */
function hasBlocks(value: Json): boolean {
  if (!isJsonObject(value) || 'tool_calls' in value || typeof value.role !== 'string') return false;
  const { content } = value;
  if (!Array.isArray(content)) return false;
  return content.some(
    (block: Json) => isJsonObject(block) && (isCallType(block.type) || isResultType(block.type)),
  );
}

function isBatchResult({ custom_id: id, result }: { readonly [key: string]: Json }): boolean {
  return typeof id === 'string' && isJsonObject(result) && typeof result.type === 'string';
}
