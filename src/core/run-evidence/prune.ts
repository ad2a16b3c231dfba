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
  if (countItems(value, MAX_ITEMS) >= 0) return { value, isCut: false };
  const pruner = new Pruner();
  return { value: pruner.prune(value), isCut: pruner.isCut };
}

/** How many items are left of so many; below 0 where there are more of them, or one that must be changed. */
function countItems(value: unknown, items: number): number {
  let left = items - 1;
  if (typeof value === 'string') return value.length > MAX_CHARS ? -1 : left;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return left;
  if (typeof value !== 'object' || value instanceof ExactNumber) return -1;
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    if (left < 0 || key.length > MAX_CHARS) return -1;
    left = countItems(members[key], left);
  }
  return left;
}

class Pruner {
  isCut = false;
  #left = MAX_ITEMS;

  prune(item: unknown): Json {
    this.#left--;
    if (typeof item === 'string') {
      if (item.length > MAX_CHARS) this.isCut = true;
      return pruneText(item);
    }
    if (item instanceof ExactNumber) return item.text;
    if (typeof item === 'bigint') return String(item);
    if (typeof item === 'number' || typeof item === 'boolean') return item;
    // A row of a program may have columns that are not JSON.
    if (typeof item !== 'object' || item === null) return null;
    const kept: [string, Json][] = [];
    for (const [key, member] of Object.entries(item)) {
      if (this.#left <= 0 || key.length > MAX_CHARS) {
        this.isCut = true;
        break;
      }
      kept.push([key, this.prune(member)]);
    }
    return Array.isArray(item) ? kept.map(([, member]) => member) : Object.fromEntries(kept);
  }
}
