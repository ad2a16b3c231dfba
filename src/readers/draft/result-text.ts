import { isJsonObject, type Json, stringifyJson } from '#core';
import { readText } from './read-text.ts';

/**
 * The result of a tool as text: its text parts where it has some, otherwise JSON; undefined where nothing is recorded.
 */
export function resultText(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === '') return '';
  const content = isJsonObject(value) && Array.isArray(value.content) ? value.content : value;
  return readText(content) || stringifyJson(value);
}
