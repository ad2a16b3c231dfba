import type { JsonObject } from '#core';
import { expect, test } from 'vitest';
import { readDocument, formatCalls } from '../../fixtures/reader-case.ts';
import { atifFormat } from './index.ts';

function trajectory(steps: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return { schema_version: 'ATIF-v1.7', agent: { name: 'helper' }, steps, ...more };
}

function call(id: string, name: string, extra: JsonObject = {}): JsonObject {
  return { tool_call_id: id, function_name: name, arguments: {}, extra };
}

const question: JsonObject = { source: 'user', message: 'Go' };

test('the totals of a trajectory are surer than the sum of its steps', async () => {
  const metrics = { prompt_tokens: 5, completion_tokens: 3, cost_usd: 0.5 };
  const steps = [
    { source: 'agent', message: 'Earlier.', metrics, is_copied_context: true },
    { source: 'agent', message: 'Done.', metrics },
  ];
  const total = { total_prompt_tokens: 50, total_completion_tokens: 30, total_cost_usd: 2 };
  expect(await readDocument(trajectory(steps, { final_metrics: total }))).toMatchObject([
    { usage: { inputTokens: 50, outputTokens: 30, cost: 2 } },
  ]);
  expect(await readDocument(trajectory(steps, { final_metrics: {} }))).toMatchObject([
    { usage: { inputTokens: 5, outputTokens: 3, cost: 0.5 } },
  ]);
});

test.each(['server', 'server_name', 'mcp_server'])('a server is looked for in %s', async (key) => {
  const step = { source: 'agent', message: '', tool_calls: [call('c1', 'get', { [key]: 's' })] };
  const [run] = await readDocument(trajectory([question, step]));
  expect(run === undefined ? [] : formatCalls(run)).toEqual(['s.get']);
});

test.each<[JsonObject, string]>([
  [{ is_error: true }, 'get error'],
  [{ error: 'x' }, 'get error'],
  [{ is_error: false }, 'get ok'],
  [{ other: 1 }, 'get'],
])('an outcome is looked for in the extras %j', async (extra, expected) => {
  // A result without the name of its call belongs to the only call.
  const observation = { results: [{ content: '8', extra }] };
  const step = { source: 'agent', message: '', tool_calls: [call('c1', 'get')], observation };
  const [run] = await readDocument(
    trajectory([question, step, { source: 'agent', message: 'Done.' }]),
  );
  expect(run === undefined ? [] : formatCalls(run)).toEqual([expected]);
  expect(run?.said).toMatchObject([{ text: 'Go' }, { role: 'tool', text: '8' }]);
});

test('where there are several calls, a result that names none is of none', async () => {
  const tool_calls = [call('c1', 'get'), call('c2', 'put')];
  const observation = { results: [{ content: 'x', extra: { is_error: true } }] };
  const [run] = await readDocument(
    trajectory([question, { source: 'agent', message: '', tool_calls, observation }]),
  );
  expect(run === undefined ? [] : formatCalls(run)).toEqual(['get', 'put']);
});

test('calls of the user are his, and words to a sub-agent are not a question of the user', async () => {
  const sub = (id: JsonObject, name: string): JsonObject => ({
    ...trajectory([
      { source: 'user', message: 'Dig' },
      { source: 'agent', message: 'Dug.', tool_calls: [call(name, name)] },
    ]),
    ...id,
    agent: { name: 'digger' },
  });
  const refers = { results: [{ content: '', subagent_trajectory_ref: [{ session_id: 's2' }] }] };
  const [run] = await readDocument(
    trajectory(
      [
        { source: 'agent', message: '', tool_calls: [call('c1', 'ask')], observation: refers },
        { source: 'user', message: 'Go', tool_calls: [call('c2', 'toggle')] },
        { source: 'agent', message: 'Done.' },
      ],
      { subagent_trajectories: [sub({}, 'a'), sub({}, 'b'), sub({ session_id: 's2' }, 'c')] },
    ),
  );
  expect(run).toMatchObject({ input: 'Go', output: 'Done.' });
  expect(run === undefined ? [] : formatCalls(run)).toEqual([
    'ask',
    'digger:c missing',
    'user:toggle missing',
    'digger:a missing',
    'digger:b missing',
  ]);
});

test('any version is known, and nothing else', () => {
  expect(atifFormat.sniff({ schema_version: 'ATIF-v1.8' })).toBe('run');
  expect(atifFormat.sniff({ schema_version: 'not ATIF-v1.8' })).toBe('none');
  expect(atifFormat.sniff({ schema_version: 2 })).toBe('none');
  expect(atifFormat.sniff(null)).toBe('none');
});
