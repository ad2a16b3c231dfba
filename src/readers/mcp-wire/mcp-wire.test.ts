import type { Json, JsonObject } from '#core';
import { expect, test } from 'vitest';
import { readContent } from '../fixtures/reader-case.ts';
import type { TraceRecord } from '../reader.ts';
import { ask, call, DONE, jsonl, reply } from './fixtures/messages.ts';
import { mcpWireFormat } from './index.ts';

async function read(records: readonly Json[]): Promise<readonly TraceRecord[]> {
  return await readContent('wire.jsonl', jsonl(records), mcpWireFormat);
}

test.each(['msg', 'message', 'data', 'payload', 'raw', 'json', 'body', 'frame', 'rpc', 'request'])(
  'a message is found under %s, as a value and as text',
  async (key) => {
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
  },
);

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
      // The question that this answers was not logged.
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

test('a file without a single message is no empty run', async () => {
  expect(await read([{ level: 'info' }, { level: 'warn' }])).toMatchObject([
    { kind: 'error', issue: { code: 'TRACE_SCHEMA', where: { line: 1 } } },
  ]);
});

test('where there are no connections, each answer tells whose it is', async () => {
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
