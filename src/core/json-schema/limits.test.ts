import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../json/json.ts';
import { compileSchema } from './compile-schema.ts';
import { SCHEMA_2020, SCHEMA_7 } from './fixtures/arbitrary-schema.ts';
import { json, regex } from './fixtures/judge.ts';

function nested(levels: number, innermost: Json, around: (inner: Json) => Json): Json {
  let value = innermost;
  for (let i = 0; i < levels; i++) value = around(value);
  return value;
}

function list(count: number, item: Json): Json[] {
  return Array.from({ length: count }, () => item);
}

function keys(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
}

const DEEP_LIST = nested(100_000, 1, (inner) => [inner]);
const DEEP_OBJECT = nested(100_000, 1, (inner) => ({ a: inner }));

function isGivenUp(schema: Json, value: Json): boolean {
  const compiled = compileSchema(schema, regex);
  expect(compiled.validate(value)).toBeNull();
  return compiled.gaveUp;
}

describe('a validation that would not end', () => {
  it.each([
    ['{"$ref":"#"}'],
    ['{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}'],
    ['{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}'],
    ['{"not":{"if":{"$ref":"#"}},"unevaluatedProperties":false}'],
  ])('because references lead in a circle is given up: %s', (schema) => {
    expect(isGivenUp(json(schema), { a: 1 })).toBe(true);
  });

  it('because each reference doubles the work is given up', () => {
    const definitions = Array.from({ length: 40 }, (_, i): [string, Json] => {
      const next = { $ref: `#/$defs/d${i + 1}` };
      return [`d${i}`, { allOf: [next, next] }];
    });
    const schema = { $ref: '#/$defs/d0', $defs: Object.fromEntries(definitions) };
    expect(isGivenUp({ ...schema, $defs: { ...schema.$defs, d40: { type: 'integer' } } }, 1)).toBe(
      true,
    );
  });

  // Each is asked for only so often that it is given up for what one time costs.
  it.each([
    ['a pattern', 100, { pattern: '^a' }, 'a'.repeat(100_000)],
    ['a length', 1_000, { minLength: 90_000 }, 'a'.repeat(100_000)],
    ['uniqueness', 1_000, { uniqueItems: true }, ['a'.repeat(100_000)]],
    ['a constant', 100, { not: { const: [] } }, list(20_000, 1)],
    ['a size', 100, { minProperties: 1 }, keys(20_000)],
    ['a walk over names', 100, { properties: {} }, keys(20_000)],
    ['a walk over items', 100, { items: true }, list(20_000, 1)],
    ['required names', 100, { required: list(20_000, 'a') }, { a: 1 }],
    ['a list of schemas', 100, { allOf: list(20_000, true) }, 1],
    ['a list of alternatives', 100, { anyOf: [...list(20_000, false), true] }, 1],
    ['a list of dependencies', 100, { dependentRequired: { a: list(20_000, 'a') } }, { a: 1 }],
    [
      'what is evaluated',
      20,
      { anyOf: [{ contains: true }], unevaluatedItems: false },
      list(20_000, 1),
    ],
    ['a multiple', 50_000, { multipleOf: 0.1 }, 1.123456789e20],
  ])('because %s is asked for too often is given up', (_what, times, keyword, value) => {
    expect(isGivenUp({ items: keyword }, list(2, value))).toBe(false);
    expect(isGivenUp({ items: keyword }, list(times, value))).toBe(true);
  });

  it('because many patterns meet many names is given up', () => {
    const patterns = Array.from({ length: 2_000 }, (_, i): [string, Json] => [`(${i}`, true]);
    expect(isGivenUp({ patternProperties: Object.fromEntries(patterns) }, keys(1_000))).toBe(true);
  });

  it('is over when the next value is judged', () => {
    const compiled = compileSchema({ properties: { a: { $ref: '#' } }, type: 'object' });
    expect(compiled.validate(DEEP_OBJECT)).toBeNull();
    expect(compiled.gaveUp).toBe(true);
    expect(compiled.validate({ a: 1 })).toEqual({ pointer: '/a', message: 'must be object' });
    expect(compiled.gaveUp).toBe(false);
  });
});

describe('depth', () => {
  it.each([
    ['references', '{"properties":{"a":{"$ref":"#"}}}', DEEP_OBJECT],
    ['items', '{"items":{"$ref":"#"}}', DEEP_LIST],
    ['a constant', '{"const":[[1]]}', DEEP_LIST],
    ['uniqueness', '{"uniqueItems":true}', [DEEP_LIST, DEEP_LIST]],
  ])('of a value under %s is given up', (_what, schema, value) => {
    expect(isGivenUp(json(schema), value)).toBe(true);
  });

  it('of a value does not matter where no schema reaches', () => {
    expect(compileSchema({ type: 'array' }).validate(DEEP_LIST)).toBeNull();
    expect(compileSchema({ type: 'object' }).validate(DEEP_LIST)?.message).toBe('must be object');
  });

  it('of 128 levels is judged, by a schema with alternatives on each', () => {
    const schema = json(
      '{"anyOf":[{"type":"null"},{"allOf":[{"$ref":"#/$defs/node"}]}],"$defs":{"node":{"type":"object","properties":{"a":{"$ref":"#"}},"additionalProperties":false}}}',
    );
    const compiled = compileSchema(schema);
    expect(compiled.validate(nested(128, null, (inner) => ({ a: inner })))).toBeNull();
    expect(compiled.gaveUp).toBe(false);
    expect(compiled.validate(nested(127, { b: 1 }, (inner) => ({ a: inner })))).toEqual({
      pointer: '/a'.repeat(127),
      message: "must not have extra property 'b'",
    });
  });

  it.each([
    ['a schema', nested(100_000, { type: 'string' }, (inner) => ({ not: inner }))],
    ['a constant', { const: DEEP_LIST }],
    ['an unknown keyword', { unknown: DEEP_OBJECT }],
  ])('of %s is given up', (_what, schema) => {
    expect(isGivenUp(schema, DEEP_LIST)).toBe(true);
  });

  it('of a chain of references is given up', () => {
    const definitions = Array.from({ length: 5_000 }, (_, i): [string, Json] => [
      `d${i}`,
      { $ref: `#/$defs/d${i + 1}` },
    ]);
    expect(isGivenUp({ $ref: '#/$defs/d0', $defs: Object.fromEntries(definitions) }, 1)).toBe(true);
  });
});

describe('size', () => {
  it('of a set of patterns beyond a hundred leaves the rest untested', () => {
    const compiled: string[] = [];
    const engine = (pattern: string): (() => boolean) => {
      compiled.push(pattern);
      return () => false;
    };
    const patterns = Array.from({ length: 1_000 }, (_, i): Json => ({ pattern: `a${i}` }));
    expect(compileSchema({ anyOf: patterns }, engine).validate('')).toBeNull();
    expect(compiled).toHaveLength(100);
    expect(compileSchema({ anyOf: patterns.slice(0, 100) }, engine).validate('')).not.toBeNull();
  });

  it('of a schema beyond a million values is given up', () => {
    const parts = Array.from({ length: 1_000_001 }, () => 'a');
    expect(isGivenUp({ type: 'string', enum: parts }, 1)).toBe(true);
    expect(compileSchema({ type: 'string', enum: parts.slice(10) }).validate(1)).not.toBeNull();
  });

  it('of a list of schemas is no matter', () => {
    const many = list(400_000, true);
    const schema = { allOf: [...many, { type: 'string' }], anyOf: many, oneOf: [true] };
    expect(compileSchema(schema).validate('a')).toBeNull();
    expect(compileSchema(schema).validate(1)?.message).toBe('must be string');
  });

  it('of an address that is too long makes it unknown', () => {
    const long = `http://x.test/${'a'.repeat(1_000)}`;
    const schema: JsonObject = { $ref: long, $defs: { a: { $id: long, type: 'string' } } };
    expect(compileSchema(schema).validate(1)).toBeNull();
    const half = 'a'.repeat(300);
    const joined: JsonObject = {
      $id: `http://x.test/${half}/`,
      $ref: half,
      $defs: { a: { $id: half, type: 'string' } },
    };
    expect(compileSchema(joined).validate(1)).toBeNull();
  });
});

describe('any JSON at all', () => {
  const anyJson = fc.jsonValue({ maxDepth: 5 }) as fc.Arbitrary<Json>;
  const KEYWORD = fc.constantFrom(
    ...`$ref $id $schema $anchor $defs type enum const items not if then else allOf anyOf oneOf
    properties required pattern contains minimum multipleOf minLength uniqueItems prefixItems
    additionalProperties patternProperties dependencies propertyNames unevaluatedItems
    unevaluatedProperties __proto__ # / a string #/$defs/a (`.split(/\s+/),
  );
  const nearSchema = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      KEYWORD,
      fc.constantFrom<Json>(null, true, false, 0, 1, -1, 0.5, 1e308),
      fc.array(tie('value'), { maxLength: 3 }),
      fc
        .array(fc.tuple(KEYWORD, tie('value')), { maxLength: 5 })
        .map((entries) => Object.fromEntries(entries)),
    ),
  })).value;

  const never = (schema: Json, value: Json): void => {
    const compiled = compileSchema(schema, regex);
    const violation = compiled.validate(value);
    expect(violation === null || violation.message !== '').toBe(true);
    // The same again: a compiled schema keeps nothing of the values it has seen.
    expect(compiled.validate(value)).toEqual(violation);
  };

  it('is a schema that judges any JSON without throwing', () => {
    fc.assert(fc.property(anyJson, anyJson, never), { numRuns: 500 });
  });

  it('with names of keywords anywhere is one too', () => {
    fc.assert(fc.property(nearSchema, nearSchema, never), { numRuns: 2_000 });
  });

  it('is pointed into by a violation', () => {
    fc.assert(
      fc.property(fc.oneof(SCHEMA_2020, SCHEMA_7), nearSchema, (schema, value) => {
        const violation = compileSchema(schema, regex).validate(value);
        fc.pre(violation !== null);
        let here: Json | undefined = value;
        for (const token of violation.pointer.split('/').slice(1)) {
          const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
          expect(Object.hasOwn(here as object, key)).toBe(true);
          here = (here as JsonObject)[key];
        }
      }),
      { numRuns: 500 },
    );
  });
});
