import { isJsonObject, type Json, stringifyJson } from '#core';

/** A value on its way through filters; undefined is "nothing there" and stays so until a `default`. */
export type Value = Json | undefined;

/** What a filter does with a value and its argument, which is empty where it takes none. */
type Filter = (value: Json, argument: string) => Value;

/** The filters, and whether each takes an argument. */
export const FILTERS: ReadonlyMap<
  string,
  { readonly takes: 'nothing' | 'attribute'; readonly apply: Filter }
> = new Map([
  ['map', { takes: 'attribute', apply: (value, path) => mapAttribute(value, path) }],
  ['list', { takes: 'nothing', apply: (value) => (Array.isArray(value) ? value : undefined) }],
  ['unique', { takes: 'nothing', apply: (value) => distinct(value) }],
  ['tojson', { takes: 'nothing', apply: (value) => stringifyJson(value) }],
  ['length', { takes: 'nothing', apply: (value) => lengthOf(value) }],
  ['first', { takes: 'nothing', apply: (value) => (Array.isArray(value) ? value[0] : undefined) }],
  [
    'last',
    { takes: 'nothing', apply: (value) => (Array.isArray(value) ? value.at(-1) : undefined) },
  ],
]);

/** The value under a key or at an index: own members only, so that nothing of an object's making is reached. */
export function lookUp(value: Value, step: string | number): Value {
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** An attribute of every item; nothing when one of them does not have it. */
function mapAttribute(value: Json, path: string): Value {
  if (!Array.isArray(value)) return undefined;
  const steps = path.split('.');
  const found: Json[] = [];
  for (const item of value as readonly Json[]) {
    const attribute = steps.reduce<Value>(lookUp, item);
    if (attribute === undefined) return undefined;
    found.push(attribute);
  }
  return found;
}

function distinct(value: Json): Value {
  if (!Array.isArray(value)) return undefined;
  const byText = new Map<string, Json>();
  for (const item of value as readonly Json[]) {
    const text = stringifyJson(item);
    if (!byText.has(text)) byText.set(text, item);
  }
  return [...byText.values()];
}

function lengthOf(value: Json): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : undefined;
}
