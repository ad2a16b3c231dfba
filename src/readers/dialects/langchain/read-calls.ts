import { isJsonObject, type Json, type JsonObject } from '#core';
import { listOf, objectOf } from '../../draft/json-parts.ts';
import { statusOfBlock } from '../anthropic/message.ts';
import { statusOfWord, type StatusWords, worstStatus } from '../../draft/read-status.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import { CODE_EXECUTION } from '../gemini/message.ts';
import type { MessageCall, MessageResult } from '../../messages/message.ts';
import { isCall } from '../openai-responses/item.ts';
import { readResponsesItem } from '../openai-responses/message.ts';

/**
 * The calls of an answer. `tool_calls` and `invalid_tool_calls` have them all. The provider's forms in
 * `additional_kwargs` and in the content only repeat them, and are read where both lists are missing.
 */
export function readCalls(body: JsonObject): MessageCall[] {
  const content = listOf(body.content);
  const listed = [...listOf(body.tool_calls), ...listOf(body.invalid_tool_calls)].flatMap(readCall);
  const provided = objectOf(body.additional_kwargs);
  const chosen = [
    listed,
    listOf(body.tool_call_chunks).flatMap(readCall),
    listOf(provided.tool_calls).flatMap(readCall),
    [provided.function_call ?? null].flatMap(readCall),
    content.flatMap((block) => (isOfType(block, CALL_BLOCKS) ? readCall(block) : [])),
  ].find((calls) => calls.length > 0);
  // Calls that the provider ran are in the content only.
  const ran = content.flatMap(readRanCall);
  return [...(chosen ?? []), ...ran];
}

/** What came back for tools that the provider ran while it answered. */
export function readRanResults(body: JsonObject): MessageResult[] {
  return listOf(body.content).flatMap((block): MessageResult[] => {
    if (!isJsonObject(block) || typeof block.type !== 'string') return [];
    if (!isResultType(block.type)) return [];
    const id = textOf(block.tool_use_id) ?? textOf(block.tool_call_id);
    const status = worstStatus(statusOfBlock(block), statusOfWord(block.status, WORDS));
    const text = resultText(block.content ?? block.output);
    return id === null ? [] : [{ id, name: null, status, text }];
  });
}

/** How messages and blocks say how a call ended. */
export const WORDS: StatusWords = new Map([
  ['success', 'ok'],
  ['error', 'error'],
]);

export const CALL_BLOCKS: readonly string[] = [
  'tool_use',
  'tool_call',
  'invalid_tool_call',
  'function_call',
  'custom_tool_call',
];
const RAN_BLOCKS: ReadonlySet<string> = new Set([
  'server_tool_use',
  'server_tool_call',
  'mcp_tool_use',
]);
/** Code that Gemini wrote and ran, as Python and JavaScript have it. */
const CODE_BLOCKS: ReadonlySet<string> = new Set(['executable_code', 'executableCode']);

/** Whether a block is a call that the provider carried out itself. */
export function isRanType(type: string): boolean {
  return RAN_BLOCKS.has(type) || CODE_BLOCKS.has(type) || isProviderItem(type);
}

/** Whether a block is what came back for a call. */
export function isResultType(type: string): boolean {
  return /_(?:tool_)?result$/.test(type) || type === 'codeExecutionResult';
}

/** Items of the Responses API are in the content unchanged. */
function isProviderItem(type: string): boolean {
  return isCall({ type }) && !CALL_BLOCKS.includes(type);
}

function isOfType(block: Json, types: readonly string[]): boolean {
  return isJsonObject(block) && typeof block.type === 'string' && types.includes(block.type);
}

/** LangChain's shape, OpenAI's nested shapes, or a block of content; empty where there is no name. */
export function readCall(value: Json): MessageCall[] {
  if (!isJsonObject(value)) return [];
  const nested = [value.function, value.custom].find(isJsonObject);
  const call = nested ?? value;
  if (typeof call.name !== 'string' || call.name === '') return [];
  return [
    {
      id: textOf(value.call_id) ?? textOf(value.id),
      name: call.name,
      server: textOf(value.server_name) ?? textOf(value.server_label),
      arguments: call.args ?? call.arguments ?? call.input,
    },
  ];
}

/** A call that the provider carried out; that of an item has its outcome in itself. */
function readRanCall(block: Json): MessageCall[] {
  if (!isJsonObject(block) || typeof block.type !== 'string') return [];
  if (RAN_BLOCKS.has(block.type)) return readCall(block);
  if (CODE_BLOCKS.has(block.type))
    return [{ id: null, name: CODE_EXECUTION, server: null, arguments: codeOf(block) }];
  if (block.type === 'mcp_call') {
    const failed = (block.error ?? null) !== null;
    return readCall(block).map((call) => ({ ...call, status: failed ? 'error' : 'ok' }));
  }
  return isProviderItem(block.type) ? (readResponsesItem(block)?.calls ?? []).slice() : [];
}

function codeOf({
  executable_code: code,
  executableCode: nested,
  language,
}: JsonObject): JsonObject {
  if (isJsonObject(nested)) return nested;
  return { code: code ?? null, language: language ?? null };
}
