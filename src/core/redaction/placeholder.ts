import { ExactNumber, type Json } from '../json/json.ts';

/** What a placeholder replaces. */
export type PlaceholderKind = 'secret' | 'email' | 'phone' | 'card';

/** The placeholder of a text that belongs to no case: equal ones may stand for different values. */
export const REDACTED = '[redacted]';

const PLACEHOLDER = /\[(?:redacted|(?:secret|email|phone|card)-[1-9]\d{0,5})\]/;
const WHOLE_PLACEHOLDER = new RegExp(`^${PLACEHOLDER.source}[.:!?)]*$`);
/** A numbered placeholder, with its kind and number. */
export const NUMBERED: RegExp = /\[(secret|email|phone|card)-([1-9]\d{0,5})\]/g;

/** Whether a text contains a placeholder. */
export function containsPlaceholder(text: string): boolean {
  return text.includes('[') && PLACEHOLDER.test(text);
}

/** Whether a text is a placeholder and nothing else but punctuation behind it. */
export function isPlaceholder(text: string): boolean {
  return text.startsWith('[') && text.length < 40 && WHOLE_PLACEHOLDER.test(text);
}

/** Whether a text or key at any depth of a value passes the test. */
export function someText(value: Json, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return false;
  if (Array.isArray(value)) return value.some((item: Json) => someText(item, test));
  const members = value as Readonly<Record<string, Json>>;
  for (const key in members) if (test(key) || someText(members[key]!, test)) return true;
  return false;
}

/** The highest number of each kind of placeholder in a text is added to `highest`. */
export function noteNumbers(text: string, highest: Map<PlaceholderKind, number>): void {
  if (!text.includes('[')) return;
  for (const [, kind, digits] of text.matchAll(NUMBERED)) {
    const number = Number(digits);
    const key = kind as PlaceholderKind;
    if (number > (highest.get(key) ?? 0)) highest.set(key, number);
  }
}
