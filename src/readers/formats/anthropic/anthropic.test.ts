import { toNativeTrace } from '#core';
import { expect, test } from 'vitest';
import { readContent } from '../../fixtures/reader-case.ts';

async function read(file: string, ...records: object[]): Promise<unknown[]> {
  const content = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const results = await readContent(file, content, null);
  return results.map((result) =>
    result.kind === 'trace' ? toNativeTrace(result.trace) : result.issue,
  );
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
  stop_reason:
    'content' in message && typeof message.content === 'string' ? 'end_turn' : 'tool_use',
  usage: { input_tokens: 1, output_tokens: 1 },
  ...message,
});

test('a request that fails in the middle of a run fails that run, and records no call twice', async () => {
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

test('a list of messages on a line is a run', async () => {
  const content = [
    [user, use('t1'), result('t1')],
    [user, use('t2')],
  ];
  const results = await readContent(
    'x.jsonl',
    content.map((line) => JSON.stringify(line)).join('\n'),
    null,
  );
  expect(results).toMatchObject([
    { trace: { input: 'Fetch it', calls: [{ id: 't1', status: 'ok' }] } },
    { trace: { calls: [{ id: 't2' }] } },
  ]);
});

test('the tools of a request are offered, unless an MCP server has some that it does not list', async () => {
  const tools = [{ name: 'fetch', input_schema: { type: 'object' }, defer_loading: true }];
  const send = async (more: object, message: object): Promise<unknown> =>
    (
      await read('x.jsonl', {
        request: { messages: [user], tools, ...more },
        response: response(message),
      })
    )[0];
  expect(await send({}, use('t'))).toMatchObject({
    tools: [{ name: 'fetch', input_schema: { type: 'object' } }],
  });
  const servers = [{ type: 'url', name: 'my.server' }];
  const toolset = { type: 'mcp_toolset', mcp_server_name: 'my.server' };
  const request = {
    type: 'mcp_tool_use',
    id: 'm',
    name: 'a__b',
    server_name: 'my.server',
    input: {},
  };
  for (const [more, message] of [
    [{ mcp_servers: servers }, use('t')],
    [{ tools: [...tools, toolset] }, use('t')],
    [{}, { role: 'assistant', content: [request] }],
  ] as const)
    expect(await send(more, message)).not.toHaveProperty('tools');
  expect(await send({}, { role: 'assistant', content: [request] })).toMatchObject({
    tool_calls: [{ name: 'a__b', server: 'my.server', id: 'm' }],
  });
});

test('a request of plain words is known by how it writes its tools', async () => {
  const tools = [{ name: 'fetch', input_schema: { type: 'object' } }];
  const plain = { role: 'assistant', content: 'No need.' };
  const content = JSON.stringify({
    messages: [user, plain],
    tools,
    usage: { input_tokens: 1, cache_read_input_tokens: 2 },
  });
  expect(await readContent('x.json', content, null)).toMatchObject([
    { trace: { output: 'No need.', offered: [{ name: 'fetch' }], usage: { inputTokens: 3 } } },
  ]);
});

test.each([
  [{ type: 'direct' }, undefined],
  [{}, undefined],
  [{ type: 'code_execution_20250825', tool_id: 's' }, 'program'],
])('a call whose caller is %j has the requester %j', async (caller, requester) => {
  const block = { type: 'tool_use', id: 't', name: 'fetch', input: {}, caller };
  const [run] = (await read('x.jsonl', response({ role: 'assistant', content: [block] }))) as {
    tool_calls: { requester?: string }[];
  }[];
  expect(run!.tool_calls.map((call) => call.requester)).toEqual([requester]);
});

test('what a provider ran itself fails by a flag or by the type of its content, and is fine otherwise', async () => {
  const ran = (id: string, name: string, type: string, more: object): object[] => [
    { type: name === 'ask' ? 'mcp_tool_use' : 'server_tool_use', id, name, input: {} },
    { type, tool_use_id: id, ...more },
  ];
  const content = [
    ...ran('1', 'web_search', 'web_search_tool_result', { content: [] }),
    ...ran('2', 'web_search', 'web_search_tool_result', {
      content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
    }),
    ...ran('3', 'code_execution', 'code_execution_tool_result', {
      content: { type: 'code_execution_result', return_code: 0 },
    }),
    ...ran('4', 'ask', 'mcp_tool_result', { is_error: true, content: [] }),
    ...ran('5', 'ask', 'mcp_tool_result', { is_error: false, content: [] }),
  ];
  const [run] = (await read('x.jsonl', response({ role: 'assistant', content }))) as {
    tool_calls: { status: string }[];
  }[];
  expect(run!.tool_calls.map(({ status }) => status)).toEqual(['ok', 'error', 'ok', 'error', 'ok']);
});

test.each(['max_tokens', 'model_context_window_exceeded'])(
  'an answer that stopped by %s is not whole',
  async (stop_reason) => {
    const answer = { ...response({ role: 'assistant', content: 'On' }), stop_reason };
    expect(await read('x.jsonl', answer)).toMatchObject([
      { error: `the answer was cut off (stop_reason ${stop_reason})` },
    ]);
  },
);
