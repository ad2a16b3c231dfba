import { type Json, type JsonFault, parseJson } from '#core';

/** The value of a cell: undefined when it is empty where a value should be, a fault when it is hostile JSON. */
export type ParsedCell = { readonly ok: true; readonly value: Json | undefined } | JsonFault;

/** Columns whose cells are parsed as JSON where that is possible. */
const JSON_COLUMNS: ReadonlySet<string> = new Set([
  'tool_calls',
  'trace',
  'function_calls',
  'tools',
  'expected_tool',
  'expected_args',
  'expected_calls',
]);

/** Makes a value of the text of a CSV cell. Text that is not JSON stays text. */
export function parseCell(column: string, text: string): ParsedCell {
  const isJsonColumn = JSON_COLUMNS.has(column);
  // An empty cell is the only way in which CSV can leave something out.
  if (text === '' && isJsonColumn) return { ok: true, value: undefined };
  const looksLikeJson = text.startsWith('{') || text.startsWith('[');
  if (!isJsonColumn && !looksLikeJson) return { ok: true, value: text };
  const parsed = parseJson(text);
  // A tool may be called 12 or true: bare numbers and words stay text.
  if (parsed.ok) return isBareWord(parsed.value) ? { ok: true, value: text } : parsed;
  return parsed.code === 'JSON_SYNTAX' ? { ok: true, value: text } : parsed;
}

function isBareWord(value: Json): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}
