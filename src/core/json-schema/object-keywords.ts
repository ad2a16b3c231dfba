import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { Check } from './check.ts';
import { fail, type Failure, quote } from './failure.ts';
import type { SchemaContext } from './schema-context.ts';
import { textsOf } from './schema-fields.ts';
import type { Validation } from './validation.ts';

/** What an object must have, whatever its values: `required`, `minProperties`, `maxProperties` and `dependentRequired`. */
export function compileObjectKeywords({ fields }: SchemaContext): readonly Check[] {
  const checks: Check[] = [];
  const add = (judge: (value: JsonObject, validation: Validation) => Failure | null): void => {
    checks.push((value, validation) => (isJsonObject(value) ? judge(value, validation) : null));
  };
  const required = textsOf(fields.list('required') ?? []);
  if (required.length > 0) {
    add((value, validation) => {
      validation.spend(required.length);
      for (const name of required) {
        if (!Object.hasOwn(value, name)) return fail(`must have required property ${quote(name)}`);
      }
      return null;
    });
  }
  const [least, most] = [fields.count('minProperties'), fields.count('maxProperties')];
  if (least !== null || most !== null) {
    add((value, validation) => {
      const size = Object.keys(value).length;
      validation.spend(size);
      if (least !== null && size < least) return fail(`must have at least ${properties(least)}`);
      return most !== null && size > most ? fail(`must have at most ${properties(most)}`) : null;
    });
  }
  // Until 2019 one keyword held what are two now; a list in it names what is required.
  for (const keyword of ['dependentRequired', 'dependencies']) {
    for (const [name, needs] of fields.object(keyword) ?? []) {
      if (Array.isArray(needs)) add(dependency(name, textsOf(needs)));
    }
  }
  return checks;
}

function properties(count: number): string {
  return count === 1 ? '1 property' : `${count} properties`;
}

function dependency(
  name: string,
  needs: readonly string[],
): (value: JsonObject, validation: Validation) => Failure | null {
  return (value, validation) => {
    validation.spend(1 + needs.length);
    if (!Object.hasOwn(value, name)) return null;
    const missing = needs.find((need) => !Object.hasOwn(value, need));
    if (missing === undefined) return null;
    return fail(`must have property ${quote(missing)} beside ${quote(name)}`);
  };
}
