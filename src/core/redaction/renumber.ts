import { ExactNumber, isJsonObject, type Json } from '../json/json.ts';
import { containsPlaceholder, NUMBERED, someText } from './placeholder.ts';

/**
 * Numbers the placeholders of a value by where they come first, with members in the order of their names. Texts that were
 * redacted as parts of different documents are then equal where their originals are.
 */
export function renumberPlaceholders<T>(value: T): T {
  const json = value as Json;
  if (!someText(json, containsPlaceholder)) return value;
  const numbers = new Map<string, string>();
  const counts = new Map<string, number>();
  collect(json, (placeholder, kind) => {
    if (numbers.has(placeholder)) return;
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    numbers.set(placeholder, `[${kind}-${number}]`);
  });
  return replace(json, numbers) as T;
}

function collect(value: Json, visit: (placeholder: string, kind: string) => void): void {
  if (typeof value === 'string') {
    for (const [placeholder, kind = ''] of value.matchAll(NUMBERED)) visit(placeholder, kind);
  } else if (Array.isArray(value)) for (const item of value as Json[]) collect(item, visit);
  else if (isJsonObject(value))
    for (const key of Object.keys(value).sort(byNameWithoutNumbers)) {
      collect(key, visit);
      collect(value[key]!, visit);
    }
}

/** A number that is replaced must not decide the order. */
function byNameWithoutNumbers(a: string, b: string): number {
  const [first, second] = [a, b].map((name) => name.replaceAll(NUMBERED, '[$1]'));
  return first === second ? 0 : first! < second! ? -1 : 1;
}

function replace(value: Json, numbers: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string')
    return value.replaceAll(NUMBERED, (placeholder) => numbers.get(placeholder) ?? placeholder);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  if (Array.isArray(value)) return value.map((item: Json) => replace(item, numbers));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      replace(key, numbers) as string,
      replace(member, numbers),
    ]),
  );
}
