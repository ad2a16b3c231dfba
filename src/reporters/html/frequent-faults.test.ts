import { expect, test } from 'vitest';
import type { TestReport } from '#core';
import { score } from '../fixtures/parts.ts';
import { ordersReport, sampleReport } from '../fixtures/reports.ts';
import { frequentFaults } from './frequent-faults.ts';

/** The first test of the sample with other scores. */
function testWith(...scores: TestReport['scores']): TestReport {
  const [first] = sampleReport().tests;
  if (first === undefined) throw new Error('the sample has a test');
  return { ...first, scores };
}

test('counts runs, not tests', () => {
  const classes = [{ name: 'fetch', hits: 187, misses: 13, recall: 93, matched_by: ['http.get'] }];
  const tests = [testWith(score({ scorer: 'equal_function_sets', classes }))];
  expect(frequentFaults({ tests, evals: [] }).missed).toEqual([{ name: 'fetch', count: 13 }]);
});

test('counts cases of an eval by its tools', () => {
  const { missed } = frequentFaults(ordersReport());
  // 164 - 142 and 32 - 22; none of the rows that are not tools.
  expect(missed).toEqual([
    { name: 'get_order_status', count: 22 },
    { name: 'get_shipping_eta', count: 10 },
  ]);
});

test('one tool under two spellings, or with other arguments, is one row', () => {
  const calls = ['fetch', 'http.fetch', 'http.fetch', 'a.get', 'b.get', 'get'].map((tool, i) => ({
    run: i + 1,
    call: 1,
    tool,
    verdict: 'unexpected' as const,
  }));
  const items = ['refund({"amount":40})', 'refund({"amount":50})'].map((expected, i) => ({
    run: i + 1,
    expected,
  }));
  const all = score({
    scorer: 'x',
    calls,
    callsTotal: { unexpected: 6 },
    misses: { total: 2, items },
  });
  expect(frequentFaults({ tests: [testWith(all)], evals: [] })).toEqual({
    missed: [{ name: 'refund', count: 2 }],
    unexpected: [
      { name: 'http.fetch', count: 3 },
      { name: 'a.get', count: 1 },
      { name: 'b.get', count: 1 },
      { name: 'get', count: 1 },
    ],
  });
});

test('says at least where the report lists only the first of them', () => {
  const items = [{ run: 1, expected: 'refund' }];
  const all = score({ scorer: 'x', misses: { total: 500, items } });
  expect(frequentFaults({ tests: [testWith(all)], evals: [] }).missed).toEqual([
    { name: 'refund', count: 1, isAtLeast: true },
  ]);
});

test('a miss that several scorers report counts once', () => {
  const items = [{ run: 1, expected: 'refund' }];
  const one = score({ scorer: 'x', misses: { total: 1, items } });
  expect(frequentFaults({ tests: [testWith(one, one)], evals: [] }).missed).toEqual([
    { name: 'refund', count: 1 },
  ]);
});
