import { expect, it } from 'vitest';
import { shareReport } from './share-report.ts';

it('a share has its rate and its interval rounded outward', () => {
  // 262 of 300: Wilson 0.830919 to 0.906308
  expect(shareReport(262, 300)).toEqual({
    k: 262,
    n: 300,
    rate: 0.8733,
    interval: [0.8309, 0.9064],
  });
});

it('a share of nothing has neither', () => {
  expect(shareReport(0, 0)).toEqual({ k: 0, n: 0, rate: null, interval: null });
});
