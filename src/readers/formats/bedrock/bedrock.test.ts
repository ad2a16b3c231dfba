import type { Json } from '#core';
import { expect, test } from 'vitest';
import { formatCalls, readContent, readDocument, readLines } from '../../fixtures/reader-case.ts';
import { chooseFormat } from '../../choose-format.ts';
import { assistant, result, text, use, user } from './fixtures/index.ts';
import { bedrockFormat } from './index.ts';

const asked = user(text('Tidy up'));
const calls = assistant(text('Yes.'), use('t1', 'delete_all', { path: '/' }));

test.each<[string, Json]>([
  ['a request', { modelId: 'anthropic.claude', messages: [asked, calls] }],
  ['a response', { output: { message: calls }, stopReason: 'tool_use' }],
  ['a list of messages', [asked, calls]],
])('%s is recognised, and its call is read', async (_, record) => {
  const runs = await readDocument(record);
  expect(runs.map((run) => [run.error, ...formatCalls(run)])).toEqual([[null, 'delete_all']]);
});

test('a conversation of text alone is recognised by blocks without a type', async () => {
  const list = [asked, assistant(text('Done.'))];
  expect(bedrockFormat.sniff(list)).toBe('run');
  expect(bedrockFormat.sniff([{ role: 'user', content: [{ type: 'text', text: 'x' }] }])).toBe(
    'none',
  );
  expect(await readDocument(list)).toMatchObject([
    { input: 'Tidy up', output: 'Done.', error: null },
  ]);
});

test('read as Chat Completions it is not measured', async () => {
  const content = JSON.stringify({ messages: [asked, calls] });
  const [record] = await readContent('x.json', content, await chooseFormat('openai-chat'));
  expect(record).toMatchObject({
    trace: { fault: { code: 'READ_UNKNOWN_TYPE', types: ['toolUse'] } },
  });
});

test.each<[string, Json, string]>([
  ['a member that the SDK does not know', { $unknown: ['newUse', {}] }, 'READ_UNKNOWN_TYPE'],
  ['a call that is not an object', { toolUse: 'delete_all' }, 'READ_CALL_UNREADABLE'],
  ['a call without a name', { toolUse: { toolUseId: 't1' } }, 'READ_CALL_UNREADABLE'],
])('%s makes a run not measured', async (_, block, code) => {
  const [run] = await readDocument([asked, { role: 'assistant', content: [text('Yes.'), block] }]);
  expect(run?.fault?.code).toBe(code);
});

test('an answer that stopped for tools and has none was not recorded completely', async () => {
  const record = {
    request: { messages: [asked] },
    response: { output: { message: assistant(text('Yes.')) }, stopReason: 'tool_use' },
  };
  expect((await readLines([record]))[0]?.fault?.code).toBe('READ_ANSWER_MISSING');
});

test('a stream that breaks off with an exception, or has events of another kind, is not measured', async () => {
  const streamed = (...response: readonly Json[]): Json => ({
    request: { messages: [asked] },
    response: [...response],
  });
  const start = { messageStart: { role: 'assistant' } };
  const [failed] = await readLines([
    streamed(start, { throttlingException: { message: 'slow down' } }),
  ]);
  const [odd] = await readLines([
    streamed(start, { mysteryStart: {} }, { messageStop: { stopReason: 'end_turn' } }),
  ]);
  expect([failed?.error, odd?.fault?.types]).toEqual(['slow down', ['mysteryStart']]);
});

test('a system tool is offered, and its result lies in the answer', async () => {
  const [run] = await readDocument({
    messages: [
      asked,
      assistant(use('t1', 'nova_grounding', {}), result('t1', [text('found')]), text('Done.')),
    ],
    toolConfig: { tools: [{ systemTool: { name: 'nova_grounding' } }] },
  });
  expect([
    run?.offered?.map(({ name }) => name),
    run === undefined ? [] : formatCalls(run),
  ]).toEqual([['nova_grounding'], ['nova_grounding ok']]);
});

test('a kind that the SDK does not know is reported by its name, and read where it is known here', async () => {
  const unknown = (...pair: readonly Json[]): Json => [
    asked,
    { role: 'assistant', content: [{ $unknown: [...pair] }] },
  ];
  const [odd] = await readDocument({ messages: unknown('newUse', {}) });
  const [known] = await readDocument({
    messages: unknown('toolUse', { toolUseId: 't1', name: 'get', input: {} }),
  });
  expect([odd?.fault?.types, known?.calls.map(({ name }) => name)]).toEqual([['newUse'], ['get']]);
});
