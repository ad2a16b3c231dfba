import { ExactNumber } from '#core';

/**
 * A table of values in which every value appears once and is referred to by its place: plain values as they are,
 * a list as `[0, …places]`, an object as `[1 + place of its list of keys, …places]`, a number with more digits than a
 * double as `[-1, place of its text]`, parts before wholes, the whole last. Nothing is lost, and a report of many alike
 * tests is a fifth of its size.
 */
export type Packed = readonly (string | number | boolean | null | readonly number[])[];

/** Marks the text of an exact number. */
const EXACT = -1;

/** Packs a JSON value and returns the table as JSON text. */
export function pack(value: unknown): string {
  const table: string[] = [];
  const plain = new Map<unknown, number>();
  const composed = new Map<string, number>();
  const shapes = new Map<string, number>();

  function placeOf(held: unknown): number {
    if (held instanceof ExactNumber) return placeOfList(EXACT, [held.text]);
    if (typeof held === 'object' && held !== null) {
      return Array.isArray(held) ? placeOfList(0, held) : placeOfObject(held);
    }
    const known = plain.get(held);
    if (known !== undefined) return known;
    plain.set(held, table.push(JSON.stringify(held)) - 1);
    return table.length - 1;
  }
  function placeOfObject(held: object): number {
    const parts: unknown[] = Object.values(held);
    if (parts.includes(undefined)) {
      const present = Object.entries(held).filter(([, part]) => part !== undefined);
      return placeOfObject(Object.fromEntries(present));
    }
    return placeOfList(1 + placeOfKeys(Object.keys(held)), parts);
  }
  function placeOfKeys(keys: readonly string[]): number {
    const id = JSON.stringify(keys);
    const known = shapes.get(id);
    if (known !== undefined) return known;
    const place = placeOfList(0, keys);
    shapes.set(id, place);
    return place;
  }
  function placeOfList(first: number, items: readonly unknown[]): number {
    let json = `[${first}`;
    for (const item of items) json += `,${placeOf(item)}`;
    json += ']';
    const known = composed.get(json);
    if (known !== undefined) return known;
    composed.set(json, table.push(json) - 1);
    return table.length - 1;
  }

  placeOf(value);
  return `[${table.join(',')}]`;
}

/** The value that was packed. Keys such as `__proto__` become plain properties again. */
export function unpack(table: Packed): unknown {
  const values: unknown[] = [];
  for (const entry of table) values.push(Array.isArray(entry) ? compose(entry, values) : entry);
  return values.at(-1);
}

function compose([first = 0, ...places]: readonly number[], values: readonly unknown[]): unknown {
  const held = places.map((place) => values[place]);
  if (first === 0) return held;
  if (first === EXACT) return new ExactNumber(String(held[0]));
  const keys = values[first - 1];
  // `fromEntries` defines properties; assigning would call a setter for `__proto__`.
  return Array.isArray(keys)
    ? Object.fromEntries(keys.map((key, at): [string, unknown] => [String(key), held[at]]))
    : null;
}
