import { ExactNumber, isJsonObject, type Json } from './json.ts';

/** Equality of JSON values: type-strict, key order irrelevant, list order relevant, numbers by value. */
export function equalJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof ExactNumber || b instanceof ExactNumber) {
    return a instanceof ExactNumber && b instanceof ExactNumber && a.text === b.text;
  }
  if (!isJsonObject(a)) return !isJsonObject(b) && equalLists(a, b);
  if (!isJsonObject(b)) return false;
  let keys = 0;
  for (const key in a) {
    if (!Object.hasOwn(b, key) || !equalJson(a[key]!, b[key]!)) return false;
    keys++;
  }
  for (const _key in b) keys--;
  return keys === 0;
}

function equalLists(a: readonly Json[], b: readonly Json[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!equalJson(a[i]!, b[i]!)) return false;
  return true;
}

/** JSON text with sorted keys: equal for equal values. */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof ExactNumber) return value.text;
  if (!isJsonObject(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key]!)}`).join(',')}}`;
}
