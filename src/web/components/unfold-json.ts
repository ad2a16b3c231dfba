import type { Json } from '#core';

/** Longer texts are shown as text: parsing them would hold up the page. */
const MAX_LENGTH = 200_000;

/** The list or object that a text holds as JSON; null where it is any other text. */
export function unfoldJson(text: string): Json | null {
  if (text.length > MAX_LENGTH || !/^\s*[[{]/.test(text)) return null;
  try {
    const value: Json = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
