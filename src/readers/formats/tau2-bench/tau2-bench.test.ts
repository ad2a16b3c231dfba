import type { Json, JsonObject } from '#core';
import { expect, test } from 'vitest';
import { readDocument, formatCalls } from '../../fixtures/reader-case.ts';
import { tau2BenchFormat } from './index.ts';

function simulation(messages: Json[], more: JsonObject = {}): JsonObject {
  return { task_id: 't1', trial: 0, termination_reason: 'user_stop', messages, ...more };
}

const question = { role: 'user', content: 'Go' };
const calls = (requestor: string, id: string, name: string): JsonObject => ({
  role: requestor,
  tool_calls: [{ id, name, arguments: {}, requestor }],
});
const gave = (id: string, error: boolean, requestor: string): JsonObject => ({
  role: 'tool',
  id,
  content: id,
  error,
  requestor,
});

test('results find the call that they name, and those of the user are not shown to the agent', async () => {
  const [run] = await readDocument(
    simulation([
      question,
      calls('assistant', 'a', 'get'),
      calls('user', 'u', 'toggle'),
      gave('u', false, 'user'),
      gave('a', true, 'assistant'),
      { role: 'assistant', content: 'Done.' },
    ]),
  );
  expect(run === undefined ? [] : formatCalls(run)).toEqual(['get error', 'user:toggle ok']);
  expect(run?.said).toMatchObject([{ text: 'Go' }, { role: 'tool', text: 'a' }]);
});

test.each<[string, JsonObject, string | null]>([
  ['the user', {}, null],
  ['the agent', { termination_reason: 'agent_stop' }, null],
  ['the limit', { termination_reason: 'max_steps' }, 'the simulation was ended by max_steps'],
])('a simulation that %s ended', async (_, more, error) => {
  const messages = [question, { role: 'assistant', content: 'Done.' }];
  expect(await readDocument(simulation(messages, more))).toMatchObject([{ error }]);
});

test('a simulation in which the agent never spoke is errored', async () => {
  expect(await readDocument(simulation([question]))).toMatchObject([
    { error: 'the agent never answered' },
  ]);
});

test('a file of results needs tasks, a simulation of its own a task and an end', () => {
  expect(tau2BenchFormat.sniff({ simulations: [], tasks: [] })).toBe('run');
  expect(tau2BenchFormat.sniff({ simulations: [] })).toBe('none');
  expect(tau2BenchFormat.sniff({ tasks: [] })).toBe('none');
  expect(tau2BenchFormat.sniff(simulation([]))).toBe('run');
  expect(tau2BenchFormat.sniff({ task_id: 1, messages: [] })).toBe('none');
  expect(tau2BenchFormat.sniff({ termination_reason: 'x', messages: [] })).toBe('none');
  expect(tau2BenchFormat.sniff({ task_id: 1, termination_reason: 'x' })).toBe('none');
});
