import { isJsonObject, type JsonObject } from '#core';
import { readText } from '../../draft/read-text.ts';
import { textOf } from '../../draft/text-of.ts';

/** How the program begins the result of a call that was not carried out, because a person or a rule refused it. */
const REFUSALS: readonly string[] = [
  "The user doesn't want to proceed with this tool use",
  "The user doesn't want to take this action right now",
  'Claude requested permissions to ',
  'Permission to use ',
];

const NONE: ReadonlySet<string> = new Set();

/** The ids of calls that a line says were refused. */
export function deniedCalls(record: JsonObject): ReadonlySet<string> {
  const { message, toolUseResult } = record;
  const content = isJsonObject(message) ? message.content : null;
  if (!Array.isArray(content)) return NONE;
  const isRejected = toolUseResult === 'User rejected tool use';
  const ids = content.filter(isJsonObject).flatMap((block) => {
    if (block.type !== 'tool_result' || block.is_error !== true) return [];
    const text = readText(block.content);
    const isRefused = isRejected || REFUSALS.some((start) => text.startsWith(start));
    return isRefused ? (textOf(block.tool_use_id) ?? []) : [];
  });
  return ids.length === 0 ? NONE : new Set(ids);
}
