import { toNativeTrace } from '#core';
import { expect, test } from 'vitest';
import { readContent } from '../fixtures/reader-case.ts';

async function read(file: string, ...records: object[]): Promise<unknown[]> {
  const content = records.map((one) => `${JSON.stringify(one)}\n`).join('');
  const found = await readContent(file, content, null);
  return found.map((one) => (one.kind === 'trace' ? toNativeTrace(one.trace) : one.issue));
}

const user = { role: 'user', content: 'Fetch it' };
const use = (id: string): object => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'fetch', input: { id } }],
});
const result = (id: string): object => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id }],
});
const response = (message: object): object => ({
  type: 'message',
  stop_reason: 'tool_use',
  usage: { input_tokens: 1, output_tokens: 1 },
  ...message,
});

test('a request that fails in the middle of a run fails that run, and tells no call twice', async () => {
  expect(
    await read(
      'x.jsonl',
      { request: { messages: [user] }, response: response(use('t1')) },
      {
        request: { messages: [user, use('t1'), result('t1')] },
        response: null,
        error: 'overloaded',
      },
    ),
  ).toEqual([
    {
      input: 'Fetch it',
      tool_calls: [{ name: 'fetch', arguments: { id: 't1' }, id: 't1', status: 'ok', turn: 1 }],
      usage: { input_tokens: 1, output_tokens: 1 },
      error: 'overloaded',
    },
  ]);
});

test('a request that failed and was sent again is one run that did not fail', async () => {
  const again = { messages: [user, use('t1'), result('t1')] };
  expect(
    await read(
      'x.jsonl',
      { request: { messages: [user] }, response: response(use('t1')) },
      { request: again, response: { error: { message: 'overloaded' } } },
      { request: again, response: response({ role: 'assistant', content: 'Here.' }) },
    ),
  ).toEqual([
    {
      input: 'Fetch it',
      tool_calls: [{ name: 'fetch', arguments: { id: 't1' }, id: 't1', status: 'ok', turn: 1 }],
      output: 'Here.',
      usage: { input_tokens: 2, output_tokens: 2 },
    },
  ]);
});

test('two runs that are logged in turns stay two', async () => {
  const second = { role: 'user', content: 'Fetch another' };
  const runs = await read(
    'x.jsonl',
    { request: { messages: [user] }, response: response(use('t1')) },
    { request: { messages: [second] }, response: response(use('t2')) },
    { request: { messages: [user, use('t1'), result('t1')] }, response: response(use('t3')) },
    { request: { messages: [second, use('t2'), result('t2')] }, response: response(use('t4')) },
  );
  expect(runs).toMatchObject([
    { input: 'Fetch it', tool_calls: [{ id: 't1' }, { id: 't3' }] },
    { input: 'Fetch another', tool_calls: [{ id: 't2' }, { id: 't4' }] },
  ]);
});

test('answers that stand alone are runs of their own', async () => {
  const runs = await read('x.jsonl', response(use('t1')), response(use('t2')));
  expect(runs).toMatchObject([{ tool_calls: [{ id: 't1' }] }, { tool_calls: [{ id: 't2' }] }]);
});

test('a block that is none makes the record unreadable, with its place', async () => {
  const broken = { role: 'assistant', content: [7] };
  expect(await read('x.jsonl', { messages: [user, use('t1'), broken] })).toMatchObject([
    { code: 'TRACE_SCHEMA', where: { line: 1, pointer: '/messages/2' } },
  ]);
});
