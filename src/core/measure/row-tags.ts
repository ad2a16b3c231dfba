import type { Json, JsonObject } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';

/** The column that has the tags of a row. */
export const TAGS_COLUMN = 'tags';

const MAX_TAG_LENGTH = 100;

/**
 * The tags of a row, each once: a text, a number, or a list of them; a text may be several, with commas between. Null
 * where the column has something else.
 */
export function tagsOfRow(row: JsonObject, column: string): readonly string[] | null {
  const value = Object.hasOwn(row, column) ? row[column] : null;
  if (value === undefined || value === null) return [];
  const tags = listOf(value).map(tagOf);
  return tags.every((tag) => tag !== null) ? [...new Set(tags)].filter((tag) => tag !== '') : null;
}

function listOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  if (typeof value !== 'string') return [value];
  const parsed = value.startsWith('[') ? parseJson(value) : null;
  if (parsed?.ok === true && Array.isArray(parsed.value)) return parsed.value as readonly Json[];
  return value.split(',');
}

function tagOf(value: Json): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const tag = String(value).trim();
  return tag.length > MAX_TAG_LENGTH ? null : tag;
}
