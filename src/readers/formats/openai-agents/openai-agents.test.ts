import { toNativeTrace } from '#core';
import { expect, test } from 'vitest';
import { readContents } from '../../fixtures/reader-case.ts';
import { lines, span } from './fixtures/spans.ts';

async function read(...files: object[][]): Promise<{ tool_calls: object[]; error?: string }[]> {
  const contents = files.map((records, i) => ({ file: `${i}.jsonl`, content: lines(records) }));
  const results = await readContents(contents, null);
  return results.map((result) => {
    if (result.kind !== 'trace') throw new Error(result.issue.message);
    return toNativeTrace(result.trace) as { tool_calls: object[] };
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
  const [unmatched] = await read([agent, generation(ask('c1', '{"n":1}')), dig('f1', '{"n":9}')]);
  expect(unmatched!.tool_calls).toHaveLength(2);
});

test('two equal calls are two, though they are recorded twice each', async () => {
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

const named = ({ tool_calls: calls }: { tool_calls: object[] }): unknown[] =>
  (calls as { name: string }[]).map(({ name }) => name);

test('a response span may have the items of its answer, and records tokens under either name', async () => {
  const items = [
    { type: 'function_call', call_id: 'c1', name: 'dig', arguments: '{"n":1}' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Dug.' }] },
  ];
  const runs = await read([
    agent,
    span('t1', 'g1', 'a1', [1, 2], {
      type: 'response',
      response_id: 'r',
      input: 'Dig here',
      response: { output: items },
      usage: { input_tokens: 3, output_tokens: 1 },
    }),
    dig('f1', '{"n":1}'),
    span('t1', 'g2', 'a1', [4, 5], {
      type: 'generation',
      usage: { prompt_tokens: 4, completion_tokens: 2 },
    }),
  ]);
  expect(runs).toMatchObject([
    {
      input: 'Dig here',
      tool_calls: [{ id: 'c1', arguments: { n: 1 }, status: 'ok', turn: 1 }],
      output: 'Dug.',
      usage: { input_tokens: 7, output_tokens: 3 },
    },
  ]);
});

test('the words of a sub-agent are not the output of the run', async () => {
  const say = (id: string, parent: string, text: string): object =>
    span('t1', id, parent, id === 'g1' ? [2, 3] : [4, 5], {
      type: 'generation',
      output: [{ role: 'assistant', content: text }],
    });
  const clerk = span('t1', 'a2', 'a1', [3, 6], { type: 'agent', name: 'clerk' });
  expect(
    await read([agent, say('g1', 'a1', 'Done.'), clerk, say('g2', 'a2', 'Filed.')]),
  ).toMatchObject([{ agent: 'x', output: 'Done.' }]);
});

test('spans of one millisecond are in the order of their microseconds, and then of their ids', async () => {
  const at = (id: string, name: string, started_at: string): object => ({
    ...span('t1', id, 'a1', [2, 3], { type: 'function', name, input: '{}' }),
    started_at,
  });
  const spans = [
    at('f9', 'b', '2026-01-01T00:00:02.000200+00:00'),
    at('f8', 'd', '2026-01-01T00:00:02.000300+00:00'),
    at('f7', 'c', '2026-01-01T00:00:02.000300+00:00'),
    at('f6', 'a', '2026-01-01T00:00:02.000100+00:00'),
  ];
  const [run] = await read([agent, ...spans]);
  expect(named(run!)).toEqual(['a', 'b', 'c', 'd']);
});

test('the server of a tool may be recorded as an object or as text; hidden arguments are taken from where they are recorded', async () => {
  const served = (id: string, mcp_data: unknown): object =>
    span('t1', id, 'a1', [2, 3], { type: 'function', name: 'dig', input: '{"n":1}', mcp_data });
  expect(await read([agent, served('f1', { server: 'mine' }), served('f2', 'mine')])).toMatchObject(
    [{ tool_calls: [{ server: 'mine' }, { server: 'mine' }] }],
  );
  expect(await read([agent, generation(ask('c1', null)), served('f1', null)])).toMatchObject([
    { tool_calls: [{ id: 'c1', arguments: { n: 1 }, status: 'ok' }] },
  ]);
});

test('an agent that failed or never ended fails the run, as the last model does; spans of other kinds say nothing', async () => {
  const failed = { message: 'Max turns', data: { error: 'exceeded' } };
  const custom = span('t1', 'x1', 'a1', [1, 2], { type: 'custom', name: 'turn', data: {} });
  const errorOf = async (...spans: object[]): Promise<string | undefined> =>
    (await read(spans))[0]!.error;
  expect(await errorOf({ ...agent, error: failed }, custom)).toBe('Max turns: exceeded');
  expect(await errorOf({ ...agent, ended_at: null })).toBe('agent "x" has no end in the trace');
  expect(await errorOf(agent, { ...generation(), error: failed })).toBe('Max turns: exceeded');
  expect(await errorOf(agent, { ...dig('f1', '{}'), error: failed })).toBeUndefined();
  expect(
    (await read([agent, { ...dig('f1', '{}'), ended_at: null }, dig('f2', '{}')]))[0]!.tool_calls,
  ).toMatchObject([{ status: 'missing' }, { status: 'ok' }]);
});

test('a handoff or a model alone is a run', async () => {
  const handoff = span('t1', 'h1', null, [1, 2], {
    type: 'handoff',
    from_agent: 'x',
    to_agent: 'The Clerk',
  });
  expect(await read([handoff])).toMatchObject([
    { tool_calls: [{ name: 'transfer_to_the_clerk' }] },
  ]);
  expect(await read([generation(ask('c1', '{}'))])).toMatchObject([{ tool_calls: [{ id: 'c1' }] }]);
});
