import { EXACT } from './argument-rules.ts';
import { findDifference } from './find-difference.ts';
import { equalJson } from '../json/equal-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { compileExpected, MARKERS } from './markers.ts';
import { ANY_DAY } from './value-markers.ts';

/** An argument that is not as expected; a side without a value is absent. */
export interface ArgumentDifference {
  /** The keys that lead to it; empty where the arguments are not an object. */
  readonly path: readonly string[];
  readonly expected?: Json;
  readonly actual?: Json;
}

/** Patterns and relative dates are not evaluated here: a value that one of them is about is not listed. */
const LENIENT = { regex: () => (): boolean => true, today: ANY_DAY };

/** Every argument of a call that is not as labelled, in the order of the label, then of the call. Lists are one value. */
export function listDifferences(expected: Json, actual: Json): readonly ArgumentDifference[] {
  return differencesAt([], expected, actual);
}

function differencesAt(
  path: readonly string[],
  expected: Json,
  actual: Json,
): readonly ArgumentDifference[] {
  if (isAsExpected(expected, actual)) return [];
  if (!isPlainObject(expected) || !isJsonObject(actual)) return [{ path, expected, actual }];
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...keys].flatMap((key): readonly ArgumentDifference[] => {
    const below = [...path, key];
    const expectedValue = Object.hasOwn(expected, key) ? expected[key] : undefined;
    const actualValue = Object.hasOwn(actual, key) ? actual[key] : undefined;
    if (expectedValue === undefined)
      return actualValue === undefined ? [] : [{ path: below, actual: actualValue }];
    if (actualValue !== undefined) return differencesAt(below, expectedValue, actualValue);
    return isOptional(expectedValue) ? [] : [{ path: below, expected: expectedValue }];
  });
}

function isAsExpected(expected: Json, actual: Json): boolean {
  if (equalJson(expected, actual)) return true;
  try {
    return findDifference(compileExpected(expected, LENIENT), actual, EXACT) === null;
  } catch {
    // A saved report may contain markers that do not compile.
    return false;
  }
}

function isPlainObject(value: Json): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const [first, second] = Object.keys(value);
  return first === undefined || second !== undefined || !MARKERS.includes(first);
}

function isOptional(value: Json): boolean {
  return isJsonObject(value) && Object.hasOwn(value, '$optional');
}
