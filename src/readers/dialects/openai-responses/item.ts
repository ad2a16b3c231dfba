import { isJsonObject, type Json, type JsonObject } from '#core';
import type { CallDraft } from '../../draft/call-ledger.ts';
import {
  type DraftStatus,
  statusOfWord,
  type StatusWords,
  worstStatus,
} from '../../draft/read-status.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import { freeText } from '../openai-chat/message.ts';
import { toApiItem } from './agents-item.ts';

/** Tools that the provider runs, so that the item of the call says how it ended. */
const PROVIDER_TOOLS = ['web_search', 'file_search', 'code_interpreter', 'image_generation'];
/** Built-in tools that the client runs: the result is a separate item. */
const CLIENT_TOOLS = ['computer', 'local_shell', 'shell', 'apply_patch', 'tool_search'];
/** The names of tools that have only a type: `web_search` is called by a `web_search_call`. */
export const BUILT_IN: readonly string[] = [...PROVIDER_TOOLS, ...CLIENT_TOOLS];

const CALLS: ReadonlySet<Json | undefined> = new Set([
  'function_call',
  'custom_tool_call',
  'mcp_call',
  'mcp_approval_request',
  ...BUILT_IN.map((name) => `${name}_call`),
]);
const OTHERS: ReadonlySet<Json | undefined> = new Set([
  'mcp_list_tools',
  'mcp_approval_response',
  'tool_search_output',
  'additional_tools',
]);

/** Items that are not calls: programs write calls, which are separate items. */
const HARMLESS: ReadonlySet<Json | undefined> = new Set([
  'message',
  'reasoning',
  'compaction',
  'compaction_trigger',
  'item_reference',
  'program',
  'program_output',
  ...OTHERS,
]);

/** Whether an item that is not a call is known. */
export function isHarmlessItem(item: JsonObject): boolean {
  return HARMLESS.has(item.type) || isResult(item);
}

const PARTS: ReadonlySet<string> = new Set([
  'text',
  'input_text',
  'output_text',
  'refusal',
  'reasoning_text',
  'summary_text',
  'input_image',
  'output_image',
  'input_audio',
  'output_audio',
  'input_file',
]);

/** Whether a part of an answer is known: no such part is a call. */
export function isHarmlessPart(type: string): boolean {
  return PARTS.has(type);
}

/** Whether a value is an item that no other format has. */
export function isItem(value: Json): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const { type, role, content } = toApiItem(value);
  if (
    type === 'hosted_tool_call' ||
    CALLS.has(type) ||
    OTHERS.has(type) ||
    isResult(toApiItem(value))
  )
    return true;
  if (type === 'reasoning') return 'summary' in value;
  return type === 'message' && Array.isArray(content) && content.some(isPart) && role !== undefined;
}

function isPart(part: Json): boolean {
  return isJsonObject(part) && (part.type === 'input_text' || part.type === 'output_text');
}

/** Whether an item is what came back for a call. */
export function isResult({ type, call_id: id }: JsonObject): boolean {
  return typeof type === 'string' && type.endsWith('_call_output') && id !== undefined;
}

/** Whether an item is a call, executed or only requested. */
export function isCall({ type }: JsonObject): boolean {
  return CALLS.has(type);
}

/** The call of an item. A request for approval and the call that follows share an id and are the same call. */
export function readCall(item: JsonObject): CallDraft {
  const { type, namespace, server_label: label, caller } = item;
  const id = realId(item.approval_request_id) ?? realId(item.call_id) ?? realId(item.id);
  const server = type === 'function_call' ? namespace : label;
  return {
    id,
    name: readName(item),
    server: textOf(server),
    arguments: readPassed(item),
    requester: isJsonObject(caller) && caller.type === 'program' ? 'program' : null,
    status: readStatus(item),
    result: type === 'mcp_call' ? resultText(item.output) : undefined,
  };
}

/** A proxy writes the same id for all items. */
function realId(id: Json | undefined): string | null {
  return id === '__fake_id__' ? null : textOf(id);
}

function readName({ type, name, server_label: label }: JsonObject): string {
  // A call of a server that cannot be read is a call of an unknown tool.
  if (type === 'mcp_call' && label !== undefined && typeof label !== 'string') return '';
  const builtIn = BUILT_IN.find((tool) => type === `${tool}_call`);
  return builtIn ?? textOf(name) ?? '';
}

/** The arguments of a call: built-in tools have separate members for them. */
function readPassed(item: JsonObject): Json | undefined {
  const { type, input, action, operation, queries, code } = item;
  if (type === 'custom_tool_call') return freeText(input);
  if (item.arguments !== undefined) return item.arguments;
  if (isJsonObject(action)) return action;
  if (isJsonObject(operation)) return operation;
  if (queries !== undefined) return { queries };
  return code === undefined ? undefined : { code };
}

function readStatus(item: JsonObject): DraftStatus | null {
  const { type, error, status, output } = item;
  if (!isRunByProvider(item)) return null;
  if (error !== undefined && error !== null) return 'error';
  const hasOutput = type === 'mcp_call' && typeof output === 'string';
  // Python dumps a status that is not set as null.
  return worstStatus(statusOfWord(status ?? undefined, STATES), hasOutput ? 'ok' : null);
}

/** How far an item came. */
const STATES: StatusWords = new Map([
  ['completed', 'ok'],
  ['failed', 'error'],
  ...['in_progress', 'incomplete', 'calling', 'searching', 'interpreting', 'generating'].map(
    (state) => [state, null] as const,
  ),
]);

/** Whether the provider executes a call; `execution` says where a tool search runs. */
function isRunByProvider({ type, execution }: JsonObject): boolean {
  if (type === 'tool_search_call') return execution === 'server';
  return type === 'mcp_call' || PROVIDER_TOOLS.some((name) => type === `${name}_call`);
}
