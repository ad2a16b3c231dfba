import { expect, test } from 'vitest';
import { clip } from './clip.ts';

test('short text stays and long text ends in dots', () => {
  expect(clip('abc', 3)).toBe('abc');
  expect(clip('abcd', 3)).toBe('abc…');
});

test('a pair of surrogates is kept whole or left out', () => {
  expect(clip('ab🍣d', 3)).toBe('ab…');
  expect(clip('ab🍣d', 4)).toBe('ab🍣…');
});
