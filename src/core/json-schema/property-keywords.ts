import { isJsonObject } from '../json/json.ts';
import { type Check, REFUSE } from './check.ts';
import { fail, type Failure, inside, quote } from './failure.ts';
import type { PatternTest } from './patterns.ts';
import type { SchemaContext } from './schema-context.ts';
import type { Validation } from './validation.ts';

/**
 * `properties`, `patternProperties`, `additionalProperties` and `propertyNames`:
 * one walk over the value, so that of several failures the first in the value is found.
 */
export function compilePropertyKeywords({
  fields,
  compile,
  pattern,
}: SchemaContext): readonly Check[] {
  const named = new Map<string, Check>();
  for (const [name, schema] of fields.object('properties') ?? []) named.set(name, compile(schema));
  const patterns = (fields.object('patternProperties') ?? []).map(
    ([source, schema]): readonly [PatternTest, Check] => [pattern(source), compile(schema)],
  );
  const rest = fields.schema('additionalProperties');
  const additional = rest === null ? null : compile(rest);
  const nameSchema = fields.schema('propertyNames');
  const names = nameSchema === null ? null : compile(nameSchema);

  const check: Check = (value, validation, seen) => {
    if (!isJsonObject(value)) return null;
    for (const key of Object.keys(value)) {
      validation.spend(1 + patterns.length);
      const badName = names === null ? null : judgeName(names, key, validation);
      if (badName !== null) return badName;
      const check = named.get(key);
      let isCovered = check !== undefined;
      let failure = check === undefined ? null : check(value[key]!, validation, null);
      for (const [test, matched] of patterns) {
        const outcome = test(key, validation);
        if (outcome === false) continue;
        isCovered = true;
        if (outcome === null) validation.unsure = true;
        else failure ??= matched(value[key]!, validation, null);
      }
      if (!isCovered && additional !== null) {
        if (additional === REFUSE) return extraProperty(key);
        failure = additional(value[key]!, validation, null);
      }
      if (failure !== null) return inside(failure, key);
      if (isCovered) seen?.addName(key);
    }
    if (additional !== null) seen?.addAllNames();
    return null;
  };
  return [check];
}

function judgeName(names: Check, key: string, validation: Validation): Failure | null {
  const failure = names(key, validation, null);
  return failure === null ? null : fail(`property name ${quote(key)} ${failure.message}`);
}

/** A property that the schema does not allow. */
export function extraProperty(name: string): Failure {
  return fail(`must not have extra property ${quote(name)}`);
}
