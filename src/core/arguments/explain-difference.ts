import type { Step } from './find-difference.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { containsRedacted } from './redacted-comparison.ts';
import type { Quotes } from '../redaction/index.ts';
import { shorten } from '../text/shorten.ts';
import { stringifyJson } from '../json/stringify-json.ts';

/** What is different at these steps into a call's arguments, in words. */
export function explainDifference(
  steps: readonly Step[],
  args: JsonObject,
  actual: JsonObject,
  defaults: JsonObject | null,
  quotes: Quotes,
): string {
  const path = formatSteps(steps, quotes);
  const isSecret = quotes.isSecretAt(actual, steps);
  const show = (value: Json | undefined): string =>
    value === undefined ? 'nothing' : shorten(stringifyJson(quotes.value(value, isSecret)), 80);
  const observed = lookUp(actual, steps);
  let expected = lookUp(args, steps, throughMarker);
  if (expected === undefined && defaults !== null) expected = lookUp(defaults, steps);
  if ([observed, expected].some((value) => value !== undefined && containsRedacted(value)))
    return `${path} is redacted, so it is not compared`;
  if (observed === undefined) return `${path} is missing, expected ${show(expected)}`;
  if (expected === undefined) return `${path} was not expected, got ${show(observed)}`;
  return `${path} differs: expected ${show(expected)}, got ${show(observed)}`;
}

function formatSteps(steps: readonly Step[], quotes: Quotes): string {
  let path = '$';
  for (const raw of steps) {
    const step = typeof raw === 'string' ? quotes.text(raw) : raw;
    if (typeof step === 'string' && /^\w+$/.test(step)) path += `.${step}`;
    else path += `[${JSON.stringify(step)}]`;
  }
  return path;
}

function lookUp(
  value: Json,
  steps: readonly Step[],
  see: (value: Json) => Json = (seen) => seen,
): Json | undefined {
  let at: Json | undefined = see(value);
  for (const step of steps) {
    if (typeof step === 'number') at = Array.isArray(at) ? at[step] : undefined;
    else at = isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
    if (at === undefined) return undefined;
    at = see(at);
  }
  return at;
}

/** What is inside a marker that only wraps a value. */
function throughMarker(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const [entry, second] = Object.entries(value);
  const wraps = entry?.[0] === '$optional' || entry?.[0] === '$literal';
  return entry !== undefined && second === undefined && wraps ? throughMarker(entry[1]) : value;
}
