import { isJsonObject, type Json, MARKERS } from '#core';

/** Arguments with markers replaced by a value that fits them. */
export interface Unmarked {
  readonly value: Json;
  /** Pointers of values that only a run has: `$type` and `$matches` describe them. */
  readonly unknown: readonly string[];
}

/**
 * Replaces the markers of labelled arguments, so that a schema can check the rest: `$literal` and `$optional` by what
 * they contain, `$any_of` by its first value.
 */
export function replaceMarkers(value: Json): Unmarked {
  const unknown: string[] = [];
  return { value: replace(value, '', unknown), unknown };
}

function replace(value: Json, pointer: string, unknown: string[]): Json {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, i) => replace(item, `${pointer}/${i}`, unknown));
  if (!isJsonObject(value)) return value;
  const [entry, ...others] = Object.entries(value);
  if (entry !== undefined && others.length === 0 && MARKERS.includes(entry[0])) {
    const [marker, inner] = entry;
    if (marker === '$literal') return inner;
    if (marker === '$optional') return replace(inner, pointer, unknown);
    if (marker === '$any_of' && Array.isArray(inner) && inner.length > 0)
      return replace(inner[0] as Json, pointer, unknown);
    unknown.push(pointer);
    return value;
  }
  // An object of the same order, also where a member is called __proto__.
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      replace(member, `${pointer}/${escapeStep(key)}`, unknown),
    ]),
  );
}

/** A key as a step of a JSON pointer. */
export function escapeStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
