import { isJsonObject, type Json } from '../json/json.ts';
import { type Check, REFUSE } from './check.ts';
import { Evaluated } from './evaluated.ts';
import { inside } from './failure.ts';
import { extraProperty } from './property-keywords.ts';
import type { SchemaContext } from './schema-context.ts';

/** Adds `unevaluatedProperties` and `unevaluatedItems` to what the other keywords of a schema check. */
export function withUnevaluated(others: Check, { fields, compile }: SchemaContext): Check {
  const [names, items] = [
    fields.schema('unevaluatedProperties'),
    fields.schema('unevaluatedItems'),
  ];
  if (names === null && items === null) return others;
  const checks: Check[] = [others];
  if (names !== null) checks.push(unevaluatedProperties(compile(names)));
  if (items !== null) checks.push(unevaluatedItems(compile(items)));
  return (value, validation, seen) => {
    // What schemas around this one have evaluated does not count here.
    const evaluated = new Evaluated();
    for (const check of checks) {
      const failure = check(value, validation, evaluated);
      if (failure !== null) return failure;
    }
    seen?.addFrom(evaluated, validation);
    return null;
  };
}

function unevaluatedProperties(check: Check): Check {
  return (value, validation, seen) => {
    if (!isJsonObject(value)) return null;
    for (const key of Object.keys(value)) {
      validation.spend(1);
      if (seen!.hasName(key)) continue;
      if (check === REFUSE) return extraProperty(key);
      const failure = check(value[key]!, validation, null);
      if (failure !== null) return inside(failure, key);
    }
    seen!.addAllNames();
    return null;
  };
}

function unevaluatedItems(check: Check): Check {
  return (value, validation, seen) => {
    if (!Array.isArray(value)) return null;
    for (const [i, item] of (value as readonly Json[]).entries()) {
      validation.spend(1);
      const failure = seen!.hasItem(i) ? null : check(item, validation, null);
      if (failure !== null) return inside(failure, i);
    }
    seen!.addItems(Infinity);
    return null;
  };
}
