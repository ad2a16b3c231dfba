import type { JsonObject } from './json.ts';

/** Members that are whole numbers written with a fraction or a power, such as `1.0`, by their object. */
const wholeFloats = new WeakMap<object, Set<string>>();

/** Notes that a member of a parsed object is written like `1.0`. The value is the same as that of `1`. */
export function noteWholeFloat(object: object, key: string): void {
  const keys = wholeFloats.get(object);
  if (keys === undefined) wholeFloats.set(object, new Set([key]));
  else keys.add(key);
}

/** Whether a member of a parsed object is a whole number written like `1.0`. */
export function isWholeFloat(object: JsonObject, key: string): boolean {
  return wholeFloats.get(object)?.has(key) ?? false;
}

/** Whether any member of an object is written like `1.0`. */
export function hasWholeFloats(object: object): boolean {
  return wholeFloats.has(object);
}

/** Whether members that are numbers in both objects are written as whole numbers in both, or with a fraction in both. */
export function hasSameFloats(a: JsonObject, b: JsonObject): boolean {
  return Object.keys(a).every(
    (key) =>
      typeof a[key] !== 'number' ||
      typeof b[key] !== 'number' ||
      isFloat(a, key) === isFloat(b, key),
  );
}

function isFloat(object: JsonObject, key: string): boolean {
  return !Number.isInteger(object[key]) || isWholeFloat(object, key);
}
