import { expect, it } from 'vitest';
import { rootField } from './field.ts';
import { describeField } from './field-words.ts';

/** Each member of a schema as `name: type in words`. */
function membersOf(schema: Parameters<typeof rootField>[0]): readonly string[] {
  return rootField(schema)
    .members()
    .map(({ key, isRequired, field }) => `${key}: ${describeField(field, isRequired)}`);
}

it('reads the types that tools use, required ones first', () => {
  expect(
    membersOf({
      type: 'object',
      required: ['id'],
      properties: {
        note: { type: 'string', maxLength: 80 },
        id: { type: 'string', format: 'uuid' },
        count: { type: 'integer', minimum: 1, maximum: 10 },
        price: { type: 'number' },
        isGift: { type: 'boolean' },
        cabin: { enum: ['economy', 'business'] },
        version: { const: 2 },
        tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
        address: { type: 'object', properties: { city: { type: 'string' } } },
        anything: {},
        either: { type: ['string', 'number'] },
      },
    }),
  ).toEqual([
    'id: text, uuid, required',
    'note: text, at most 80 characters, optional',
    'count: whole number, at least 1, at most 10, optional',
    'price: number, optional',
    'isGift: true or false, optional',
    'cabin: one of 2, optional',
    'version: always the same, optional',
    'tags: list of texts, at least 1 item, optional',
    'address: object, optional',
    'anything: any value, optional',
    'either: any value, optional',
  ]);
});

it('follows references, and reads null as a choice however it is written', () => {
  const schema = {
    $defs: {
      Color: { enum: ['red', 'blue'], description: 'A colour.' },
      Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } },
    },
    properties: {
      color: { allOf: [{ $ref: '#/$defs/Color' }], default: 'red' },
      shade: { anyOf: [{ $ref: '#/$defs/Color' }, { type: 'null' }], default: null },
      size: { type: ['integer', 'null'] },
      kind: { type: ['string', 'null'], enum: ['a', 'b', null] },
      limit: { type: 'number', nullable: true },
      node: { $ref: '#/$defs/Node' },
      lost: { $ref: '#/$defs/Gone' },
      either: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    },
  } as const;
  expect(membersOf(schema)).toEqual([
    'color: one of 2, optional',
    'shade: one of 2 or null, optional',
    'size: whole number or null, optional',
    'kind: one of 2 or null, optional',
    'limit: number or null, optional',
    'node: object, optional',
    'lost: any value, optional',
    'either: any value, optional',
  ]);
  const [color, shade, , , , node] = rootField(schema).members();
  expect([color?.field.default, color?.field.description]).toEqual(['red', 'A colour.']);
  expect(shade?.field.default).toBeNull();
  // A schema may contain itself.
  const inner = node?.field.members()[0]?.field.members()[0];
  expect(inner?.key).toBe('next');
});

it('takes members of any name where a tool has no schema', () => {
  for (const schema of [null, true, {}]) {
    const field = rootField(schema);
    expect([field.kind, field.hasOthers, field.members()]).toEqual(['object', true, []]);
  }
  expect(rootField({ type: 'object', additionalProperties: false }).hasOthers).toBe(false);
});
