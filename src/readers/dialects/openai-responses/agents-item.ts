import { isJsonObject, type JsonObject } from '#core';
import { textOf } from '../../draft/text-of.ts';

/**
 * An item as the Agents SDK for JavaScript keeps it in `result.history`, in the form of the API: its ids are `callId`,
 * results are `…_result`, and what the provider sent is in `providerData`. Other items are returned unchanged.
 */
export function toApiItem(item: JsonObject): JsonObject {
  const { type, providerData: provided, callId } = item;
  const isProvided = type === 'hosted_tool_call' || type === 'unknown';
  if (!isProvided && callId === undefined) return item;
  const { providerData: _, callId: __, ...rest } = item;
  const ids = callId === undefined ? {} : { call_id: callId };
  if (!isProvided) return { ...rest, ...ids, type: RESULTS.get(type) ?? type ?? null };
  const sent = isJsonObject(provided) ? provided : {};
  const named = textOf(sent.type) ?? textOf(item.name);
  // A tool of an MCP server has its own name, a tool of the provider that of its item.
  return { ...rest, ...sent, ...ids, type: named ?? type };
}

const RESULTS: ReadonlyMap<unknown, string> = new Map([
  ['function_call_result', 'function_call_output'],
  ['computer_call_result', 'computer_call_output'],
]);
