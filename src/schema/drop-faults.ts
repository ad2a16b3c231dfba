import { isJsonObject } from '#core';
import { check, meantChoice } from './check.ts';
import type { Schema } from './json-schema.ts';

const FAULTY = Symbol('faulty');

/**
 * The value without what does not fit its schema, so that the rest can still be examined: a faulty key is left
 * out; one that must be there, and a faulty item of a list, becomes the emptiest value of its kind.
 */
export function dropFaults(schema: Schema, value: unknown): unknown {
  const rest = drop(schema, value);
  return rest === FAULTY ? emptyOf(schema) : rest;
}

function drop(schema: Schema, value: unknown): unknown {
  if (check(schema, value).length === 0) return value;
  if (schema.anyOf !== undefined) {
    const meant = meantChoice(schema.anyOf, value);
    return meant === undefined ? FAULTY : drop(meant, value);
  }
  const { items, ...list } = schema;
  if (Array.isArray(value) && items !== undefined) {
    if (check(list, value).length > 0) return FAULTY;
    return value.map((item: unknown) => dropFaults(items, item));
  }
  if (isJsonObject(value) && schema.type === 'object') return dropKeys(schema, value);
  return FAULTY;
}

function dropKeys(schema: Schema, map: Readonly<Record<string, unknown>>): unknown {
  const { properties = {}, additionalProperties: others } = schema;
  const rest = new Map<string, unknown>();
  for (const key of Object.keys(map)) {
    const below = Object.hasOwn(properties, key) ? properties[key] : others;
    if (below === false) continue;
    const kept = below === undefined ? map[key] : drop(below, map[key]);
    if (kept !== FAULTY) rest.set(key, kept);
  }
  for (const key of schema.required ?? []) {
    const below = properties[key];
    if (!rest.has(key) && below !== undefined) rest.set(key, emptyOf(below));
  }
  // fromEntries defines own keys, so that `__proto__` stays one.
  return Object.fromEntries(rest);
}

function emptyOf(schema: Schema): unknown {
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return emptyOf(first);
  if (schema.type === 'array') return [];
  return schema.type === 'object' ? dropKeys(schema, {}) : '';
}
