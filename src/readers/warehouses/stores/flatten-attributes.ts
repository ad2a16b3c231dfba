import { isJsonObject, type Json, type JsonObject } from '#core';
import { parseText } from '../../spans/parse-text.ts';

/** Attributes whose values are objects of the agent or the user: their members are not attributes. */
const WHOLE: ReadonlySet<string> = new Set([
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.system_instructions',
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'gen_ai.tool.definitions',
  'input.value',
  'output.value',
  'llm.invocation_parameters',
  'tool.parameters',
  'metadata',
]);

const MAX_DEPTH = 32;

/**
 * Attributes with dotted names. A map has them so; a JSON column has taken the dots for levels:
 * `{ "gen_ai": { "tool": { "name": "search" } } }`.
 */
export function flattenAttributes(column: Json | undefined): JsonObject {
  const value = parseText(column);
  if (!isJsonObject(value)) return {};
  const entries: [string, Json][] = [];
  collect(value, '', 0, entries);
  return Object.fromEntries(entries);
}

function collect(value: JsonObject, prefix: string, depth: number, to: [string, Json][]): void {
  for (const [key, member] of Object.entries(value)) {
    const name = prefix + key;
    if (isJsonObject(member) && !WHOLE.has(name) && depth < MAX_DEPTH)
      collect(member, `${name}.`, depth + 1, to);
    else if (member !== null) to.push([name, member]);
  }
}
