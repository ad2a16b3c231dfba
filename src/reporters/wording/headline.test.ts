import { expect, test } from 'vitest';
import { sampleReport } from '../fixtures/reports.ts';
import { formatCounts, totalsParts } from './headline.ts';

test('counts name the worst first', () => {
  expect(formatCounts({ pass: 3, fail: 2, error: 0, inconclusive: 1 }, 'test')).toBe(
    '6 tests: 2 failed, 1 inconclusive, 3 passed',
  );
});

test('things that all ended alike are told in few words', () => {
  expect(formatCounts({ pass: 5, fail: 0, error: 0, inconclusive: 0 }, 'test')).toBe(
    '5 tests passed',
  );
  expect(formatCounts({ pass: 0, fail: 0, error: 1, inconclusive: 0 }, 'eval')).toBe(
    '1 eval not measured',
  );
});

test('nothing has no words', () => {
  expect(formatCounts({ pass: 0, fail: 0, error: 0, inconclusive: 0 }, 'test')).toBeNull();
});

test('a report is summed up in totals', () => {
  expect(totalsParts(sampleReport())).toEqual(['13 runs (3 more not measured)', '25 calls']);
});
