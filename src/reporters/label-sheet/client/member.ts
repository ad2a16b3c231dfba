import type { Json, JsonObject } from '#core';

/** Whether a value that the browser parsed is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The first of these members that a value has itself and that is not null. */
export function memberOf(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  if (!isObject(value)) return undefined;
  const key = keys.find((key) => Object.hasOwn(value, key) && value[key] !== null);
  return key === undefined ? undefined : value[key];
}

/** The same where it is text. */
export function textMember(value: Json | undefined, ...keys: readonly string[]): string | null {
  const member = memberOf(value, ...keys);
  return typeof member === 'string' ? member : null;
}
