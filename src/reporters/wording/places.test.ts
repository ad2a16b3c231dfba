import { expect, test } from 'vitest';
import { rawText } from '../document/index.ts';
import { formatPlace, joinPlaces } from './places.ts';

test('a place is a run and a call, the run only where there are several', () => {
  expect(rawText(formatPlace({ run: 2 }, 3, false))).toBe('run 2, call 3');
  expect(rawText(formatPlace({ run: 1 }, 3, true))).toBe('call 3');
  expect(rawText(formatPlace({ run: 1 }, null, true))).toBe('');
});

test('where a run is recorded says more than its number, but where there is only one', () => {
  expect(rawText(formatPlace({ run: 2 }, 3, false, 'a.jsonl:2'))).toBe('a.jsonl:2, call 3');
  expect(rawText(formatPlace({ case: 'x' }, null, false, 'a.jsonl:7'))).toBe('a.jsonl:7');
  expect(rawText(formatPlace({ run: 1 }, 3, true, 'a.jsonl:1'))).toBe('call 3');
});

test('a case is always named', () => {
  expect(rawText(formatPlace({ case: 'order-7' }, 1, true))).toBe('case order-7, call 1');
});

test('of many places the first three are named', () => {
  expect(rawText(joinPlaces(['run 1', 'run 2']))).toBe('run 1; run 2');
  expect(rawText(joinPlaces(['1', '2', '3', '4', '5', '6', '7']))).toBe('1; 2; 3; and 4 more');
  expect(rawText(joinPlaces(['case 2', 'case 2', 'case 3']))).toBe('case 2; case 3');
  expect(rawText(joinPlaces(['', '']))).toBe('');
});
