import { ExactNumber, isJsonObject, type Json, stringifyJson } from '#core';

/** A value inside a template; undefined is "not there". */
export type Value = Json | undefined;

/** Why a template cannot be rendered for a row. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
}

/** Upper limit for the work of one rendering, in visited items and characters. */
const MAX_WORK = 1_000_000;

/** Counts the work of one rendering, so that every rendering ends soon. */
export class Work {
  #done = 0;

  spend(amount: number): void {
    this.#done += amount;
    if (this.#done > MAX_WORK) throw new RenderError('needs too much work for one row');
  }
}

/** The value under a key or at an index. Own members only, so that a row gives its data and nothing else. */
export function lookUp(value: Value, key: Value): Value {
  if (typeof key === 'number') {
    if (Array.isArray(value)) return value.at(key) as Value;
    return typeof value === 'string' ? Array.from(value).at(key) : undefined;
  }
  if (typeof key !== 'string') return undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value at a dotted path, as `map(attribute='function.name')` writes it. */
export function lookUpPath(value: Value, path: string): Value {
  return path
    .split('.')
    .reduce<Value>((inner, key) => lookUp(inner, /^\d+$/.test(key) ? Number(key) : key), value);
}

export function isTrue(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isJsonObject(value)) return Object.keys(value).length > 0;
  return value instanceof ExactNumber || Boolean(value);
}

/** The text of a value inside other text: JSON, except that a text is itself. */
export function textOf(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

export function listOf(value: Json, what: string): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  throw new RenderError(`${what} needs a list, not ${kindOf(value)}`);
}

export function stringOf(value: Value, what: string): string {
  if (typeof value === 'string') return value;
  throw new RenderError(`${what} needs text, not ${kindOf(value)}`);
}

export function numberOf(value: Value, what: string): number {
  if (typeof value === 'number') return value;
  if (value instanceof ExactNumber)
    throw new RenderError(`${what} cannot use ${value.text} exactly`);
  throw new RenderError(`${what} needs a number, not ${kindOf(value)}`);
}

export function kindOf(value: Value): string {
  if (value === undefined) return 'a missing value';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' || value instanceof ExactNumber ? 'a number' : 'an object';
}
