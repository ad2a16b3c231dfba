import type { Json } from '#core';
import { expect, test } from 'vitest';
import { readDocument, formatCalls } from '../../fixtures/reader-case.ts';
import { tauBenchFormat } from './index.ts';

/** What is read of a trajectory that an agent without tools wrote. */
async function read(...contents: readonly string[]): ReturnType<typeof readDocument> {
  const traj = contents.map((content, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content,
  }));
  return await readDocument([{ task_id: 3, trial: 0, reward: 1, info: {}, traj }] as Json);
}

test.each<[string, string, string[], string]>([
  ['a call', 'Thought: x\nAction:\n{"name":"get","arguments":{"a":1}}\n', ['get'], 'Welcome.'],
  ['words for the user', 'Action: {"name":"respond","arguments":{"content":"Hi"}}', [], 'Hi'],
  ['words that are not there', 'Action: {"name":"respond"}', [], 'Action: {"name":"respond"}'],
  ['no JSON', 'Action: think', [], 'Action: think'],
  ['a list', 'Action: []', [], 'Action: []'],
  ['no name', 'Action: {"arguments":{}}', [], 'Action: {"arguments":{}}'],
  ['nothing', 'Hi', [], 'Hi'],
])('behind the last action stands %s', async (_, content, calls, output) => {
  const [run] = await (calls.length === 0
    ? read('Go', content)
    : read('Go', content, 'API output: 8', 'Welcome.'));
  expect(run).toMatchObject({ case: '3', run: 1, input: 'Go', output });
  expect(run === undefined ? [] : formatCalls(run)).toEqual(calls);
});

test('what the API returned is not a word of the user, who may speak of it', async () => {
  const get = 'Action: {"name":"get","arguments":{}}';
  expect((await read('Go', get, 'API output: 8', 'Bye.'))[0]?.said).toMatchObject([
    { role: 'user', text: 'Go' },
    { role: 'tool', text: '8' },
  ]);
  expect((await read('Go', get, 'The API output: 8', 'Bye.'))[0]?.said?.at(-1)).toMatchObject({
    role: 'user',
  });
});

test('a task that the agent never took up is errored', async () => {
  expect(await read('Go')).toMatchObject([{ error: 'the agent never answered' }]);
});

test('a result is known by its task and trajectory', () => {
  expect(tauBenchFormat.sniff({ task_id: 1, traj: [] })).toBe('run');
  expect(tauBenchFormat.sniff({ traj: [] })).toBe('none');
  expect(tauBenchFormat.sniff({ task_id: 1 })).toBe('none');
});
