// A status, an error flag or a result of a kind that its format does not have is an unknown status, never ok.
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#core';
import { readDocument, readLines } from './fixtures/reader-case.ts';

const UNREADABLE: readonly Json[] = [null, 'perhaps', 7, { type: 'mystery' }];

/** Runs of a single call, by the value of its status; `ok` is the format's value for a successful call. */
const FORMATS: readonly (readonly [string, ok: Json, (status: Json) => JsonObject])[] = [
  [
    'Anthropic is_error',
    false,
    (status) => ({
      messages: [
        { role: 'user', content: 'Go' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'get', input: {} }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x', is_error: status }],
        },
      ],
    }),
  ],
  [
    'LangChain status',
    'success',
    (status) => ({
      messages: [
        { type: 'human', content: 'Go' },
        { type: 'ai', content: '', tool_calls: [{ name: 'get', args: {}, id: 'a' }] },
        { type: 'tool', tool_call_id: 'a', content: 'x', status },
      ],
    }),
  ],
  [
    'OTLP status code',
    1,
    (code) => ({
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  traceId: 'a1',
                  spanId: 'b1',
                  name: 'execute_tool get',
                  startTimeUnixNano: '1790000000000000000',
                  endTimeUnixNano: '1790000001000000000',
                  attributes: [
                    { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
                    { key: 'gen_ai.tool.name', value: { stringValue: 'get' } },
                  ],
                  status: { code },
                },
              ],
            },
          ],
        },
      ],
    }),
  ],
];

describe.each(FORMATS)('%s', (_, ok, write) => {
  it('says how a call ended', async () => {
    expect(await statusIn(write(ok))).toEqual(['ok']);
  });

  it.each(UNREADABLE)('of %j says nothing', async (status) => {
    expect(await statusIn(write(status))).toEqual([null]);
  });
});

describe('the answer to an MCP request', () => {
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get', arguments: {} },
  };

  it.each<[JsonObject, string | null]>([
    [{ result: { content: [] } }, 'ok'],
    [{ result: {} }, 'ok'],
    [{ result: { content: [], isError: true } }, 'error'],
    [{ result: { content: [], isError: null } }, null],
    [{ result: { content: null } }, null],
    [{ result: { mystery: 1 } }, null],
    [{ result: null }, null],
  ])('%j makes the status %j', async (answer, status) => {
    const [run] = await readLines([call, { jsonrpc: '2.0', id: 1, ...answer }]);
    expect(run?.calls.map((entry) => entry.status)).toEqual([status]);
  });

  it('does not say what was called where the request cannot be read', async () => {
    const answer = { jsonrpc: '2.0', id: 1, result: { content: [] } };
    for (const lost of [
      { ...call, jsonrpc: null },
      { ...call, method: null },
    ]) {
      const [run] = await readLines([call, answer, lost]);
      expect(run?.fault?.code).toBe('READ_CALL_UNREADABLE');
    }
    // Some libraries write null for what an answer does not have.
    const [run] = await readLines([call, { ...answer, method: null }]);
    expect(run?.error).toBeNull();
  });
});

it('a log with something else in the place of the request has a part of the run', async () => {
  const message = { role: 'assistant', content: 'Done.' };
  const response = { choices: [{ message, finish_reason: 'stop' }] };
  const partial = async (request: Json): Promise<unknown> =>
    (await readDocument({ request, response }))[0]?.partial;
  expect(await partial({ messages: [{ role: 'user', content: 'Go' }] })).toBeUndefined();
  expect(await partial('Go')).toBeUndefined();
  expect(await partial(null)).toBe(true);
  expect(await partial({ mystery: 1 })).toBe(true);
});

async function statusIn(record: JsonObject): Promise<readonly unknown[]> {
  return (await readDocument(record)).flatMap(({ calls }) => calls.map(({ status }) => status));
}
