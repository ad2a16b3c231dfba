import * as fc from 'fast-check';
import type { Json, JsonObject } from '#core';
import { expect, test } from 'vitest';
import { formatCalls, readLines } from '../../fixtures/reader-case.ts';
import { readRuns } from '../../fixtures/read-files.ts';
import { answer, span, trace } from './fixtures/index.ts';
import { opikFormat } from './index.ts';

const asked = { messages: [{ role: 'user', content: 'Go' }] };
const rows: readonly JsonObject[] = [
  trace('t1', { input: { question: 'Go' } }),
  span('t1', 'a', 'llm', 'chat', 1, {
    input: asked,
    output: answer(null, ['c1', 'get', { a: 1 }], ['c2', 'put', {}]),
  }),
  span('t1', 'b', 'tool', 'get', 2, { input: { a: 1 }, output: { output: 'x' } }),
  span('t1', 'c', 'tool', 'put', 3, {
    input: {},
    error_info: { exception_type: 'Error', message: 'no' },
  }),
  trace('t2'),
  span('t2', 'a', 'llm', 'chat', 5, { input: asked, output: answer('ok') }),
];

test('rows in any order and any number of files are the same runs', async () => {
  const shuffled = fc.shuffledSubarray([...rows], { minLength: rows.length });
  await fc.assert(
    fc.asyncProperty(shuffled, fc.nat(rows.length), async (order, cut) => {
      const write = (part: readonly Json[]): string =>
        part.map((row) => `${JSON.stringify(row)}\n`).join('');
      const files = { 'a.jsonl': write(order.slice(0, cut)), 'b.jsonl': write(order.slice(cut)) };
      const runs = await readRuns(files);
      const found = runs.map((run) => [run.id, run.input, ...formatCalls(run)]);
      expect(found).toEqual([
        ['t1', 'Go', 'get ok', 'put error'],
        ['t2', 'Go'],
      ]);
    }),
    { numRuns: 25 },
  );
});

test('a span that was sent when it began and when it ended counts once', async () => {
  const { end_time: _, ...begun } = span('t1', 'b', 'tool', 'get', 2, { input: { a: 1 } });
  const runs = await readLines([begun, ...rows.slice(1, 3)]);
  expect(runs.map(formatCalls)).toEqual([['get ok', 'put missing']]);
});

test('spans and runs of other stores are not ours', () => {
  expect(
    opikFormat.sniff({ id: 'a', trace_id: 't', type: 'llm', span_id: 'x', start_time: 1 }),
  ).toBe('none');
  expect(opikFormat.sniff({ id: 'a', trace_id: 't', run_type: 'llm', start_time: 1 })).toBe('none');
  expect(opikFormat.sniff({ id: 'a', start_time: 1 })).toBe('none');
});
