import { expect, test } from 'vitest';
import {
  formatCount,
  formatInterval,
  formatMetric,
  formatNeed,
  formatShort,
  plural,
} from './format.ts';

test('a metric is written in its unit', () => {
  expect(formatMetric(75, 'percent')).toBe('75 %');
  expect(formatMetric(0.6667, 'ratio')).toBe('0.6667 (66.67 %)');
  expect(formatMetric(0.57, 'ratio')).toBe('0.57 (57 %)');
  expect(formatMetric(1204, 'count')).toBe('1,204');
  expect(formatMetric(1234.5678, 'mean')).toBe('1,234.5678');
  expect(formatMetric(null, 'ratio')).toBe('not measured');
});

test('a narrow column leaves the percentage of a ratio out', () => {
  expect(formatShort(0.6667, 'ratio')).toBe('0.6667');
  expect(formatShort(50, 'percent')).toBe('50 %');
  expect(formatShort(null, 'percent')).toBe('–');
});

test('a need is written with its operator', () => {
  expect(formatNeed('>=', 80, 'percent')).toBe('≥ 80 %');
  expect(formatNeed('==', 1, 'ratio')).toBe('= 1');
  expect(formatNeed('!=', 0, 'count')).toBe('≠ 0');
  expect(formatNeed('between', [0, 2], 'count')).toBe('0 to 2');
});

test('an interval of shares is written in the unit of its metric', () => {
  expect(formatInterval([0.2076, 0.9386], 'percent')).toBe('20.76–93.86 %');
  expect(formatInterval([0.2076, 1], 'ratio')).toBe('0.2076–1');
});

test('counts have their thousands apart', () => {
  expect([0, 999, 1000, 1_234_567].map(formatCount)).toEqual(['0', '999', '1,000', '1,234,567']);
  expect(plural(1, 'run')).toBe('1 run');
  expect(plural(2000, 'run')).toBe('2,000 runs');
});
