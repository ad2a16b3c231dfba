import { ExactNumber } from '#core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from './check.ts';
import {
  closed,
  either,
  integerFrom,
  listOf,
  literal,
  mapOf,
  oneOf,
  type Schema,
  text,
} from './json-schema.ts';
import { suiteSchema } from './suite.ts';
import { suiteJsonSchema } from './suite-json-schema.ts';

const animal: Schema = either(
  closed({ type: literal('cat'), lives: integerFrom(1) }, ['type']),
  closed({ type: oneOf('dog', 'wolf'), tricks: listOf(text) }, ['type', 'tricks']),
);

function problems(schema: Schema, value: unknown): readonly string[] {
  return check(schema, value).map(
    ({ problem, path, key }) => `${problem} ${[...path, key ?? []].flat().join('.')}`,
  );
}

describe('checking a value against a schema', () => {
  it.each<[unknown, readonly string[]]>([
    [{ type: 'cat' }, []],
    [{ type: 'wolf', tricks: ['sit'] }, []],
    [{ type: 'cat', lives: 0 }, ['value lives']],
    [{ type: 'cat', tricks: [] }, ['unknown_key tricks']],
    [{ type: 'dog' }, ['missing_key tricks']],
    [{ type: 'dog', tricks: ['', 1] }, ['value tricks.0', 'type tricks.1']],
    [{ type: 'cow' }, ['value type']],
    [{ type: 5 }, ['type type']],
    [{}, ['missing_key type']],
    ['cat', ['type ']],
    [null, ['type ']],
  ])('finds all faults of the kind that %j was meant to be', (value, expected) => {
    expect(problems(animal, value)).toEqual(expected);
  });

  it('looks at own keys only', () => {
    expect(problems(closed({ a: text }), JSON.parse('{ "__proto__": { "a": 1 } }'))).toEqual([
      'unknown_key __proto__',
    ]);
    expect(problems(closed({ a: text }, ['a']), Object.create({ a: 'x' }))).toEqual([
      'missing_key a',
    ]);
    expect(problems(mapOf(text), { constructor: 1 })).toEqual(['type constructor']);
  });

  it('takes digits that no double holds for a number', () => {
    expect(problems({ type: 'number' }, new ExactNumber('9007199254740993'))).toEqual([]);
    expect(problems({ type: 'integer' }, new ExactNumber('9007199254740993'))).toEqual(['type ']);
    expect(problems({ type: 'object' }, new ExactNumber('1'))).toEqual(['type ']);
  });

  it('ends after ten thousand findings', () => {
    expect(
      check(
        listOf(text),
        Array.from({ length: 50_000 }, () => 1),
      ),
    ).toHaveLength(10_000);
  });
});

describe('the JSON Schema for editors', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  const validate = ajv.compile(suiteJsonSchema());

  it('is valid, and says what every key is for', () => {
    const undescribed: string[] = [];
    const look = (schema: Schema, path: string): void => {
      for (const [key, below] of Object.entries(schema.properties ?? {})) {
        if (below.description === undefined) undescribed.push(`${path}.${key}`);
        look(below, `${path}.${key}`);
      }
      for (const below of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])]) {
        if (typeof below === 'object') look(below, path);
      }
    };
    look(suiteSchema, '');
    expect(undescribed).toEqual([]);
  });

  it('agrees with our own check on suites with anything in them', () => {
    const noise = fc.constantFrom<unknown>('a', '', 1, 0, 1.5, true, null, [], {}, ['a'], {
      odd: 1,
    });
    const mostly = (...right: readonly unknown[]): fc.Arbitrary<unknown> =>
      fc.oneof(
        { arbitrary: fc.constantFrom(...right), weight: 12 },
        { arbitrary: noise, weight: 1 },
      );
    const classes = mostly([], ['a'], [{ name: 'b', members: ['x', { server: 's', tool: 't' }] }]);
    const gates = mostly(
      [],
      [{ m: { '>=': 80, between: [1, '2%'] } }, {}],
      [{ m: { certify: true } }],
    );
    const calls = mostly(
      [],
      [{ tool: 'a', args: { b: [1] } }],
      [{ tool: { tool: 'a' } }],
      '{{ sample.x }}',
    );
    const test = fc.record(
      {
        name: mostly('a', 'b'),
        runs: mostly(1, 2),
        traces: mostly('a', ['a', 'b']),
        expect: gates,
        status: mostly('all', 'executed'),
        select: mostly({ agent: 'a', metadata: { b: 1 } }, { input: { $matches: 'x' } }),
        call_checks: mostly(true, {}, { expect: [] }),
        equal_function_sets: fc.record({ classes, expect: gates }),
        trajectory: fc.record({ expected: calls, match: mostly('exact', 'subset') }),
        unwrap: mostly([{ tool: 'a', name: '$.b' }]),
      },
      { requiredKeys: ['name'] },
    );
    const scorer = mostly(
      { type: 'trajectory' },
      { type: 'module', module: './x.ts', key: 'a' },
      { type: 'command', command: ['a'], key: 'b', timeout_ms: 5 },
      { type: 'tool_name_match', anything: 1 },
      { type: 'call_checks', metrics: ['mean', { module: './m.ts' }] },
    );
    const item = fc.record({
      name: mostly('a'),
      dataset: mostly('d'),
      scorers: fc.array(scorer, { minLength: 1, maxLength: 2 }),
    });
    const suite = fc.record(
      {
        tests: fc.array(test, { maxLength: 2 }),
        evals: fc.array(item, { maxLength: 2 }),
        agents: mostly({ a: { model: 'x', command: ['y'] } }),
        servers: mostly('mcp.json', { a: { command: 'x', env: { B: 'c' } } }),
        tool_costs: mostly({ a: 1.5 }),
        odd: mostly(1),
      },
      { requiredKeys: ['tests', 'evals'] },
    );
    let valid = 0;
    fc.assert(
      fc.property(suite, (document) => {
        const fits = check(suiteSchema, document).length === 0;
        if (fits) valid++;
        expect(fits).toBe(validate(document));
      }),
      { numRuns: 3000, seed: 7 },
    );
    expect(valid).toBeGreaterThan(100);
  });
});
