import { existsSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../json/json.ts';
import { compileSchema } from './compile-schema.ts';
import { SCHEMA_2020, SCHEMA_7, VALUE } from './fixtures/arbitrary-schema.ts';
import { changed, exampleOf, sequence } from './fixtures/example-arguments.ts';
import { regex } from './fixtures/judge.ts';

const OPTIONS = { strict: false, validateFormats: false, logger: false } as const;
const ajv2020 = new Ajv2020(OPTIONS);
const ajv7 = new Ajv(OPTIONS);

/** The oracle's verdict; null where references lead in a circle, on which it overflows the stack. */
function oracle(validate: ValidateFunction, value: Json): boolean | null {
  try {
    return validate(value);
  } catch {
    return null;
  }
}

/** As read from JSON text: generated values may share parts or have no prototype. */
function reread<Value extends Json>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

/** How many of the values the oracle could judge; each must get the same verdict here. */
function compare(ajv: Ajv, schema: JsonObject, values: readonly Json[]): number {
  const text = JSON.stringify(schema);
  const hasContains = text.includes('"contains"');
  // The oracle takes every item as evaluated by `contains`, not only those that match.
  if (hasContains && text.includes('"unevaluatedItems"')) return 0;
  const validate = ajv.compile(schema);
  const compiled = compileSchema(schema, regex);
  let compared = 0;
  for (const value of values) {
    // The oracle lets an empty list pass `contains` in some company.
    if (hasContains && JSON.stringify(value).includes('[]')) continue;
    const expected = oracle(validate, value);
    const valid = compiled.validate(value) === null;
    // Both stop in a circle, but not at the same place: either may have found a failure before.
    if (expected === null || compiled.gaveUp) continue;
    expect({ value, valid }).toEqual({ value, valid: expected });
    compared++;
  }
  return compared;
}

/** Fixed: the oracle has faults of its own that a search would find now and then. */
const SEED = 2020;
const VALUES = fc.array(VALUE, { minLength: 20, maxLength: 20 });

describe('the verdict is that of an independent validator', () => {
  it.each([
    { dialect: '2020-12', schemas: SCHEMA_2020, ajv: ajv2020 },
    { dialect: 'draft 7', schemas: SCHEMA_7, ajv: ajv7 },
  ])('on generated schemas of $dialect', ({ schemas, ajv }) => {
    let compared = 0;
    fc.assert(
      fc.property(schemas, VALUES, (schema, values) => {
        compared += compare(ajv, reread(schema), values.map(reread));
      }),
      { numRuns: 250, seed: SEED },
    );
    expect(compared).toBeGreaterThan(4_000);
  });

  const file = '../shared/data/toucan/servers_with_tools.json';
  it.skipIf(!existsSync(file))(`on arguments of real tools (skipped without ${file})`, () => {
    const servers = JSON.parse(readFileSync(file, 'utf8')) as {
      tools: { input_schema: Json }[];
    }[];
    const schemas = servers.flatMap(({ tools }) => tools.map((tool) => tool.input_schema));
    const verdicts = { valid: 0, invalid: 0 };
    for (let i = 0; i < schemas.length; i += STRIDE) judgeTool(schemas[i]!, i, verdicts);
    // The arguments must be of both kinds, or agreement says little.
    expect(verdicts.valid).toBeGreaterThan(1_000);
    expect(verdicts.invalid).toBeGreaterThan(1_000);
  });
});

/** The oracle takes most of the time, a few milliseconds for each schema. */
const STRIDE = 20;

function judgeTool(schema: Json, seed: number, verdicts: { valid: number; invalid: number }): void {
  const isOld = JSON.stringify(schema).includes('json-schema.org/draft-07');
  let validate: ValidateFunction;
  try {
    validate = (isOld ? ajv7 : ajv2020).compile(schema as JsonObject);
  } catch {
    // A schema that the oracle refuses, such as one with an unknown type.
    return;
  }
  const compiled = compileSchema(schema, regex);
  const next = sequence(seed);
  for (let round = 0; round < 8; round++) {
    const example = exampleOf(schema, schema, next);
    for (const value of [example, changed(example, next), changed(changed(example, next), next)]) {
      const valid = compiled.validate(value) === null;
      expect({ schema, value, valid, gaveUp: compiled.gaveUp }).toEqual({
        schema,
        value,
        valid: validate(value),
        gaveUp: false,
      });
      verdicts[valid ? 'valid' : 'invalid']++;
    }
  }
}
