import { isJsonObject, type Json, stringifyJson } from '#core';

/** The first of these members that a value has itself and that is not null. */
export function memberOf(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  const key = keys.find((key) => Object.hasOwn(value, key) && value[key] !== null);
  return key === undefined ? undefined : value[key];
}

/** The same where it is text. */
export function textMember(
  value: Json | undefined,
  ...keys: readonly string[]
): string | undefined {
  const member = memberOf(value, ...keys);
  return typeof member === 'string' ? member : undefined;
}

/** A value as text: JSON where it is not text itself. */
export function asText(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
