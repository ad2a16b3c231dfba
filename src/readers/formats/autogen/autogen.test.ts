import type { Json, JsonObject } from '#core';
import { expect, test } from 'vitest';
import { readDocument, readLines, formatCalls } from '../../fixtures/reader-case.ts';
import { autogenFormat } from './index.ts';

function message(id: string, type: string, source: string, content: Json): JsonObject {
  return { id, type, source, content };
}

const question = message('m1', 'TextMessage', 'user', 'Go');
const asks = message('m2', 'ToolCallRequestEvent', 'helper', [
  { id: 'c1', name: 'get', arguments: '{}' },
]);
const ran = message('m3', 'ToolCallExecutionEvent', 'helper', [
  { call_id: 'c1', name: 'get', content: '8', is_error: false },
]);
const done = message('m4', 'TextMessage', 'helper', 'Done.');

/** Without ids, as 0.4 wrote them. */
function older({ id: _id, ...rest }: JsonObject): JsonObject {
  return rest;
}

test.each<[string, JsonObject[]]>([
  [
    'all of them, known by their ids',
    [
      ...[question, asks, ran, done].map((entry) => ({ ...entry, metadata: {} })),
      { messages: [question, asks, ran, done], stop_reason: 'max' },
    ],
  ],
  [
    'all of them, which have no ids',
    [
      ...[question, asks, ran, done].map(older),
      { messages: [question, asks, ran, done].map(older), stop_reason: 'max' },
    ],
  ],
  [
    'the last one only in its response',
    [question, asks, ran, { chat_message: done, inner_messages: [asks, ran], stop_reason: 'max' }],
  ],
])('a stream that ends with its messages once more is one run: %s', async (_, lines) => {
  const runs = await readLines([...lines, ...lines]);
  expect(runs.map((run) => [run.output, run.metadata?.stop_reason, ...formatCalls(run)])).toEqual([
    ['Done.', 'max', 'get ok'],
    ['Done.', 'max', 'get ok'],
  ]);
});

test('results that were not streamed stay runs of their own', async () => {
  const unrelated = message('m9', 'TextMessage', 'helper', 'Other.');
  const runs = await readLines([question, done, { messages: [question, unrelated].map(older) }]);
  expect(runs.map(({ output }) => output)).toEqual(['Other.', 'Done.']);
});

test('a summary is the answer where nothing else is said, and each answer a turn', async () => {
  const summary = message('m4', 'ToolCallSummaryMessage', 'helper', '8');
  expect(await readDocument([question, asks, ran, summary])).toMatchObject([
    { output: '8', calls: [{ turn: 1 }] },
  ]);
  expect(await readDocument([question, done, asks])).toMatchObject([{ calls: [{ turn: 2 }] }]);
});

test('what came back for calls without ids is recognised by their names', async () => {
  const names = ['get', 'put'];
  const calls = names.map((name) => ({ id: '', name, arguments: '{}' }));
  const results = names
    .toReversed()
    .map((name) => ({ call_id: '', name, content: name, is_error: name === 'put' }));
  const [run] = await readDocument([
    question,
    message('m2', 'ToolCallRequestEvent', 'helper', calls),
    message('m3', 'ToolCallExecutionEvent', 'helper', results),
    done,
  ]);
  expect(run === undefined ? [] : formatCalls(run)).toEqual(['get ok', 'put error']);
  expect(run?.said).toMatchObject([{ text: 'Go' }, { text: 'put' }, { text: 'get' }]);
});

test('a task that is not text is the input, and only the first', async () => {
  const task = message('m1', 'StructuredMessage[Task]', 'user', { goal: 1 });
  const again = message('m5', 'StructuredMessage[Task]', 'user', { goal: 2 });
  expect(await readDocument([task, done, again])).toMatchObject([{ input: { goal: 1 } }]);
});

test('events of other logs are not ours', () => {
  expect(autogenFormat.sniff({ type: 'TextMessage', content: 'x' })).toBe('none');
  expect(autogenFormat.sniff({ type: 'message', source: 'x' })).toBe('none');
  expect(autogenFormat.sniff({ type: 'xTextMessage', source: 'x' })).toBe('none');
});
