import { expect, it } from 'vitest';
import { formatPace, formatTimeLeft, paceMs, timeLeftMs } from './pace.ts';

const at = (...seconds: number[]): string[] =>
  seconds.map((second) => new Date(second * 1000).toISOString());

it('takes the median pause, without breaks and answers that came together', () => {
  expect(timeLeftMs(at(0, 10, 10, 30, 4000, 4020), 6)).toBe(6 * 20_000);
});

it('says nothing after two answers', () => {
  expect(timeLeftMs(at(0, 10), 6)).toBeNull();
  expect(timeLeftMs(['', 'odd'], 6)).toBeNull();
});

it.each([
  [20_000, 'less than 1 min left'],
  [41 * 60_000, 'about 41 min left'],
  [60 * 60_000, 'about 1 h left'],
  [130 * 60_000, 'about 2 h 10 min left'],
])('writes %d ms in words', (durationMs, words) => {
  expect(formatTimeLeft(durationMs)).toBe(words);
});

it('says how long a case takes', () => {
  const at = (second: number): string => new Date(second * 1000).toISOString();
  expect(paceMs([0, 10, 22, 34].map(at))).toBe(12_000);
  expect(paceMs([0, 10].map(at))).toBeNull();
  expect([400, 12_000, 150_000].map(formatPace)).toEqual([
    '1 s a case',
    '12 s a case',
    '3 min a case',
  ]);
});
