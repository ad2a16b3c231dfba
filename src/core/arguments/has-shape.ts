import type { ArgumentRules } from './argument-rules.ts';
import { ExactNumber, type Json, type JsonObject } from '../json/json.ts';
import { type Expected, hasType } from './markers.ts';
import { assumeSameType, hasRedactedKey, isRedacted } from './redacted-comparison.ts';
import { containsPlaceholder } from '../redaction/index.ts';

/** Whether an object has exactly the expected keys, each with a value of the JSON type that is expected there. */
export function hasShape(
  entries: ReadonlyMap<string, Expected>,
  actual: JsonObject,
  rules: ArgumentRules,
): boolean {
  const isIgnored = (key: string): boolean => rules.ignore?.get(key) === true;
  for (const [key, expected] of entries) {
    if (isIgnored(key)) continue;
    if (Object.hasOwn(actual, key)) {
      if (!hasTypeOf(expected, actual[key]!)) return false;
    } else if ('marker' in expected && expected.marker.kind === 'optional') continue;
    else if (!(containsPlaceholder(key) || hasRedactedKey(actual)) || !assumeSameType())
      return false;
  }
  const isExpected = (key: string): boolean =>
    entries.has(key) ||
    isIgnored(key) ||
    ((containsPlaceholder(key) || [...entries.keys()].some(containsPlaceholder)) &&
      assumeSameType());
  return Object.keys(actual).every(isExpected);
}

function hasTypeOf(expected: Expected, actual: Json): boolean {
  if (isRedacted(actual) || ('plain' in expected && isRedacted(expected.plain)))
    return assumeSameType();
  if ('plain' in expected) return typeOf(expected.plain) === typeOf(actual);
  if ('list' in expected) return typeOf(actual) === 'array';
  if ('object' in expected) return typeOf(actual) === 'object';
  const { marker } = expected;
  switch (marker.kind) {
    case 'any_of':
      return marker.options.some((option) => hasTypeOf(option, actual));
    case 'matches':
      return typeof actual === 'string';
    case 'value':
      return hasType(actual, marker.type);
    case 'optional':
      return hasTypeOf(marker.value, actual);
    case 'type':
      // There is no type for whole numbers.
      return hasType(actual, marker.type === 'integer' ? 'number' : marker.type);
  }
}

/** One of the six types of JSON. */
function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value instanceof ExactNumber ? 'number' : typeof value;
}
