import { expect, test } from 'vitest';
import { rawText } from '../document/index.ts';
import { formatPlace, joinPlaces } from './places.ts';

test('a place is a run and a call, the run only where there are several', () => {
  expect(rawText(formatPlace({ run: 2 }, 3, false))).toBe('run 2, call 3');
  expect(rawText(formatPlace({ run: 1 }, 3, true))).toBe('call 3');
  expect(rawText(formatPlace({ run: 1 }, null, true))).toBe('');
});

test('a case is always named', () => {
  expect(rawText(formatPlace({ case: 'order-7' }, 1, true))).toBe('case order-7, call 1');
});

test('of many places the first five are named', () => {
  expect(rawText(joinPlaces(['run 1', 'run 2']))).toBe('run 1; run 2');
  expect(rawText(joinPlaces(['1', '2', '3', '4', '5', '6', '7']))).toBe(
    '1; 2; 3; 4; 5; and 2 more',
  );
  expect(rawText(joinPlaces(['', '']))).toBe('');
});
