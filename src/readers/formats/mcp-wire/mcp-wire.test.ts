import type { Json, JsonObject } from '#core';
import { expect, test } from 'vitest';
import { readContent, formatCalls } from '../../fixtures/reader-case.ts';
import type { TraceRecord } from '../../reader.ts';
import { ask, call, DONE, jsonl, reply, notify } from './fixtures/messages.ts';
import { mcpWireFormat } from './index.ts';

async function read(records: readonly Json[]): Promise<readonly TraceRecord[]> {
  return await readContent('wire.jsonl', jsonl(records), mcpWireFormat);
}

test.each(
  'msg message data payload raw json body frame line content text rpc request response'.split(' '),
)('a message is found under %s, as a value and as text', async (key) => {
  const wrap = (message: JsonObject): JsonObject => ({ [key]: message });
  const quote = (message: JsonObject): JsonObject => ({ [key]: JSON.stringify(message) });
  expect(
    await read([
      wrap(call(1, 'a', {})),
      quote(reply(1, DONE)),
      quote(call(2, 'b', {})),
      wrap(reply(2, DONE)),
    ]),
  ).toMatchObject([
    {
      trace: {
        calls: [
          { name: 'a', status: 'ok' },
          { name: 'b', status: 'ok' },
        ],
      },
    },
  ]);
});

test('a log that has one word for both directions is read as one that has none', async () => {
  const log = (msg: JsonObject): JsonObject => ({ source: 'proxy', msg });
  expect(await read([log(call(1, 'a', {})), log(reply(1, DONE))])).toMatchObject([
    { trace: { calls: [{ status: 'ok' }] } },
  ]);
});

test('an answer of the client does not answer the call that has the same number', async () => {
  expect(
    await read([
      { dir: '->', msg: call(1, 'a', {}) },
      { dir: '<-', msg: ask('x', 'ping', {}) },
      // The question of this answer was not logged.
      { dir: '->', msg: reply(1, DONE) },
      { dir: '->', msg: call(2, 'b', {}) },
      { dir: '<-', msg: reply(2, DONE) },
    ]),
  ).toMatchObject([
    {
      trace: {
        calls: [
          { name: 'a', status: 'missing' },
          { name: 'b', status: 'ok' },
        ],
      },
    },
  ]);
});

test('the number 1 and the text "1" are different ids', async () => {
  expect(
    await read([
      call(1, 'a', {}),
      call('1', 'b', {}),
      reply('1', { isError: true }),
      reply(1, DONE),
    ]),
  ).toMatchObject([
    {
      trace: {
        calls: [
          { name: 'a', status: 'ok' },
          { name: 'b', status: 'error' },
        ],
      },
    },
  ]);
});

test('a server that was called and never listed its tools leaves the offered tools unknown', async () => {
  const log = (server: string, msg: JsonObject): JsonObject => ({ server, msg });
  const listed = [
    log('a', ask(1, 'tools/list', {})),
    log('a', reply(1, { tools: [{ name: 'x' }] })),
  ];
  expect(await read([...listed, log('a', call(2, 'x', {}))])).toMatchObject([
    { trace: { offered: [{ server: 'a', name: 'x' }] } },
  ]);
  expect(await read([...listed, log('b', call(2, 'y', {}))])).toMatchObject([
    { trace: { offered: null } },
  ]);
});

test('a file without a single message is not an empty run', async () => {
  expect(await read([{ level: 'info' }, { level: 'warn' }])).toMatchObject([
    { kind: 'error', issue: { code: 'TRACE_SCHEMA', where: { line: 1 } } },
  ]);
});

test('where there are no connections, each answer says whose it is', async () => {
  const from = (name: string): JsonObject => ({
    ...DONE,
    _meta: { 'io.modelcontextprotocol/serverInfo': { name } },
  });
  expect(
    await read([
      call(1, 'get', { page: 1 }),
      reply(1, from('a')),
      call(2, 'get', { page: 2 }),
      reply(2, from('b')),
    ]),
  ).toMatchObject([{ trace: { calls: [{ server: 'a' }, { server: 'b' }] } }]);
});

test.each<[string, Json[], string[]]>([
  [
    'an answer that asks back, and the request that replies to it, are one call',
    [
      call(1, 'book', { day: 1 }),
      reply(1, { resultType: 'input_required', inputRequests: {} }),
      call(2, 'book', { day: 1 }, { inputResponses: {} }),
      reply(2, { ...DONE, resultType: 'complete' }),
    ],
    ['book ok'],
  ],
  [
    'the same by the state that the server wants back',
    [
      call(1, 'book', {}),
      reply(1, { resultType: 'input_required', requestState: 'x' }),
      call(2, 'book', {}, { requestState: 'x' }),
      reply(2, { ...DONE, isError: true }),
    ],
    ['book error'],
  ],
  [
    'two that ask back at once are two',
    [
      call(1, 'book', {}),
      reply(1, { resultType: 'input_required' }),
      call(2, 'book', {}),
      reply(2, { resultType: 'input_required' }),
      call(3, 'book', {}, { inputResponses: {} }),
      reply(3, DONE),
      call(4, 'book', {}, { inputResponses: {} }),
      reply(4, { isError: true }),
    ],
    ['book error', 'book ok'],
  ],
  [
    'replies belong to the call with their tool and arguments',
    [
      call(1, 'book', { day: 1 }),
      reply(1, { resultType: 'input_required' }),
      call(2, 'book', { day: 2 }),
      reply(2, { resultType: 'input_required' }),
      call(3, 'pay', { day: 1 }),
      reply(3, { resultType: 'input_required' }),
      call(4, 'book', { day: 1 }, { inputResponses: {} }),
      reply(4, { isError: true }),
    ],
    ['book error', 'book missing', 'pay missing'],
  ],
  [
    'a call without a reply is not finished',
    [
      call(1, 'book', {}),
      reply(1, { resultType: 'input_required' }),
      call(2, 'get', {}),
      reply(2, DONE),
    ],
    ['book missing', 'get ok'],
  ],
  [
    'the same call once more is a new choice',
    [call(1, 'get', {}), reply(1, DONE), call(2, 'get', {}), reply(2, DONE)],
    ['get ok', 'get ok'],
  ],
  [
    'a connection that begins anew counts its requests from the start',
    [
      call(1, 'get', {}),
      ask(0, 'initialize', {}),
      reply(0, { serverInfo: { name: 's' }, protocolVersion: '2025-06-18' }),
      call(1, 'get', {}),
      reply(1, DONE),
    ],
    ['get missing', 's.get ok'],
  ],
  [
    'a number that is used again is another call, and the same request recorded twice is one',
    [call(1, 'get', {}), call(1, 'put', {}), call(1, 'put', {}), reply(1, DONE)],
    ['get missing', 'put ok'],
  ],
  [
    'a task gives its result when it is asked for, or is cancelled',
    [
      call(1, 'dig', {}),
      reply(1, { task: { taskId: 't1', status: 'working' } }),
      call(2, 'fly', {}),
      reply(2, { resultType: 'task', taskId: 't2' }),
      ask(3, 'tasks/result', { taskId: 't1' }),
      reply(3, { ...DONE, isError: true }),
      ask(4, 'tasks/cancel', { taskId: 't2' }),
      reply(4, { taskId: 't2', status: 'cancelled' }),
      ask(5, 'tasks/result', { taskId: 't2' }),
      reply(5, DONE),
    ],
    ['dig error', 'fly missing'],
  ],
  [
    'a call that was taken back is not answered any more',
    [
      call(1, 'dig', {}),
      notify('notifications/cancelled', { requestId: 1 }),
      reply(1, DONE),
      call(2, 'fly', {}),
      reply(2, DONE),
    ],
    ['dig missing', 'fly ok'],
  ],
])('%s', async (_, records, expected) => {
  const [run] = await read(records);
  expect(run?.kind === 'trace' ? formatCalls(run.trace) : run).toEqual(expected);
});

test.each([
  ['server', ['server', 'server_name', 'serverName', 'mcp_server', 'mcpServer']],
  ['session', ['session', 'session_id', 'sessionId', 'run_id', 'runId']],
  ['time', ['ts', 'timestamp', 'time', 'at', '@timestamp']],
])('the %s is found under each name that loggers have for it', async (what, keys) => {
  for (const key of keys) {
    const value = what === 'time' ? '2026-01-01T00:00:00Z' : 'x';
    const [run] = await read([{ [key]: value, msg: call(1, 'get', {}) }]);
    const trace = run?.kind === 'trace' ? run.trace : null;
    const status =
      what === 'server'
        ? trace?.calls[0]?.server
        : what === 'session'
          ? trace?.id
          : trace?.startedAt;
    expect([key, status]).toEqual([key, what === 'time' ? '2026-01-01T00:00:00.000Z' : 'x']);
  }
});

test.each([
  'connection',
  'connection_id',
  'connectionId',
  'mcp-session-id',
  'mcp_session_id',
  'mcpSessionId',
])('what keeps connections apart is found under %s', async (key) => {
  const on = (value: Json, msg: JsonObject): JsonObject => ({ [key]: value, msg });
  const [run] = await read([
    on(1, call(1, 'get', {})),
    on({ name: 'two' }, call(1, 'put', {})),
    on(1, reply(1, DONE)),
    on({ name: 'two' }, reply(1, { isError: true })),
  ]);
  expect(run?.kind === 'trace' ? formatCalls(run.trace) : run).toEqual(['get ok', 'put error']);
});

test.each(['dir', 'direction', 'from', 'sender', 'source'])(
  'who speaks is found under %s',
  async (key) => {
    const [run] = await read([
      { [key]: 'client', msg: call(1, 'get', {}) },
      { [key]: 'server', msg: ask(1, 'x/other', {}) },
      // Looks like the answer to the call, but comes from its sender.
      { [key]: 'client', msg: reply(1, DONE) },
      { [key]: 'server', msg: reply(1, { isError: true }) },
    ]);
    expect(run?.kind === 'trace' ? formatCalls(run.trace) : run).toEqual(['get error']);
  },
);

test('a message of a chat that quotes the protocol is not a log of it', () => {
  const quoted = { content: JSON.stringify(call(1, 'get', {})) };
  expect(mcpWireFormat.sniff(quoted)).not.toBe('none');
  expect(mcpWireFormat.sniff({ role: 'user', ...quoted })).toBe('none');
});

test.each<[string, JsonObject, JsonObject]>([
  ['sampling/createMessage', { role: 'assistant' }, { content: [] }],
  ['sampling/createMessage', { role: 'assistant' }, { isError: true }],
  ['elicitation/create', { action: 'accept' }, { structuredContent: {} }],
  ['roots/list', { roots: [] }, { resultType: 'complete' }],
  ['initialize', { protocolVersion: '2025-06-18' }, { toolResult: 8 }],
  ['initialize', { serverInfo: { name: 's' } }, { content: [] }],
  ['tools/list', { tools: [] }, { content: [] }],
])(
  'without directions, answers to %s are distinguished from those to a call by what is in them',
  async (method, theirs, ours) => {
    const at = (second: number, msg: JsonObject): JsonObject => ({
      ts: `2026-01-01T00:00:0${second}Z`,
      msg,
    });
    const requests = [at(0, call(1, 'get', {})), at(0, ask(1, method, {}))];
    // A new connection would forget what is open.
    if (method === 'initialize') requests.reverse();
    const [run] = await read([...requests, at(1, reply(1, ours)), at(2, reply(1, theirs))]);
    const [swapped] = await read([...requests, at(2, reply(1, theirs)), at(3, reply(1, ours))]);
    expect([run, swapped]).toMatchObject([
      { trace: { calls: [{ durationMs: 1000 }] } },
      { trace: { calls: [{ durationMs: 3000 }] } },
    ]);
  },
);

test('a message whose text was cut short makes its session not measured', async () => {
  const log = (session: string, message: JsonObject): JsonObject => ({
    session,
    raw: JSON.stringify(message),
  });
  const cut = { session: 's1', raw: JSON.stringify(call(2, 'b', {})).slice(0, 30) };
  const records = await read([log('s1', call(1, 'a', {})), cut, log('s2', call(1, 'a', {}))]);
  expect(records).toMatchObject([
    { trace: { id: 's1', fault: { code: 'READ_CALL_UNREADABLE' } } },
    { trace: { id: 's2', error: null } },
  ]);
});
