import { expect, test } from 'vitest';
import { gate } from '../fixtures/parts.ts';
import { formatCount, formatInterval, formatNeed, formatValue } from './value.ts';

test.each([
  [75, 'percent', '75 %'],
  [0.95, 'ratio', '95 %'],
  [0.6667, 'ratio', '66.67 %'],
  [0.0001, 'ratio', '0.01 %'],
  [0.57, 'ratio', '57 %'],
  [1, 'ratio', '100 %'],
  [3, 'count', '3'],
  [1.5, 'mean', '1.5'],
  [null, 'ratio', 'not measured'],
] as const)('%d as a %s is read as %s', (value, unit, text) => {
  expect(formatValue(value, unit)).toBe(text);
});

test('what a gate asks for has the unit of its metric', () => {
  expect(formatNeed(gate('m', '>=', 80, 75, 'fail'))).toBe('>= 80 %');
  expect(formatNeed(gate('m', '==', 1, 0.5, 'fail', { unit: 'ratio' }))).toBe('== 100 %');
  // A limit is shown as it is written, not rounded to what would hold.
  expect(formatNeed(gate('m', '>=', 0.99999, 1, 'pass', { unit: 'ratio' }))).toBe('>= 99.999 %');
  expect(formatNeed(gate('m', 'between', [1, 3], 4, 'fail', { unit: 'count' }))).toBe(
    'between 1 and 3',
  );
});

test('an interval has the unit of its metric', () => {
  expect(formatInterval([0.2065, 1], 'ratio')).toBe('20.65-100 %');
  expect(formatInterval([1.5, 3], 'mean')).toBe('1.5-3');
  expect(formatInterval([0.2065, 1], 'percent')).toBe('20.65-100 %');
});

test('one thing is singular', () => {
  expect([formatCount(0, 'run'), formatCount(1, 'run'), formatCount(2, 'run')]).toEqual([
    '0 runs',
    '1 run',
    '2 runs',
  ]);
});
