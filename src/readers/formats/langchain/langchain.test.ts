import type { Json, JsonObject } from '#core';
import { describe, expect, test } from 'vitest';
import { readContent, readDocument, readLines, formatCalls } from '../../fixtures/reader-case.ts';
import { langchainFormat } from './index.ts';
import { readLangchainMessage } from '../../dialects/langchain/message.ts';

function built(name: string, kwargs: JsonObject): JsonObject {
  return { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', name], kwargs };
}

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
    const legacy = { function_call: { name: 'get', arguments: '{"a":1}' } };
    expect(
      readLangchainMessage({ type: 'ai', data: { content: '', additional_kwargs: legacy } })?.calls,
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
  test('answers under another name are a sub-agent, and the last speaker answers the user', async () => {
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

  test('what is not a message makes the run one that is not measured', async () => {
    const content = JSON.stringify({
      messages: [
        { type: 'human', content: 'go' },
        { what: 'is this' },
        { type: 'ai', content: 'no' },
      ],
    });
    const [record] = await readContent('x.json', content, null);
    expect(record?.kind === 'trace' && record.trace.fault).toEqual({
      code: 'READ_UNKNOWN_TYPE',
      pointer: '/messages/1',
      types: ['what'],
    });
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
      'a tool call cannot be read: name is empty',
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

describe('each serialisation records the same', () => {
  const request = { name: 'get', args: { a: 1 }, id: 'c1', type: 'tool_call' };
  const provided = { id: 'c1', type: 'function', function: { name: 'get', arguments: '{"a":1}' } };
  const chosen = { id: 'c1', name: 'get', server: null, arguments: { a: 1 } };
  const block = { type: 'tool_use', id: 'c1', name: 'get', input: { a: 1 } };

  test.each<[string, Json, Json]>([
    ['constructor', built('AIMessage', { content: '', tool_calls: [request] }), chosen],
    ['constructor of a piece', built('AIMessageChunk', { tool_calls: [request] }), chosen],
    ['stored', { type: 'ai', data: { content: '', tool_calls: [request] } }, chosen],
    ['flat', { type: 'ai', content: '', tool_calls: [request] }, chosen],
    ['role in its own words', { role: 'ai', content: '', tool_calls: [request] }, chosen],
    ['role with own calls', { role: 'assistant', content: '', tool_calls: [request] }, chosen],
    [
      'role with own members',
      { role: 'assistant', content: '', additional_kwargs: { tool_calls: [provided] } },
      { ...chosen, arguments: '{"a":1}' },
    ],
    [
      'the provider form beside the own',
      {
        type: 'ai',
        content: [block],
        tool_calls: [request],
        additional_kwargs: { tool_calls: [provided] },
      },
      chosen,
    ],
    [
      'the provider form alone',
      { type: 'ai', content: '', tool_calls: [], additional_kwargs: { tool_calls: [provided] } },
      { ...chosen, arguments: '{"a":1}' },
    ],
    [
      'a call that could not be parsed',
      { type: 'ai', content: '', invalid_tool_calls: [{ name: 'get', args: '{', id: 'c1' }] },
      { ...chosen, arguments: '{' },
    ],
    [
      'a standard block',
      { type: 'ai', content: [{ type: 'tool_call', id: 'c1', name: 'get', args: { a: 1 } }] },
      chosen,
    ],
    [
      'a block of Responses, whose id is not that of the call',
      {
        type: 'ai',
        content: [
          { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'get', arguments: '{}' },
        ],
      },
      { ...chosen, arguments: '{}' },
    ],
    [
      'a call that the provider made of a server',
      {
        type: 'ai',
        content: [{ type: 'mcp_tool_use', id: 'c1', name: 'get', server_name: 's', input: {} }],
      },
      { ...chosen, server: 's', arguments: {} },
    ],
    [
      'the same with its outcome',
      {
        type: 'ai',
        content: [
          {
            type: 'mcp_call',
            id: 'c1',
            name: 'get',
            server_label: 's',
            arguments: '{}',
            error: 'x',
          },
        ],
      },
      { ...chosen, server: 's', arguments: '{}', status: 'error' },
    ],
    [
      'a call of a server that went well',
      { type: 'ai', content: [{ type: 'mcp_call', id: 'c1', name: 'get', args: {}, error: null }] },
      { ...chosen, arguments: {}, status: 'ok' },
    ],
    [
      'a standard block of what the provider ran',
      { type: 'ai', content: [{ type: 'server_tool_call', id: 'c1', name: 'get', args: {} }] },
      { ...chosen, arguments: {} },
    ],
    [
      'a standard block that could not be parsed',
      { type: 'ai', content: [{ type: 'invalid_tool_call', id: 'c1', name: 'get', args: '{' }] },
      { ...chosen, arguments: '{' },
    ],
    [
      'a tool with free input',
      { type: 'ai', tool_calls: [{ id: 'c1', custom: { name: 'get', input: 'x' } }], content: '' },
      { ...chosen, arguments: 'x' },
    ],
  ])('%s', (_, value, expected) => {
    expect(readLangchainMessage(value)?.calls).toEqual([expected]);
  });

  test.each<[string, Json, string]>([
    ['a pair', ['user', 'Hi'], 'user'],
    ['a pair with parts', ['human', [{ type: 'text', text: 'Hi' }]], 'user'],
    ['a role in its own words', { role: 'human', content: 'Hi' }, 'user'],
    ['of the developer', { type: 'developer', content: 'Hi' }, 'system'],
    ['of a function', { type: 'function', name: 'get', content: 'Hi' }, 'tool'],
  ])('a message as %s', (_, value, role) => {
    expect(readLangchainMessage(value)).toMatchObject({ role, text: 'Hi', calls: [] });
  });

  test.each<[string, JsonObject, string]>([
    ['ok', { content: [] }, 'ok'],
    ['error', { is_error: true }, 'error'],
    ['error', { status: 'error' }, 'error'],
    ['error', { content: { type: 'web_search_tool_result_error' } }, 'error'],
  ])('what the provider ran has come back: %s', (_, more, status) => {
    const ran = { type: 'web_search_tool_result', tool_use_id: 's1', ...more };
    expect(readLangchainMessage({ type: 'ai', content: [ran] })?.results).toMatchObject([
      { id: 's1', status },
    ]);
  });

  test('what the provider ran is recorded in a standard block, too', () => {
    const ran = { type: 'server_tool_result', tool_call_id: 's1', status: 'success', output: [8] };
    expect(readLangchainMessage({ type: 'ai', content: [ran] })?.results).toEqual([
      { id: 's1', name: null, status: 'ok', text: '[8]' },
    ]);
  });
});

describe('saved states', () => {
  const human = { type: 'human', content: 'Go', id: 'h1' };
  const call = {
    type: 'ai',
    content: '',
    id: 'a1',
    tool_calls: [{ name: 'get', args: {}, id: 'c1' }],
  };
  const done = { type: 'ai', content: 'Done.', id: 'a2' };
  const early = [human, call];
  const late = [human, call, done];
  const thread = { thread_id: 't1' };

  test.each<[string, Json[]]>([
    [
      'snapshots by their time, newest first',
      [
        {
          values: { messages: late },
          next: [],
          config: { configurable: thread },
          created_at: '2026-01-01T00:00:02Z',
        },
        {
          values: { messages: early },
          next: ['x'],
          config: { configurable: thread },
          created_at: '2026-01-01T00:00:01Z',
        },
      ],
    ],
    [
      'snapshots by their step',
      [
        {
          values: { messages: late },
          next: [],
          config: { configurable: thread },
          metadata: { step: 2 },
        },
        {
          values: { messages: early },
          next: [],
          config: { configurable: thread },
          metadata: { step: 1 },
        },
      ],
    ],
    [
      'checkpoints',
      [
        {
          checkpoint: { ts: '2026-01-01T00:00:02Z', channel_values: { messages: late } },
          config: { configurable: thread },
        },
        {
          checkpoint: { ts: '2026-01-01T00:00:01Z', channel_values: { messages: early } },
          config: { configurable: thread },
        },
      ],
    ],
    [
      'bare checkpoints',
      [
        {
          ts: '2026-01-01T00:00:02Z',
          channel_values: { messages: late },
          channel_versions: {},
          ...thread,
        },
        {
          ts: '2026-01-01T00:00:01Z',
          channel_values: { messages: early },
          channel_versions: {},
          ...thread,
        },
      ],
    ],
    ['states of a stream, longer each time', [{ messages: early }, { messages: late }]],
    ['a batch of one', [{ messages: [late] }]],
  ])('%s are one run, as it ended', async (_, lines) => {
    // Only states that name their thread may come in any order.
    for (const order of JSON.stringify(lines).includes('t1')
      ? [lines, lines.toReversed()]
      : [lines])
      expect((await readLines(order)).map((run) => [run.output, ...formatCalls(run)])).toEqual([
        ['Done.', 'get'],
      ]);
  });

  test('the part of a sub-agent comes behind the whole, in the order in which parts were saved', async () => {
    const part = (checkpoint_ns: string, second: number, name: string): JsonObject => ({
      values: { messages: [human, { ...call, tool_calls: [{ name, args: {}, id: name }] }] },
      next: [],
      config: { configurable: { ...thread, checkpoint_ns } },
      created_at: `2026-01-01T00:00:0${second}Z`,
    });
    const lines = [part('b:1', 2, 'dig'), part('a:1|c:2', 3, 'fly'), part('', 4, 'get')];
    for (const order of [lines, lines.toReversed()])
      expect((await readLines(order)).map(formatCalls)).toEqual([['get', 'b:dig', 'c:fly']]);
  });

  test('a task that failed fails the run', async () => {
    const [run] = await readDocument({
      values: { messages: early },
      next: ['tools'],
      config: { configurable: thread },
      tasks: [
        { id: 'x', name: 'agent' },
        { id: 'y', name: 'tools', error: 'ValueError()' },
      ],
    });
    expect(run).toMatchObject({ id: 't1', error: 'ValueError()' });
  });

  test('a state that LangGraph saved is known whatever dialect its messages are in', () => {
    const messages = [{ role: 'user', content: 'x' }];
    for (const record of [
      { values: { messages }, next: [] },
      { values: { messages }, thread_id: 't' },
      { values: { messages }, checkpoint: {} },
      { channel_values: { messages }, channel_versions: {} },
      { checkpoint: { channel_values: { messages } } },
    ])
      expect(langchainFormat.sniff(record)).toBe('run');
    for (const record of [{ values: { messages } }, { channel_values: { messages } }, { messages }])
      expect(langchainFormat.sniff(record)).toBe('none');
  });
});

test.each([
  ['finish_reason', 'length'],
  ['stop_reason', 'max_tokens'],
  ['stopReason', 'max_tokens'],
  ['finish_reason', 'MAX_TOKENS'],
])('an answer that ended with %s %s was cut off', async (key, reason) => {
  const [run] = await readDocument({
    messages: [
      { type: 'human', content: 'Go' },
      { type: 'ai', content: 'I', response_metadata: { [key]: reason } },
    ],
  });
  expect(run?.error).toBe(`the last answer was cut off (${reason})`);
});

test('pieces of one answer are joined: text, calls by their index, usage, and how it ended', async () => {
  const piece = (more: JsonObject): JsonObject => ({ type: 'AIMessageChunk', id: 'a1', ...more });
  const part = (index: number, more: JsonObject): JsonObject => ({
    type: 'tool_call_chunk',
    index,
    id: null,
    name: null,
    ...more,
  });
  const [run] = await readDocument([
    { type: 'human', content: 'Go' },
    piece({ content: 'Lo', name: 'lead' }),
    piece({ content: 'ok', tool_call_chunks: [part(1, { id: 'c1', name: 'get', args: '{"a"' })] }),
    piece({ content: '', tool_call_chunks: [part(2, { id: 'c2', name: 'put', args: '{}' })] }),
    piece({
      content: '',
      tool_call_chunks: [part(1, { args: ':1}' })],
      usage_metadata: { input_tokens: 3, output_tokens: 2 },
      response_metadata: { finish_reason: 'length' },
    }),
    piece({ content: '', response_metadata: {} }),
    { type: 'ai', id: 'a2', content: 'Done.', response_metadata: { model: 'm' } },
  ]);
  expect(run).toMatchObject({
    agent: 'lead',
    output: 'Done.',
    error: null,
    usage: { inputTokens: 3, outputTokens: 2 },
    metadata: { model: 'm' },
    calls: [
      { id: 'c1', name: 'get', arguments: { state: 'parsed', value: { a: 1 } }, turn: 1 },
      { id: 'c2', name: 'put', arguments: { state: 'parsed', value: {} }, turn: 1 },
    ],
  });
});

test('an answer that was made again, with another id, is a run of its own', async () => {
  const state = (id: string, tool: string): Json => ({
    messages: [
      { type: 'human', id: 'q', content: 'Where?' },
      { type: 'ai', id, content: '', tool_calls: [{ id: `c-${id}`, name: tool, args: {} }] },
    ],
  });
  const text = [state('a1', 'first'), state('a2', 'second'), state('a2', 'second')]
    .map((record) => JSON.stringify(record))
    .join('\n');
  const records = await readContent('run.jsonl', text, langchainFormat);
  expect(
    records.map((record) =>
      record.kind === 'trace' ? record.trace.calls.map(({ name }) => name) : record,
    ),
  ).toEqual([['first'], ['second']]);
});
