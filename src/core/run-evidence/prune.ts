import { ExactNumber, type Json } from '../json/json.ts';

/** How many items of a value are looked at, and how many characters of each text: more would be cut anyway. */
const MAX_ITEMS = 500;
const MAX_CHARS = 16_000;

/** How far back a blank is looked for. */
const MAX_WORD = 1_000;

/** The beginning of a text that may be redacted: a word at its end would not be recognised as a secret. */
export function pruneText(text: string): string {
  if (text.length <= MAX_CHARS) return text;
  const start = text.slice(0, MAX_CHARS);
  const word = /\S*$/.exec(start.slice(-MAX_WORD))?.[0] ?? '';
  return start.slice(0, MAX_CHARS - (word.length < MAX_WORD ? word.length : 0));
}

/** The first items of a value, with the beginnings of its texts. Numbers that no double holds become text. */
export function pruneJson(value: Json): { readonly value: Json; readonly isCut: boolean } {
  let left = MAX_ITEMS;
  let isCut = false;
  const prune = (item: unknown): Json => {
    left--;
    if (typeof item === 'string') {
      if (item.length > MAX_CHARS) isCut = true;
      return pruneText(item);
    }
    if (item instanceof ExactNumber) return item.text;
    if (typeof item === 'bigint') return String(item);
    // A row of a program may have columns that are not JSON.
    if (typeof item === 'undefined' || typeof item === 'function' || typeof item === 'symbol')
      return null;
    if (typeof item !== 'object' || item === null) return item as Json;
    const kept: [string, Json][] = [];
    for (const [key, member] of Object.entries(item)) {
      if (left <= 0 || key.length > MAX_CHARS) {
        isCut = true;
        break;
      }
      kept.push([key, prune(member)]);
    }
    return Array.isArray(item) ? kept.map(([, member]) => member) : Object.fromEntries(kept);
  };
  return { value: prune(value), isCut };
}
