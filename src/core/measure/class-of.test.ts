import { expect, it } from 'vitest';
import { ExactNumber } from '../json/json.ts';
import { classOf, formatFraction } from './class-of.ts';

it.each([
  [true, '1'],
  ['False', '0'],
  [1, '1'],
  ['1.0', '1'],
  ['-0.50', '-0.5'],
  [new ExactNumber('9007199254740993'), '9007199254740993'],
  ['yes', 'yes'],
])('takes %j for the class %s', (value, expected) => {
  expect(classOf(value)).toBe(expected);
});

it.each([null, undefined, '', [], {}])('has no class for %j', (value) => {
  expect(classOf(value)).toBeNull();
});

it.each([
  [4n, 2n, '2'],
  [1n, 4n, '0.25'],
  [-1n, 8n, '-0.125'],
  [2n, 6n, '1/3'],
  [0n, 7n, '0'],
])('writes %s of %s as %s', (num, den, expected) => {
  expect(formatFraction(num, den)).toBe(expected);
});
