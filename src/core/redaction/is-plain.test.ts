import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { isPlain } from './is-plain.ts';
import { SECRETS_ONLY, WITH_PII, withKnown } from './policy.ts';
import { Redactor } from './redactor.ts';

const WORDS = [
  'token',
  'to_ken',
  'pwd',
  'Set-Cookie',
  'api key',
  'credentials',
  'name',
  'value',
  'query',
  'sk-0123456789abcdef',
  'ghp_0123456789abcdef0123',
  'Bearer abcd1234',
  'https://a:b@c',
  'password=hunter2',
  'x'.repeat(40),
  'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3z',
  'plain words, and 42 of them',
  'two words',
  '{"token":"x y"}',
];

const { value: VALUES } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...WORDS),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...WORDS), tie('value'), { maxKeys: 3 }),
  ),
}));

it('is false of every value in which something is replaced', () => {
  fc.assert(
    fc.property(VALUES, (value) => {
      const redactor = new Redactor(SECRETS_ONLY);
      const clean = redactor.json(value);
      if (isPlain([value], SECRETS_ONLY)) expect([clean, redactor.count]).toEqual([value, 0]);
    }),
    { numRuns: 2000 },
  );
});

it('is true of ordinary arguments', () => {
  const args = { query: 'compare the two offers', limit: 3, fresh: true };
  expect(isPlain([args, 'find the cheaper one'], SECRETS_ONLY)).toBe(true);
});

it('is false where secrets are known by value, and where personal data is replaced', () => {
  const policy = withKnown(SECRETS_ONLY, ['hunter "2"']);
  expect(isPlain(['it is hunter "2"'], policy)).toBe(false);
  expect(isPlain(['it is hunter'], policy)).toBe(true);
  expect(isPlain(['it is hunter'], WITH_PII)).toBe(false);
});
