import { type Json, stringifyJson } from '#core';
import { readText } from './read-text.ts';

/** What a tool gave back as text: its text parts where it has some, else JSON; undefined where there is nothing. */
export function resultText(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return readText(value) || stringifyJson(value);
}
