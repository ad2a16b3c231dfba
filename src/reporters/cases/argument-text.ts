import { type ArgumentDifference, type Json, stringifyJson } from '#core';
import { concat, name, type Text } from '../document/index.ts';

const VALUE_LENGTH = 80;
const PATH_LENGTH = 80;

/** An argument that is not as expected: `order_id: "A-1" (expected "A-2")`. */
export function differenceText({ path, expected, actual }: ArgumentDifference): Text {
  const key = pathText(path);
  if (actual === undefined)
    return concat(key, ': missing (expected ', valueText(expected ?? null), ')');
  if (expected === undefined) return concat(key, ': ', valueText(actual), ' (not expected)');
  return concat(key, ': ', valueText(actual), ' (expected ', valueText(expected), ')');
}

/** Where an argument is; the arguments as a whole where they are not an object. */
export function pathText(path: readonly string[]): Text {
  return path.length === 0 ? 'arguments' : name(path.join('.'), PATH_LENGTH);
}

function valueText(value: Json): Text {
  return name(stringifyJson(value), VALUE_LENGTH);
}

/** Whether a value was cut to fit into the evidence: it cannot be compared then. */
export function isCut(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.endsWith('…');
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((each: Json) => isCut(each));
}
