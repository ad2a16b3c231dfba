import { createContext } from 'preact';
import type { JsonRows } from './json-rows.ts';

/** Reads JSON that is too large to be read while people wait; null where a text is not JSON. */
export type JsonReader = (text: string) => Promise<JsonRows | null>;

/** How large JSON is read; null where it is shown as text. */
export const JsonReaderContext: ReturnType<typeof createContext<JsonReader | null>> =
  createContext<JsonReader | null>(null);

/** Shorter JSON is read at once. */
export const MAX_AT_ONCE = 50_000;

/** Whether a text may be JSON that is read elsewhere. */
export function isLargeJson(text: string): boolean {
  return text.length > MAX_AT_ONCE && /^\s*[[{]/.test(text);
}
