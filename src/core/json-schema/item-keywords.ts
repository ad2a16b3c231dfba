import { canonicalJson } from '../json/equal-json.ts';
import type { Json } from '../json/json.ts';
import { type Check, attempt } from './check.ts';
import { fail, inside } from './failure.ts';
import type { SchemaContext } from './schema-context.ts';
import type { SchemaFields } from './schema-fields.ts';
import { amount } from './string-keywords.ts';

/** `minItems`, `maxItems`, `uniqueItems`, the schemas of the items, and `contains`. */
export function compileItemKeywords(context: SchemaContext): readonly Check[] {
  const { fields } = context;
  const checks: Check[] = [];
  const [least, most] = [fields.count('minItems'), fields.count('maxItems')];
  if (least !== null) {
    const message = `must have at least ${amount(least, 'item')}`;
    checks.push((value) => (Array.isArray(value) && value.length < least ? fail(message) : null));
  }
  if (most !== null) {
    const message = `must have at most ${amount(most, 'item')}`;
    checks.push((value) => (Array.isArray(value) && value.length > most ? fail(message) : null));
  }
  if (fields.value('uniqueItems') === true) checks.push(uniqueItems);
  const { first, rest } = itemSchemas(fields);
  if (first.length > 0 || rest !== null) {
    checks.push(items(first.map(context.compile), rest === null ? null : context.compile(rest)));
  }
  const contained = fields.schema('contains');
  if (contained !== null) checks.push(contains(context.compile(contained), fields));
  return checks;
}

const uniqueItems: Check = (value, validation) => {
  if (!Array.isArray(value)) return null;
  const places = new Map<Json, number>();
  for (const [i, item] of (value as readonly Json[]).entries()) {
    validation.spendOnValue(item);
    const key = identity(item);
    const place = places.get(key);
    if (place !== undefined) return fail(`items ${place} and ${i} must not be equal`);
    places.set(key, i);
  }
  return null;
};

/** The same for equal values only: a first mark keeps texts apart from lists and objects that are written the same. */
function identity(value: Json): Json {
  if (typeof value === 'string') return `"${value}`;
  return typeof value === 'object' && value !== null ? `=${canonicalJson(value)}` : value;
}

/** Tools write a list under `items` whatever their `$schema` says: it is what 2020 calls `prefixItems`. */
function itemSchemas(fields: SchemaFields): { first: readonly Json[]; rest: Json | null } {
  const listed = fields.list('items');
  if (listed !== null) return { first: listed, rest: fields.schema('additionalItems') };
  return { first: fields.list('prefixItems') ?? [], rest: fields.schema('items') };
}

function items(first: readonly Check[], rest: Check | null): Check {
  return (value, validation, seen) => {
    if (!Array.isArray(value)) return null;
    const list = value as readonly Json[];
    const end = rest === null ? Math.min(first.length, list.length) : list.length;
    for (let i = 0; i < end; i++) {
      validation.spend(1);
      const failure = (first[i] ?? rest!)(list[i]!, validation, null);
      if (failure !== null) return inside(failure, i);
    }
    seen?.addItems(rest === null ? first.length : Infinity);
    return null;
  };
}

function contains(check: Check, fields: SchemaFields): Check {
  const least = fields.count('minContains') ?? 1;
  const most = fields.count('maxContains') ?? Infinity;
  return (value, validation, seen) => {
    if (!Array.isArray(value)) return null;
    let [sure, unsure] = [0, 0];
    for (const [i, item] of (value as readonly Json[]).entries()) {
      validation.spend(1);
      const outcome = attempt(check, item, validation, null);
      if (outcome === 'sure') sure++;
      else if (outcome === 'unsure') unsure++;
      else continue;
      if (fields.dialect >= 2020) seen?.addIndex(i);
    }
    if (sure + unsure < least) {
      return fail(`must contain at least ${amount(least, 'matching item')}`);
    }
    if (sure > most) return fail(`must contain at most ${amount(most, 'matching item')}`);
    if (sure < least || sure + unsure > most) validation.unsure = true;
    return null;
  };
}
