import * as fc from 'fast-check';
import type { JsonObject } from '#core';
import { expect, test } from 'vitest';
import { formatCalls, readContent, readLines } from '../../fixtures/reader-case.ts';
import { choices, row } from './fixtures/index.ts';

const asked = [{ role: 'user', content: 'Go' }];
const rows: readonly JsonObject[] = [
  row('r1', 'r', null, 'task', 'helper', 0, { input: 'Go' }),
  row('r1', 'a', 'r', 'llm', 'chat', 1, {
    input: asked,
    output: choices(null, ['c1', 'get', { a: 1 }]),
  }),
  row('r1', 'b', 'r', 'tool', 'get', 2, { input: { a: 1 }, error: { message: 'no' } }),
  row('r1', 'c', 'r', 'score', 'Judge', 3),
  row('r1', 'd', 'c', 'llm', 'chat', 4, {
    input: asked,
    output: choices(null, ['j1', 'grade', {}]),
  }),
];

test('rows in any order are the same run, without its judge', async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...rows], { minLength: rows.length }), async (order) => {
      const runs = await readLines(order);
      expect(runs.map((run) => [run.input, ...formatCalls(run)])).toEqual([['Go', 'get error']]);
    }),
    { numRuns: 25 },
  );
});

test('a scorer that is marked by its purpose is a judge, too', async () => {
  const judge = row('r1', 'c', 'r', 'task', 'Judge', 3, {
    span_attributes: { name: 'Judge', type: 'task', purpose: 'scorer' },
  });
  const runs = await readLines([...rows.slice(0, 3), judge, ...rows.slice(4)]);
  expect(runs.map(formatCalls)).toEqual([['get error']]);
});

test('a trace of spans of an unknown type alone cannot be read', async () => {
  const content = JSON.stringify([row('r1', 'a', null, 'mystery', 'x', 1)]);
  const records = await readContent('x.json', content, null);
  expect(records).toMatchObject([{ kind: 'error', issue: { code: 'TRACE_SCHEMA' } }]);
});
