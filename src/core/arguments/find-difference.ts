import type { ArgumentRules, IgnoreTree } from './argument-rules.ts';
import { equalJson } from '../json/equal-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { type Expected, hasType } from './markers.ts';
import { assumeEqual, hasRedactedKey, isRedacted } from './redacted-comparison.ts';
import { containsPlaceholder } from '../redaction/index.ts';
import { relaxLeaf } from './relax-json.ts';

/** A step into a value: a key of an object or an index of a list. */
export type Step = string | number;

/**
 * Where an actual value first departs from the expectation, as steps from the top; null when it does not.
 * This is the whole comparison: equality is "no difference". What touches a redacted value ends as it is assumed to.
 */
export function findDifference(
  expected: Expected,
  actual: Json,
  rules: ArgumentRules,
): readonly Step[] | null {
  return differ(expected, actual, rules, rules.ignore, rules.defaults)?.reverse() ?? null;
}

/** As `findDifference`, the innermost step first: nothing is built while values are equal. */
function differ(
  expected: Expected,
  actual: Json,
  rules: ArgumentRules,
  ignore: IgnoreTree | null,
  defaults: JsonObject | null,
): Step[] | null {
  if (isRedacted(actual) || ('plain' in expected && isRedacted(expected.plain)))
    return assumeEqual() ? null : [];
  if ('marker' in expected) {
    const { marker } = expected;
    switch (marker.kind) {
      case 'any_of':
        return marker.options.some((one) => differ(one, actual, rules, ignore, defaults) === null)
          ? null
          : [];
      case 'type':
        return hasType(actual, marker.type) ? null : [];
      case 'matches':
        return typeof actual === 'string' && marker.test(actual) ? null : [];
      case 'optional':
        return differ(marker.value, actual, rules, ignore, defaults);
    }
  }
  if (isJsonObject(actual)) return differInObject(expected, actual, rules, ignore, defaults);
  if (Array.isArray(actual)) return differInList(expected, actual, rules, ignore);
  if (!('plain' in expected)) return [];
  return equalJson(relaxLeaf(expected.plain, rules), relaxLeaf(actual, rules)) ? null : [];
}

function differInList(
  expected: Expected,
  actual: readonly Json[],
  rules: ArgumentRules,
  ignore: IgnoreTree | null,
): Step[] | null {
  const list = itemsOf(expected);
  if (list === null) return [];
  const shared = Math.min(list.length, actual.length);
  for (let i = 0; i < shared; i++) {
    const found = differ(list[i]!, actual[i]!, rules, ignore, null);
    if (found !== null) return below(found, i);
  }
  return list.length === actual.length ? null : [shared];
}

function differInObject(
  expected: Expected,
  actual: JsonObject,
  rules: ArgumentRules,
  ignore: IgnoreTree | null,
  defaults: JsonObject | null,
): Step[] | null {
  const wanted = entriesOf(expected);
  if (wanted === null) return [];
  for (const [key, value] of wanted) {
    const ignored = ignore?.get(key);
    if (ignored === true) continue;
    let given = own(actual, key);
    if (given === undefined) {
      // Said to be optional here is more than a default said of all calls.
      if ('marker' in value && value.marker.kind === 'optional') continue;
      given = own(defaults, key);
      if (given === undefined) {
        const mayBeHere = containsPlaceholder(key) || hasRedactedKey(actual);
        if (mayBeHere && assumeEqual()) continue;
        return [key];
      }
    }
    const found = differ(value, given, rules, ignored ?? null, null);
    if (found !== null) return below(found, key);
  }
  for (const key of Object.keys(actual)) {
    const ignored = ignore?.get(key);
    if (wanted.has(key) || ignored === true) continue;
    const standIn = own(defaults, key);
    if (standIn === undefined) {
      const mayBeExpected =
        containsPlaceholder(key) || [...wanted.keys()].some(containsPlaceholder);
      if (mayBeExpected && assumeEqual()) continue;
      return [key];
    }
    const found = differ({ plain: standIn }, actual[key]!, rules, ignored ?? null, null);
    if (found !== null) return below(found, key);
  }
  return null;
}

function below(found: Step[], step: Step): Step[] {
  found.push(step);
  return found;
}

/** Undefined only when the key is not there: a null is a value. */
function own(object: JsonObject | null, key: string): Json | undefined {
  return object !== null && Object.hasOwn(object, key) ? object[key] : undefined;
}

function itemsOf(expected: Expected): readonly Expected[] | null {
  if ('list' in expected) return expected.list;
  if (!('plain' in expected) || !Array.isArray(expected.plain)) return null;
  return expected.plain.map((plain: Json) => ({ plain }));
}

/** The keys of an expected object with what each expects; null when an object is not what is expected. */
export function entriesOf(expected: Expected): ReadonlyMap<string, Expected> | null {
  if ('object' in expected) return expected.object;
  if (!('plain' in expected) || !isJsonObject(expected.plain)) return null;
  return new Map(Object.entries(expected.plain).map(([key, plain]) => [key, { plain }]));
}
