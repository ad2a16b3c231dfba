import { expect, it } from 'vitest';
import { repeatsReport } from './repeats-report.ts';
import type { TestReport } from './report.ts';
import { shareReport } from './share-report.ts';

function test(name: string, k: number, n: number): TestReport {
  return {
    name,
    verdict: 'pass',
    runs: n,
    errors: 0,
    scores: [],
    gates: [],
    passing: shareReport(k, n),
    unmeasured: { total: 0, items: [] },
    suite: null,
  };
}

it('says how reliable tests with several runs are, and which are flaky', () => {
  // R25 and R26 at k = 4, with a test that ran once beside them.
  const tests = [4, 3, 2, 0, 4].map((k, i) => test(`t${i}`, k, 4));
  expect(repeatsReport([...tests, test('once', 0, 1)])).toEqual({
    tests: 5,
    k: 4,
    passHatK: 0.4,
    passAtK: 0.8,
    flaky: {
      total: 2,
      items: [
        { name: 't1', k: 3, n: 4 },
        { name: 't2', k: 2, n: 4 },
      ],
    },
  });
});

it('says nothing where each test ran once', () => {
  expect(repeatsReport([test('once', 1, 1), test('never', 0, 0)])).toBeNull();
});
