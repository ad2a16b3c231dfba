import { toNativeTrace } from '#core';
import { expect, test } from 'vitest';
import { readContents } from '../fixtures/reader-case.ts';
import { lines, span } from './fixtures/spans.ts';

async function read(...files: object[][]): Promise<{ tool_calls: object[]; error?: string }[]> {
  const contents = files.map((records, i) => ({ file: `${i}.jsonl`, content: lines(records) }));
  const found = await readContents(contents, null);
  return found.map((one) => {
    if (one.kind !== 'trace') throw new Error(one.issue.message);
    return toNativeTrace(one.trace) as { tool_calls: object[] };
  });
}

const agent = span('t1', 'a1', null, [0, 9], { type: 'agent', name: 'x' });
const dig = (id: string, input: string | null): object =>
  span('t1', id, 'a1', [2, 3], { type: 'function', name: 'dig', input });
const ask = (id: string, args: string | null): object => ({
  id,
  type: 'function',
  function: { name: 'dig', arguments: args },
});
const generation = (...calls: object[]): object =>
  span('t1', 'g1', 'a1', [1, 2], {
    type: 'generation',
    output: [{ role: 'assistant', tool_calls: calls }],
  });

test('the spans of a run may lie in several files', async () => {
  const runs = await read([dig('f1', '{}')], [agent]);
  expect(runs).toMatchObject([{ agent: 'x', tool_calls: [{ name: 'dig' }] }]);
});

test('calls are paired by what was passed, and by name alone where that is hidden', async () => {
  const [paired] = await read([
    agent,
    generation(ask('c1', '{"n":1}'), ask('c2', '{"n":2}')),
    dig('f1', '{"n":2}'),
  ]);
  expect(paired!.tool_calls).toMatchObject([
    { id: 'c1', status: 'missing' },
    { id: 'c2', status: 'ok' },
  ]);
  const [hidden] = await read([
    agent,
    generation(ask('c1', '{"n":1}'), ask('c2', '{"n":2}')),
    dig('f1', null),
  ]);
  expect(hidden!.tool_calls).toMatchObject([
    { id: 'c1', arguments: { n: 1 }, status: 'ok' },
    { id: 'c2', status: 'missing' },
  ]);
  const [other] = await read([agent, generation(ask('c1', '{"n":1}')), dig('f1', '{"n":9}')]);
  expect(other!.tool_calls).toHaveLength(2);
});

test('two equal calls are two, though they are told twice each', async () => {
  const [run] = await read([
    agent,
    generation(ask('c1', '{}'), ask('c2', '{}')),
    dig('f1', '{}'),
    dig('f2', '{}'),
  ]);
  expect(run!.tool_calls).toMatchObject([{ id: 'c1' }, { id: 'c2' }]);
});

test('spans that are their own parents, or a ring, are read', async () => {
  const runs = await read([
    span('t1', 'f1', 'f1', [1, 2], { type: 'function', name: 'a', input: '{}' }),
    span('t1', 'f2', 'f3', [2, 3], { type: 'function', name: 'b', input: '{}' }),
    span('t1', 'f3', 'f2', [3, 4], { type: 'function', name: 'c', input: '{}' }),
  ]);
  expect(runs).toMatchObject([{ tool_calls: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] }]);
});

test('long chains of spans and many calls of one tool are read in time that grows with their number', async () => {
  const chain = Array.from({ length: 20_000 }, (_, i) =>
    span('t1', `s${i}`, i === 0 ? 'a1' : `s${i - 1}`, [1, 2], {
      type: 'function',
      name: 'dig',
      input: '{}',
    }),
  );
  const calls = Array.from({ length: 20_000 }, (_, i) => ask(`c${i}`, '{}'));
  const [run] = await read([agent, generation(...calls), ...chain]);
  expect(run!.tool_calls).toHaveLength(20_000);
});
