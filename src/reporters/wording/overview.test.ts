import type { TestReport } from '#core';
import { expect, test } from 'vitest';
import { evidenceReport, manyRunsReport } from '../fixtures/evidence-report.ts';
import { score } from '../fixtures/parts.ts';
import { extentText, overviewOf } from './overview.ts';

const [many] = manyRunsReport().tests;

function testOf(tool: string, runs: number): TestReport {
  const calls = Array.from({ length: runs }, (_, i) => {
    return { run: i + 1, call: 1, tool, verdict: 'unexpected' } as const;
  });
  const found = score({ scorer: 's', calls, callsTotal: { unexpected: runs } });
  return { ...many!, scores: [found] };
}

test('an overview counts runs, not tests', () => {
  const { missed, unexpected } = overviewOf(manyRunsReport());
  expect(missed.map((each) => [each.name, extentText(each, 'run')])).toEqual([
    ['fetch', '13 of 200 runs'],
  ]);
  expect(unexpected.map((each) => [each.name, extentText(each, 'run')])).toEqual([
    ['shell.exec', '13 runs'],
  ]);
});

test('runs of several tests add, the most frequent first', () => {
  const { tests } = manyRunsReport();
  const { missed } = overviewOf({ tests: [...tests, ...tests], evals: [] });
  expect(missed).toEqual([{ name: 'fetch', count: 26, of: 400, isWhole: true }]);
});

test('a tool with and without its server is one entry, where only one server has it', () => {
  const both = overviewOf({ tests: [testOf('exec', 2), testOf('shell.exec', 3)], evals: [] });
  expect(both.unexpected).toEqual([{ name: 'shell.exec', count: 5, of: null, isWhole: true }]);
  const tests = [testOf('exec', 2), testOf('shell.exec', 3), testOf('vm.exec', 4)];
  expect(overviewOf({ tests, evals: [] }).unexpected.map(({ name }) => name)).toEqual([
    'vm.exec',
    'shell.exec',
    'exec',
  ]);
});

test('what several scorers of a test miss alike counts once', () => {
  const misses = { total: 1, items: [{ run: 1, expected: 'fetch {"a":1}' }] };
  const scores = ['a', 'b'].map((scorer) => score({ scorer, misses }));
  expect(overviewOf({ tests: [{ ...many!, scores }], evals: [] }).missed).toEqual([
    { name: 'fetch', count: 1, of: null, isWhole: true },
  ]);
});

test('where only some are listed the count is a lower limit', () => {
  const items = [{ run: 1, expected: 'fetch' }];
  const scores = [score({ scorer: 'a', misses: { total: 250, items } })];
  const [first] = overviewOf({ tests: [{ ...many!, scores }], evals: [] }).missed;
  expect(extentText(first!, 'run')).toBe('at least 1 run');
});

test('tests that passed are not in it, and evals have the counts of their matrix', () => {
  expect(overviewOf({ tests: [{ ...many!, verdict: 'pass' }], evals: [] }).missed).toEqual([]);
  const { evals } = evidenceReport();
  const figures = { precision: 1, f1: 1, interval: null, cost: 1, recall: 0.88 };
  const tool = { tool: 'get_order_status', support: 161, predicted: 155, correct: 142 };
  const perTool = [{ ...tool, ...figures }];
  const { missed, unexpected } = overviewOf({ tests: [], evals: [{ ...evals[0]!, perTool }] });
  expect(missed).toEqual([{ name: 'get_order_status', count: 19, of: 161, isWhole: true }]);
  expect(unexpected).toMatchObject([{ name: 'get_order_status', count: 13, of: 155 }]);
});
