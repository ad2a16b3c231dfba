import { isJsonObject } from '#core';
import type { SheetTool } from '#reporters';

/** The tools that contain all words of a search: those with all of them in their name first. */
function filterTools(tools: readonly SheetTool[], search: string): readonly SheetTool[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return tools;
  const has = (text: string): boolean => words.every((word) => text.includes(word));
  const byName = tools.filter(({ name }) => has(name.toLowerCase()));
  const named = new Set(byName);
  const others = tools.filter((tool) => !named.has(tool) && has(textOf(tool)));
  return [...byName, ...others];
}

/** More tools at once are not read by anyone, and would slow every key down. */
const MAX_SHOWN = 100;

/** The tools of a search that are listed, and how many more there are. */
export function listTools(
  tools: readonly SheetTool[],
  search: string,
): { readonly tools: readonly SheetTool[]; readonly more: number } {
  const matches = filterTools(tools, search);
  return { tools: matches.slice(0, MAX_SHOWN), more: Math.max(0, matches.length - MAX_SHOWN) };
}

function textOf({ name, description, schema }: SheetTool): string {
  const properties = isJsonObject(schema) ? schema.properties : null;
  const keys = isJsonObject(properties) ? Object.keys(properties) : [];
  return [name, description ?? '', ...keys].join(' ').toLowerCase();
}
