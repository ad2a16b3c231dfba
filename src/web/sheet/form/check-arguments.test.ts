import { expect, it } from 'vitest';
import { parseTree } from '../tree/parse-tree.ts';
import { type ArgumentsDraft, checkArguments, describeProblem } from './check-arguments.ts';

const SCHEMA = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    count: { type: 'integer', maximum: 10 },
    address: { type: 'object', properties: { city: { type: 'string' } } },
  },
  additionalProperties: false,
} as const;

function form(text: string): ArgumentsDraft {
  const parsed = parseTree(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return { view: 'form', tree: parsed.tree };
}
const json = (text: string): ArgumentsDraft => ({ view: 'json', text });

/** The outcome on one line. */
function check(
  draft: ArgumentsDraft,
  schema: Parameters<typeof checkArguments>[1] = SCHEMA,
): string {
  const checked = checkArguments(draft, schema);
  if (checked.state === 'invalid') return describeProblem(checked.problem);
  return checked.state === 'absent' ? 'absent' : checked.isSure ? 'fits' : 'fits, not sure';
}

it('takes what fits the schema, in both views', () => {
  expect(check(form('{"id":"A","count":2.0}'))).toBe('fits');
  expect(check(json('{ "id": "A" }'))).toBe('fits');
});

it('does not compare arguments that are not given', () => {
  expect(check({ view: 'form', tree: null })).toBe('absent');
  expect(check(json('  '))).toBe('absent');
});

it.each([
  [json('{'), 'not JSON: the text ends too early'],
  [json('[1]'), 'arguments are a JSON object: { … }'],
  [form('{}'), 'id: is required'],
  [form('{"id":7}'), 'id: must be string'],
  [form('{"id":"A","count":11}'), 'count: must be <= 10'],
  [form('{"id":"A","address":{"city":1}}'), 'address › city: must be string'],
])('says why %j cannot be saved', (draft, message) => {
  expect(check(draft)).toBe(message);
});

it('names the field in which a number is not finished', () => {
  const members = [
    { key: 'id', value: { kind: 'text', text: 'A' } },
    { key: 'a/b', value: { kind: 'list', items: [{ kind: 'literal', text: '1x' }] } },
  ] as const;
  expect(check({ view: 'form', tree: { kind: 'object', members } })).toBe(
    'a/b › 0: is not a value: 1x',
  );
});

it('checks what markers contain, and says where it cannot be sure', () => {
  expect(check(json('{"id":{"$any_of":["A","B"]}}'))).toBe('fits');
  expect(check(json('{"id":{"$any_of":[1]}}'))).toBe('id: must be string');
  expect(check(json('{"id":{"$matches":"A.*"}}'))).toBe('fits, not sure');
  expect(check(json('{"id":"A"}'), null)).toBe('fits, not sure');
  const pattern = { properties: { id: { type: 'string', pattern: '^A' } } };
  expect(check(json('{"id":"A"}'), pattern)).toBe('fits, not sure');
});
