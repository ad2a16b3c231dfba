import { equalJson } from '../json/equal-json.ts';
import { ExactNumber, isJsonObject, type Json } from '../json/json.ts';
import { shorten } from '../text/shorten.ts';
import { stringifyJson } from '../json/stringify-json.ts';
import { type Check, UNKNOWN } from './check.ts';
import { isNumber } from './compare-numbers.ts';
import { fail } from './failure.ts';
import type { SchemaContext } from './schema-context.ts';
import type { SchemaFields } from './schema-fields.ts';

const TYPES: ReadonlyMap<string, (value: Json) => boolean> = new Map<
  string,
  (value: Json) => boolean
>([
  ['array', (value) => Array.isArray(value)],
  ['boolean', (value) => typeof value === 'boolean'],
  ['integer', isInteger],
  ['null', (value) => value === null],
  ['number', isNumber],
  ['object', isJsonObject],
  ['string', (value) => typeof value === 'string'],
]);

/** Whole by value: `1.0` is an integer. */
function isInteger(value: Json): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  return value instanceof ExactNumber && !value.text.includes('e-');
}

/** `type`, `const` and `enum`. */
export function compileValueKeywords({ fields }: SchemaContext): readonly Check[] {
  const checks: Check[] = [];
  const type = compileType(fields);
  if (type !== null) checks.push(type);
  const [only, options] = [fields.value('const'), fields.list('enum')];
  if (only !== undefined) checks.push(oneOfValues([only]));
  if (options !== null) checks.push(oneOfValues(options));
  return checks;
}

function compileType(fields: SchemaFields): Check | null {
  const type = fields.value('type');
  if (type === undefined) return null;
  const listed = (fields.list('type') ?? [type]).map(typeName);
  if (listed.length === 0 || !listed.every((name) => name !== null)) return UNKNOWN;
  // OpenAPI says "or null" beside the type, and so do tools made from it.
  const names = new Set(fields.value('nullable') === true ? [...listed, 'null'] : listed);
  const message = `must be ${[...names].join(' or ')}`;
  const tests = [...names].map((name) => TYPES.get(name)!);
  const [first] = tests;
  if (tests.length === 1) return (value) => (first!(value) ? null : fail(message, true));
  return (value) => (tests.some((test) => test(value)) ? null : fail(message, true));
}

/** The type that a schema means: Gemini writes `STRING` for `string`. Null for one that does not exist. */
function typeName(written: Json): string | null {
  if (typeof written !== 'string') return null;
  const name = UPPER_CASE.test(written) ? written.toLowerCase() : written;
  return TYPES.has(name) ? name : null;
}

const UPPER_CASE = /^[A-Z]+$/;

const MAX_SHOWN = 10;

function oneOfValues(options: readonly Json[]): Check {
  const plain = new Set(options.filter(isPlain));
  const others = options.filter((option) => !isPlain(option));
  let message: string | null = null;
  return (value, validation) => {
    if (isPlain(value)) {
      if (plain.has(value)) return null;
    } else {
      for (const option of others) {
        validation.spendOnValue(value);
        if (equalJson(option, value)) return null;
      }
    }
    // Built once: what a schema lists may be long.
    message ??= describe(options);
    return fail(message);
  };
}

function isPlain(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}

function describe(options: readonly Json[]): string {
  const shown = options
    .slice(0, MAX_SHOWN)
    .map((option) => shorten(stringifyJson(option), 40))
    .join(', ');
  if (options.length === 0) return 'must be one of no values';
  if (options.length === 1) return `must be ${shown}`;
  return `must be one of ${shown}${options.length > MAX_SHOWN ? ', ...' : ''}`;
}
