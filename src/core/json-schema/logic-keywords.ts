import { isJsonObject } from '../json/json.ts';
import { shorten } from '../text/shorten.ts';
import { attempt, type Check } from './check.ts';
import { Evaluated } from './evaluated.ts';
import { fail, type Failure } from './failure.ts';
import type { SchemaContext } from './schema-context.ts';
import { isSchema } from './schema-fields.ts';

/** `allOf`, `anyOf`, `oneOf`, `not`, `if` and what depends on a property: schemas that speak about the same value. */
export function compileLogicKeywords({ fields, compile }: SchemaContext): readonly Check[] {
  const checks = (fields.list('allOf') ?? []).map(compile);
  const [any, exclusive] = [fields.list('anyOf'), fields.list('oneOf')];
  if (any !== null && any.length > 0) checks.push(alternatives(any.map(compile), Infinity));
  if (exclusive !== null && exclusive.length > 0)
    checks.push(alternatives(exclusive.map(compile), 1));
  const excluded = fields.schema('not');
  if (excluded !== null) checks.push(not(compile(excluded)));
  const condition = fields.schema('if');
  if (condition !== null) {
    const [then, otherwise] = [fields.schema('then'), fields.schema('else')];
    checks.push(when(compile(condition), compile(then ?? true), compile(otherwise ?? true)));
  }
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    for (const [name, schema] of fields.object(keyword) ?? []) {
      if (isSchema(schema)) checks.push(beside(name, compile(schema)));
    }
  }
  return checks;
}

/** At least one must accept the value, and at most so many. */
function alternatives(checks: readonly Check[], most: number): Check {
  return (value, validation, seen) => {
    validation.spend(checks.length);
    const failures: Failure[] = [];
    let [sure, unsure] = [0, 0];
    for (const check of checks) {
      const evaluated = seen === null ? null : new Evaluated();
      const outcome = attempt(check, value, validation, evaluated);
      if (outcome === 'sure') sure++;
      else if (outcome === 'unsure') unsure++;
      else {
        failures.push(outcome);
        continue;
      }
      if (sure > most) return fail('must match exactly one alternative, not several');
      if (evaluated !== null) seen?.addFrom(evaluated, validation);
      // Later alternatives matter only for what they evaluate.
      else if (sure > 0 && most > 1) return null;
    }
    if (sure + unsure === 0) return bestFailure(failures);
    if (sure === 0 || sure + unsure > most) validation.unsure = true;
    return null;
  };
}

/** Of alternatives that all failed: the only one of the value's type, otherwise what each of them asks for. */
function bestFailure(failures: readonly Failure[]): Failure {
  const near = failures.filter((failure) => !failure.wrongType || failure.path.length > 0);
  if (near.length === 1) return near[0]!;
  if (failures.some((failure) => failure.path.length > 0)) {
    return fail('must match at least one alternative');
  }
  const messages = new Set(failures.map((failure) => failure.message));
  return fail(shorten(joined([...messages]), 200), near.length === 0);
}

const MUST_BE = 'must be ';

function joined(messages: readonly string[]): string {
  const isPlain = messages.every((message) => message.startsWith(MUST_BE));
  if (!isPlain) return messages.join(' or ');
  return MUST_BE + messages.map((message) => message.slice(MUST_BE.length)).join(' or ');
}

function not(check: Check): Check {
  return (value, validation) => {
    const outcome = attempt(check, value, validation, null);
    if (outcome === 'unsure') validation.unsure = true;
    return outcome === 'sure' ? fail('must not match the excluded schema') : null;
  };
}

function when(condition: Check, then: Check, otherwise: Check): Check {
  return (value, validation, seen) => {
    const evaluated = seen === null ? null : new Evaluated();
    const outcome = attempt(condition, value, validation, evaluated);
    if (outcome === 'unsure') {
      validation.unsure = true;
      seen?.addEverything();
      return null;
    }
    if (outcome !== 'sure') return otherwise(value, validation, seen);
    if (evaluated !== null) seen?.addFrom(evaluated, validation);
    return then(value, validation, seen);
  };
}

/** A schema for objects that have a property of this name. */
function beside(name: string, check: Check): Check {
  return (value, validation, seen) => {
    validation.spend(1);
    return isJsonObject(value) && Object.hasOwn(value, name)
      ? check(value, validation, seen)
      : null;
  };
}
