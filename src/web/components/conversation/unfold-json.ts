import { type Json, parseJson } from '#core';
import { MAX_AT_ONCE } from '../json/json-reader.ts';

/** Longer texts are shown as text: parsing them would hold up the page. */
const MAX_LENGTH = MAX_AT_ONCE;

/** The list or object that a text holds as JSON; null where it is any other text. Numbers keep their digits. */
export function unfoldJson(text: string): Json | null {
  if (text.length > MAX_LENGTH || !/^\s*[[{]/.test(text)) return null;
  const parsed = parseJson(text);
  return parsed.ok && typeof parsed.value === 'object' ? parsed.value : null;
}
