import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Schema, suiteSchema } from '#schema';
import { isFull } from '../../test/support/full.ts';
import { parseSuite } from './load/parse-suite.ts';

/** Values that a key may have by mistake: wrong types, empty values, half-written markers and templates. */
const ODD: readonly unknown[] = [
  null,
  {},
  [],
  '',
  ' ',
  0,
  -1,
  1.5,
  1e300,
  true,
  'x',
  '{{',
  '{{ sample.a }}',
  '{% x %}',
  '../..',
  '\u0000',
  '__proto__',
  'a.b',
  [null],
  [[]],
  [{}],
  ['x', 'x'],
  { x: null },
  { $matches: '' },
  { $matches: '(' },
  { $matches: 1 },
  { tool: '' },
  { class: 'x' },
  { name: 'x', members: [] },
  { '>=': 'x' },
  { between: [2] },
];

/** A value of a schema with every key that it has, so that a key added later is covered too. */
function fill(schema: Schema, choice: number): unknown {
  const { anyOf } = schema;
  if (anyOf !== undefined) return fill(anyOf[choice % anyOf.length] as Schema, choice);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[choice % schema.enum.length];
  const [type = 'object'] = [schema.type ?? []].flat();
  if (type === 'string') return 'x';
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'array') {
    const count = schema.minItems ?? 1;
    return Array.from({ length: count }, (_, at) => fill(schema.items ?? {}, choice + at));
  }
  const { properties = {}, additionalProperties: others } = schema;
  const entry = Object.entries(properties).map(([key, below]) => [key, fill(below, choice)]);
  const named = others === undefined || others === false ? [] : [['x', fill(others, choice)]];
  return Object.fromEntries([...entry, ...named]);
}

type Place = readonly (string | number)[];

function placesOf(value: unknown, at: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  const below = Object.entries(value).flatMap(([key, item]) =>
    placesOf(item, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return [at, ...below];
}

/** The value with another one at a place; undefined leaves the key out. */
function replace(value: unknown, [key, ...rest]: Place, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((item, at) => (at === key ? (replace(item, rest, by) ?? null) : item));
  }
  const entries = Object.entries(value as object).map(([name, item]) => [
    name,
    name === key ? replace(item, rest, by) : item,
  ]);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

async function load(document: unknown): Promise<boolean> {
  const loaded = await parseSuite(JSON.stringify(document) ?? 'null', { path: 'suite.json' });
  return loaded.ok || loaded.issues.length > 0;
}

describe('a suite with odd values is refused with issues, never with a crash', () => {
  it.each([0, 1, 2, 3])('at every place of a suite with every key (form %d)', async (choice) => {
    const document = fill(suiteSchema, choice);
    for (const [at, place] of placesOf(document).entries()) {
      // Most places are in all forms: each form takes one of three of them.
      if (!isFull && (at + choice) % 3 > 0) continue;
      // Every value at every place takes minutes: each place has one of them, and none at all.
      for (const odd of [undefined, ODD[(7 * at + choice) % ODD.length]]) {
        const mutated = replace(document, place, odd);
        const outcome = await load(mutated).catch((error: unknown) => ({ place, odd, error }));
        expect(outcome).toBe(true);
      }
    }
  });

  it('at several places at once', async () => {
    const documents = [0, 1, 2, 3].map((choice) => fill(suiteSchema, choice));
    const edit = fc.tuple(fc.nat(), fc.constantFrom(undefined, ...ODD));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...documents),
        fc.array(edit, { minLength: 2, maxLength: 6 }),
        async (document, edits) => {
          let mutated: unknown = document;
          for (const [at, odd] of edits) {
            const places = placesOf(mutated);
            mutated = replace(mutated, places[at % places.length] ?? [], odd) ?? null;
          }
          return load(mutated);
        },
      ),
      { numRuns: isFull ? 300 : 60 },
    );
  });

  it('of `select`, with the place', async () => {
    const text = 'tests: [{ name: a, no_tools: true, select: { input: {} } }]\n';
    const loaded = await parseSuite(text, { path: 'suite.yaml' });
    expect(loaded.ok ? [] : loaded.issues.map(({ code }) => code)).toEqual(['SUITE_MISSING_KEY']);
  });
});
