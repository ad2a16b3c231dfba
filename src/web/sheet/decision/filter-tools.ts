import { isJsonObject } from '#core';
import type { SheetTool } from '#reporters';

/** The tools that contain all words of a search: those with all of them in their name first. */
export function filterTools(tools: readonly SheetTool[], search: string): readonly SheetTool[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return tools;
  const has = (text: string): boolean => words.every((word) => text.includes(word));
  const byName = tools.filter(({ name }) => has(name.toLowerCase()));
  const others = tools.filter((tool) => !byName.includes(tool) && has(textOf(tool)));
  return [...byName, ...others];
}

function textOf({ name, description, schema }: SheetTool): string {
  const properties = isJsonObject(schema) ? schema.properties : null;
  const keys = isJsonObject(properties) ? Object.keys(properties) : [];
  return [name, description ?? '', ...keys].join(' ').toLowerCase();
}
