import { expect, test } from 'vitest';
import { sampleReport } from './fixtures/reports.ts';
import { jsonl } from './jsonl.ts';

const records = [...jsonl(sampleReport(), { color: false, width: 80 })]
  .join('')
  .trimEnd()
  .split('\n')
  .map((line): Record<string, unknown> => JSON.parse(line));

test('there is a line for each test, eval and case, and a summary at the end', () => {
  expect(records.map((record) => record['kind'])).toEqual([
    'test',
    'test',
    'test',
    'test',
    'test',
    'eval',
    'case',
    'case',
    'case',
    'case',
    'case',
    'case',
    'summary',
  ]);
});

test('a line holds all of its test', () => {
  const [first] = sampleReport().tests;
  expect(records[0]).toEqual({ kind: 'test', ...first });
});

test('a case says which eval it belongs to, and the eval leaves its cases to their lines', () => {
  expect(records[7]).toEqual({ kind: 'case', eval: 'orders', id: 'order-2', verdict: 'fail' });
  expect(records[5]).not.toHaveProperty('cases');
});

test('the summary has the verdict and the totals', () => {
  expect(records[12]).toMatchObject({
    kind: 'summary',
    schemaVersion: 1,
    verdict: 'fail',
    totals: { runs: 13, calls: 25 },
  });
});
