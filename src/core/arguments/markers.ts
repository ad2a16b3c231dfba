import { optionError } from '../issues/issue.ts';
import { ExactNumber, isJsonObject, type Json } from '../json/json.ts';
import type { Services } from '../scoring/scorer.ts';
import { VALUE_MARKERS, type ValueTest } from './value-markers.ts';

/** A place in an expectation that more than one value fits. */
type Marker =
  | { readonly kind: 'any_of'; readonly options: readonly Expected[] }
  | { readonly kind: 'type'; readonly type: string }
  | { readonly kind: 'matches'; readonly test: (text: string) => boolean }
  | { readonly kind: 'optional'; readonly value: Expected }
  | ({ readonly kind: 'value' } & ValueTest);

/** A value of an expectation, its markers compiled. */
export type Expected =
  | { readonly marker: Marker }
  | { readonly list: readonly Expected[] }
  | { readonly object: ReadonlyMap<string, Expected> }
  | { readonly plain: Json };

/** The names of the markers; `$literal` takes its value as it is, for data that has such keys itself. */
export const MARKERS: readonly string[] = [
  '$any_of',
  '$type',
  '$matches',
  ...VALUE_MARKERS.keys(),
  '$optional',
  '$literal',
];

/** The names that `$type` knows. */
export const MARKER_TYPES: readonly string[] = [
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  'object',
  'array',
];

/** The marker that an object represents: it has that one key. */
function markerOf(value: Json): readonly [string, Json] | null {
  if (!isJsonObject(value)) return null;
  const keys = Object.keys(value);
  const key = keys[0];
  if (keys.length !== 1 || key === undefined || !MARKERS.includes(key)) return null;
  return [key, value[key]!];
}

/** Compiles an expectation. A subtree without markers stays plain, so that it is compared as fast as data. */
export function compileExpected(value: Json, services: Services): Expected {
  return hasMarkers(value) ? compileParts(value, services) : { plain: value };
}

/** Most expectations have none; to see that costs far less than to compile one. */
function hasMarkers(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasMarkers);
  if (!isJsonObject(value)) return false;
  if (markerOf(value) !== null) return true;
  for (const key of Object.keys(value)) if (hasMarkers(value[key]!)) return true;
  return false;
}

function compileParts(value: Json, services: Services): Expected {
  const marked = markerOf(value);
  if (marked !== null) return compileMarker(marked[0], marked[1], services);
  if (isJsonObject(value)) {
    const object = new Map<string, Expected>();
    let isPlain = true;
    for (const key of Object.keys(value)) {
      const compiled = compileParts(value[key]!, services);
      object.set(key, compiled);
      isPlain &&= isAsWritten(compiled, value[key]!);
    }
    return isPlain ? { plain: value } : { object };
  }
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    const list = items.map((item) => compileParts(item, services));
    return list.every((part, i) => isAsWritten(part, items[i]!)) ? { plain: items } : { list };
  }
  return { plain: value };
}

/** Whether nothing was compiled away; what `$literal` wraps is plain too, but not as written. */
function isAsWritten(compiled: Expected, value: Json): boolean {
  return 'plain' in compiled && compiled.plain === value;
}

function compileMarker(name: string, value: Json, services: Services): Expected {
  switch (name) {
    case '$any_of':
      if (!Array.isArray(value)) throw optionError('$any_of takes a list of values');
      return {
        marker: {
          kind: 'any_of',
          options: value.map((option: Json) => compileParts(option, services)),
        },
      };
    case '$type':
      if (typeof value !== 'string' || !MARKER_TYPES.includes(value)) {
        throw optionError(`$type takes one of ${MARKER_TYPES.join(', ')}`);
      }
      return { marker: { kind: 'type', type: value } };
    case '$matches':
      if (typeof value !== 'string') throw optionError('$matches takes a pattern');
      if (services.regex === undefined) {
        throw optionError(
          '$matches needs a linear-time regex engine: pass { regex } from whichtool/regex',
        );
      }
      return { marker: { kind: 'matches', test: services.regex(value) } };
    case '$optional':
      return { marker: { kind: 'optional', value: compileParts(value, services) } };
    case '$literal':
      return { plain: value };
    default:
      return { marker: { kind: 'value', ...compileValue(name, value, services) } };
  }
}

function compileValue(name: string, value: Json, services: Services): ValueTest {
  const compiled = VALUE_MARKERS.get(name)?.(value, services.today ?? null);
  if (compiled === undefined || 'fault' in compiled)
    throw optionError(compiled?.fault ?? `${name} is not a marker`);
  return compiled;
}

/** Whether a value has the JSON type that `$type` names. */
export function hasType(value: Json, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'number':
      return typeof value === 'number' || value instanceof ExactNumber;
    case 'integer':
      return value instanceof ExactNumber ? !value.text.includes('e-') : Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
