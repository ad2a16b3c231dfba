import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ALPHANUMERIC_CHARS, hasRun } from './char-class.ts';

it('finds a run wherever a pattern finds it', () => {
  const text = fc.stringMatching(/^(?:[aZ9]{0,6}[ _é]?){0,8}$/);
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 8 }), (content, length) => {
      const pattern = new RegExp(`[A-Za-z0-9]{${length}}`);
      expect(hasRun(content, ALPHANUMERIC_CHARS, length)).toBe(pattern.test(content));
    }),
  );
});

it.each([
  ['', false],
  ['abc', false],
  ['abcd', true],
  [' abc abc', false],
  [' abc abcd', true],
  ['abcd abc ', true],
  ['abc\u{10ffff}d', false],
])('says of %j whether it has four letters in a row', (text, expected) => {
  expect(hasRun(text, ALPHANUMERIC_CHARS, 4)).toBe(expected);
});
