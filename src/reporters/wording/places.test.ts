import { expect, test } from 'vitest';
import { formatPlace, joinPlaces } from './places.ts';

test('a place is a run and a call, the run only where there are several', () => {
  expect(formatPlace({ run: 2 }, 3, false)).toBe('run 2, call 3');
  expect(formatPlace({ run: 1 }, 3, true)).toBe('call 3');
  expect(formatPlace({ run: 1 }, null, true)).toBe('');
});

test('a case is always named', () => {
  expect(formatPlace({ case: 'order-7' }, 1, true)).toBe('case order-7, call 1');
});

test('of many places the first five are named', () => {
  expect(joinPlaces(['run 1', 'run 2'])).toBe('run 1; run 2');
  expect(joinPlaces(['1', '2', '3', '4', '5', '6', '7'])).toBe('1; 2; 3; 4; 5; and 2 more');
  expect(joinPlaces(['', ''])).toBe('');
});
