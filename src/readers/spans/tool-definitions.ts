import { isJsonObject, type Json, type ToolSpec } from '#core';
import { readNumber } from '../draft/read-number.ts';
import { readTools } from '../draft/read-tools.ts';
import { textOf } from '../draft/text-of.ts';
import { parseText } from './parse-text.ts';

/** How many different catalogs are cached. */
const MAX_CATALOGS = 32;

/** Catalogs by their text: every request of an agent repeats the same, and reading it is most of the work. */
const catalogCache = new Map<string, readonly ToolSpec[] | null>();

/** The tools of `gen_ai.tool.definitions`; null when it is absent or not a list. */
export function readDefinitions(value: Json | undefined): readonly ToolSpec[] | null {
  if (typeof value !== 'string') return read(value);
  let tools = catalogCache.get(value);
  if (tools === undefined) {
    tools = read(value);
    if (catalogCache.size >= MAX_CATALOGS) catalogCache.clear();
    catalogCache.set(value, tools);
  }
  return tools;
}

function read(value: Json | undefined): readonly ToolSpec[] | null {
  const list = parseText(value);
  return Array.isArray(list) ? list.flatMap(readDefinition) : null;
}

/** A definition may name its server and cost: the conventions allow additional members. */
function readDefinition(entry: Json): ToolSpec[] {
  const definition = parseText(entry) ?? null;
  if (!isJsonObject(definition)) return readTools([definition]);
  const cost = readNumber(definition['whichtool.cost']);
  return readTools(definition, textOf(definition['mcp.server.name'])).map((tool) => ({
    ...tool,
    cost,
  }));
}
