import type { ArgumentRules, IgnoreTree } from './argument-rules.ts';
import { exactNumber } from '../json/decimal.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';

/** A value as the relaxations see it: what is ignored left out, defaults filled in, strings relaxed. */
export function relaxJson(value: JsonObject, rules: ArgumentRules): JsonObject {
  if (rules.exact) return value;
  return relaxObject({ ...rules.defaults, ...value }, rules, rules.ignore);
}

function relaxObject(
  value: JsonObject,
  rules: ArgumentRules,
  ignore: IgnoreTree | null,
): JsonObject {
  const entries: [string, Json][] = [];
  for (const key of Object.keys(value)) {
    const below = ignore?.get(key);
    if (below !== true) entries.push([key, relaxAny(value[key]!, rules, below ?? null)]);
  }
  return Object.fromEntries(entries);
}

function relaxAny(value: Json, rules: ArgumentRules, ignore: IgnoreTree | null): Json {
  if (isJsonObject(value)) return relaxObject(value, rules, ignore);
  if (Array.isArray(value)) return value.map((item: Json) => relaxAny(item, rules, ignore));
  return relaxLeaf(value, rules);
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A string as the relaxations see it; everything else as it is. */
export function relaxLeaf(value: Json, rules: ArgumentRules): Json {
  if (typeof value !== 'string') return value;
  const trimmed = rules.trim ? trimBlanks(value) : value;
  if (rules.numericStrings && JSON_NUMBER.test(trimmed)) {
    const number = exactNumber(trimmed);
    if (number !== null) return number;
  }
  return rules.caseInsensitive ? trimmed.replace(/[A-Z]+/g, (run) => run.toLowerCase()) : trimmed;
}

/** Without the ASCII blanks at both ends. Not a pattern: one that looks for the end is quadratic in blanks. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}
