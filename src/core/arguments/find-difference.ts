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
        return marker.options.some(
          (option) => differ(option, actual, rules, ignore, defaults) === null,
        )
          ? null
          : [];
      case 'type':
        return hasType(actual, marker.type) ? null : [];
      case 'matches':
        return typeof actual === 'string' && marker.test(actual) ? null : [];
      case 'value':
        return marker.test(relaxLeaf(actual, rules)) ? null : [];
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
    const steps = differ(list[i]!, actual[i]!, rules, ignore, null);
    if (steps !== null) return below(steps, i);
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
  const entries = entriesOf(expected);
  if (entries === null) return [];
  for (const [key, value] of entries) {
    const ignored = ignore?.get(key);
    if (ignored === true) continue;
    let argument = memberOf(actual, key);
    if (argument === undefined) {
      // Said to be optional here is more than a default said of all calls.
      if ('marker' in value && value.marker.kind === 'optional') continue;
      argument = memberOf(defaults, key);
      if (argument === undefined) {
        const mayBeHere = containsPlaceholder(key) || hasRedactedKey(actual);
        if (mayBeHere && assumeEqual()) continue;
        return [key];
      }
    }
    const steps = differ(value, argument, rules, ignored ?? null, null);
    if (steps !== null) return below(steps, key);
  }
  for (const key of Object.keys(actual)) {
    const ignored = ignore?.get(key);
    if (entries.has(key) || ignored === true) continue;
    const standIn = memberOf(defaults, key);
    if (standIn === undefined) {
      const mayBeExpected =
        containsPlaceholder(key) || [...entries.keys()].some(containsPlaceholder);
      if (mayBeExpected && assumeEqual()) continue;
      return [key];
    }
    const steps = differ({ plain: standIn }, actual[key]!, rules, ignored ?? null, null);
    if (steps !== null) return below(steps, key);
  }
  return null;
}

function below(steps: Step[], step: Step): Step[] {
  steps.push(step);
  return steps;
}

/** Undefined only when the key is not there: a null is a value. */
function memberOf(object: JsonObject | null, key: string): Json | undefined {
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
