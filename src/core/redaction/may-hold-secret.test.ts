import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findCredentials, findNamed, findUrlPasswords } from './find-named.ts';
import { findRandom } from './find-random.ts';
import { findTokens } from './find-tokens.ts';
import { mayHoldSecret } from './may-hold-secret.ts';

/** Pieces of secrets and of what is around them, in any order. */
const PIECES = [
  'ghp_',
  'sk-',
  'xoxb-',
  'xapp-',
  'AKIA',
  'eyJ',
  'SG.',
  '.eyJ',
  '.',
  ' ',
  '/',
  '+',
  '=',
  ':',
  '"',
  'Bearer ',
  'basic ',
  'PassWord',
  'api-key',
  'authorization',
  'https://u:',
  '@host',
  '-----BEGIN RSA PRIVATE KEY-----',
  'Ab3dE5fG7h',
  'x9Kq',
  'AAAA0000',
  'hello world',
  'ü',
];

it('is true of every text in which a secret is found', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const found = [findTokens, findCredentials, findNamed, findUrlPasswords, findRandom].some(
        (find) => [...find(text)].length > 0,
      );
      if (found) expect(mayHoldSecret(text)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it.each(['xoxb-0123456789', 'SG.0123456789abcdef.0123456789abcdef', 'eyJ01234567.eyJ01234567.x'])(
  'is true of the shortest keys: %s',
  (key) => expect(mayHoldSecret(`a ${key} b`)).toBe(true),
);

it('is false of ordinary words', () => {
  expect(mayHoldSecret('compare the two offers, and order the cheaper one by 3 May')).toBe(false);
});
