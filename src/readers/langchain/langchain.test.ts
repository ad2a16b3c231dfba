import type { Json } from '#core';
import { describe, expect, test } from 'vitest';
import { readContent } from '../fixtures/reader-case.ts';
import { langchainFormat } from './index.ts';
import { readLangchainMessage } from './message.ts';

describe('messages', () => {
  test.each<[string, Json]>([
    ['a line of another log', { type: 'system', subtype: 'init', content: 'x' }],
    ['a message with a role', { role: 'user', content: 'x' }],
    ['a call of OpenAI', { role: 'assistant', tool_calls: [{ function: { name: 'get' } }] }],
    ['a tool result without a call', { type: 'tool', content: 'x' }],
    ['an object of another class', { lc: 1, type: 'constructor', id: ['x', 'Prompt'], kwargs: {} }],
    ['what could not be serialised', { lc: 1, type: 'not_implemented', id: ['AIMessage'] }],
    ['a pair of something else', ['left', 'right']],
    ['a list of messages', [{ type: 'human', content: 'x' }]],
  ])('%s is not one of LangChain', (_, value) => {
    expect(readLangchainMessage(value)).toBeNull();
  });

  test('a chat message has the role that it says', () => {
    expect(readLangchainMessage({ type: 'chat', role: 'assistant', content: 'x' })).toMatchObject({
      role: 'assistant',
      text: 'x',
    });
  });

  test('calls are found in the provider form where the own form is missing', () => {
    const given = { function_call: { name: 'get', arguments: '{"a":1}' } };
    expect(
      readLangchainMessage({ type: 'ai', data: { content: '', additional_kwargs: given } })?.calls,
    ).toEqual([{ id: null, name: 'get', server: null, arguments: '{"a":1}' }]);
    const chunk = { type: 'tool_call_chunk', id: 't', name: 'get', args: '{}', index: 0 };
    expect(
      readLangchainMessage({ type: 'AIMessageChunk', content: '', tool_call_chunks: [chunk] })
        ?.calls,
    ).toMatchObject([{ id: 't', name: 'get' }]);
    const block = { type: 'tool_use', id: 't', name: 'get', input: { a: 1 } };
    expect(readLangchainMessage({ type: 'ai', content: [block] })?.calls).toEqual([
      { id: 't', name: 'get', server: null, arguments: { a: 1 } },
    ]);
  });

  test('a message that takes another out of a state says nothing', () => {
    expect(readLangchainMessage({ type: 'remove', content: '', id: 'm1' })).toEqual({
      role: 'system',
      text: '',
      calls: [],
      results: [],
    });
  });
});

describe('histories', () => {
  test('answers under another name are a sub-agent, and whoever speaks last answers the user', async () => {
    const content = JSON.stringify({
      messages: [
        { type: 'human', content: 'go' },
        { type: 'ai', name: 'lead', content: 'I ask Bo.' },
        {
          type: 'ai',
          name: 'bo',
          content: 'done',
          tool_calls: [{ name: 'dig', args: {}, id: '1' }],
        },
      ],
    });
    const [record] = await readContent('x.json', content, null);
    expect(record).toMatchObject({
      trace: { agent: 'lead', output: 'done', calls: [{ name: 'dig', requester: 'bo' }] },
    });
  });

  test('what is no message is left out, and said', async () => {
    const content = JSON.stringify({
      messages: [
        { type: 'human', content: 'go' },
        { what: 'is this' },
        { type: 'ai', content: 'no' },
      ],
    });
    const [record] = await readContent('x.json', content, null);
    expect(record?.kind === 'trace' && record.trace.issues).toMatchObject([
      { code: 'TRACE_SCHEMA', where: { file: 'x.json', pointer: '/messages/1' } },
    ]);
  });

  test('a call without a name makes the run an errored one', async () => {
    const content = JSON.stringify({
      messages: [
        { type: 'human', content: 'go' },
        { type: 'ai', content: 'no', invalid_tool_calls: [{ name: null, args: '{', id: '1' }] },
      ],
    });
    const [record] = await readContent('x.json', content, null);
    expect(record?.kind === 'trace' && record.trace.error).toBe(
      'the record has a tool call without a name',
    );
  });

  test('a record without messages is an error in its place', async () => {
    const records = await readContent(
      'x.jsonl',
      '{"messages":[["human","a"],["ai","b"]]}\n{"a":1}\n',
      langchainFormat,
    );
    expect(records).toMatchObject([
      { kind: 'error', issue: { code: 'TRACE_SCHEMA', where: { line: 2 } } },
      { kind: 'trace', trace: { input: 'a', output: 'b' } },
    ]);
  });

  test('runs of one file that share nothing stay apart', async () => {
    const run = (id: string): string =>
      `${JSON.stringify({ messages: [{ type: 'human', content: 'a', id }, ['ai', 'b']] })}\n`;
    expect(await readContent('x.jsonl', run('1') + run('2') + run('1'), null)).toHaveLength(3);
  });
});
