import { expect, it } from 'vitest';
import { shorten } from './shorten.ts';

it('leaves text that fits', () => {
  expect(shorten('abcdef', 6)).toBe('abcdef');
});

it('cuts to the length, the dots included', () => {
  expect(shorten('abcdefg', 6)).toBe('abc...');
});

it('never cuts a character in two', () => {
  expect(shorten('ab\u{1f600}cdef', 6)).toBe('ab...');
  expect(shorten('a\u{1f600}bcdef', 6)).toBe('a\u{1f600}...');
});
