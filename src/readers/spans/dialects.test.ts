import { type JsonObject, toNativeTrace } from '#core';
import { expect, it } from 'vitest';
import { readContent } from '../fixtures/reader-case.ts';
import { otlpLine } from './fixtures/spans.ts';

async function read(...records: readonly object[]): Promise<JsonObject[]> {
  const content = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const results = await readContent('x.jsonl', content, null);
  return results.map((result) =>
    result.kind === 'trace'
      ? (toNativeTrace(result.trace) as unknown as JsonObject)
      : expect.fail(result.issue.message),
  );
}

const TOOL = { 'gen_ai.operation.name': 'execute_tool' };
const OF = { 'openinference.span.kind': 'TOOL' };
const MCP = { 'mcp.method.name': 'tools/call' };

it.each<[string, string, JsonObject, object]>([
  ['a bare execution is named by its span', 'execute_tool go', TOOL, { name: 'go' }],
  ['so is a bare MCP span', 'tools/call go', MCP, { name: 'go' }],
  [
    'Pydantic AI has its own word for arguments',
    'running tool: go',
    { 'gen_ai.tool.name': 'go', 'gen_ai.tool.call.id': 'c', tool_arguments: '{"a":1}' },
    { name: 'go', id: 'c', arguments: { a: 1 } },
  ],
  [
    'Google ADK has, too',
    'execute_tool go',
    { ...TOOL, 'gen_ai.tool.name': 'go', 'gcp.vertex.agent.tool_call_args': '{"a":1}' },
    { name: 'go', arguments: { a: 1 } },
  ],
  ['Koog tells no operation', 'tool.go', { 'gen_ai.tool.name': 'go' }, { name: 'go' }],
  [
    'the Claude Agent SDK wraps what it passed, and names the tool by the span alone',
    'mcp__sea__go',
    { ...TOOL, 'langsmith.span.kind': 'tool', 'gen_ai.prompt': '{"input":{"a":1}}' },
    { name: 'go', server: 'sea', arguments: { a: 1 }, raw_name: 'mcp__sea__go' },
  ],
  [
    'a code of JSON-RPC is a failure',
    'tools/call go',
    { ...MCP, 'error.type': '-32602' },
    { name: 'go', status: 'error' },
  ],
  [
    'so is one under its older name',
    'tools/call go',
    { ...MCP, 'rpc.jsonrpc.error_code': -32602 },
    { name: 'go', status: 'error' },
  ],
  [
    'an empty type of error is none',
    'execute_tool go',
    { ...TOOL, 'error.type': '' },
    { name: 'go' },
  ],
  [
    'arguments that are JSON in JSON are read',
    'execute_tool go',
    { ...TOOL, 'gen_ai.tool.call.arguments': '"{\\"a\\":1}"' },
    { name: 'go', arguments: { a: 1 } },
  ],
  [
    'OpenInference gives a tool its call and its input',
    'x',
    {
      ...OF,
      'tool.name': 'go',
      'tool.id': 'c',
      'input.value': '{"a":1}',
      'tool.parameters': '{"b":2}',
    },
    { name: 'go', id: 'c', arguments: { a: 1 } },
  ],
  [
    'its parameters are arguments where a tool has no input',
    'x',
    { ...OF, 'tool.name': 'go', 'tool.parameters': '{"b":2}' },
    { name: 'go', arguments: { b: 2 } },
  ],
  [
    'and the definition that they are meant to be is none',
    'x',
    { ...OF, 'tool.name': 'go', 'tool.parameters': '{"type":"object","properties":{"b":{}}}' },
    { name: 'go' },
  ],
])('%s', async (_, name, attributes, call) => {
  const [run] = await read({ name, attributes });
  expect(run!.tool_calls).toEqual([call]);
});

const answer = (...parts: readonly object[]): JsonObject => ({
  'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
});
const GO = { type: 'tool_call', id: 'c', name: 'go', arguments: { a: 1 } };

it.each(['chat', 'text_completion', 'generate_content'])(
  'the operation %s is a model, whose answers choose',
  async (operation) => {
    const attributes = { 'gen_ai.operation.name': operation, ...answer(GO) };
    expect(await read({ name: 'x', attributes })).toMatchObject([
      { tool_calls: [{ id: 'c', turn: 1 }] },
    ]);
  },
);

it.each<[JsonObject, object]>([
  [
    { prompt_tokens: 5, completion_tokens: 2 },
    { input_tokens: 5, output_tokens: 2 },
  ],
  [{ input_tokens: 5, 'cache_read.input_tokens': 4 }, { input_tokens: 5 }],
  [{ input_tokens: 5, 'cache_read.input_tokens': 9 }, { input_tokens: 14 }],
  [{ input_tokens: 5, cache_read_input_tokens: 9 }, { input_tokens: 14 }],
  [{ input_tokens: 5, 'cache_write.input_tokens': 9 }, { input_tokens: 14 }],
  [{ input_tokens: 5, 'cache_creation.input_tokens': 9 }, { input_tokens: 14 }],
  [{ input_tokens: 5, cache_creation_input_tokens: 9 }, { input_tokens: 14 }],
  // What a model thought is part of what it put out.
  [{ output_tokens: 7, 'reasoning.output_tokens': 3 }, { output_tokens: 7 }],
])('of the tokens %j the run took %j', async (tokens, usage) => {
  const counts = Object.entries(tokens).map(([key, value]) => [`gen_ai.usage.${key}`, value]);
  const attributes = { 'gen_ai.operation.name': 'chat', ...Object.fromEntries(counts) };
  expect(await read({ name: 'chat', attributes })).toMatchObject([{ usage }]);
});

it('totals of an agent are not added to those of the models in its steps', async () => {
  const tokens = { 'gen_ai.usage.input_tokens': 5 };
  const line = otlpLine(
    null,
    {
      id: 'a',
      name: 'invoke_agent x',
      to: 9,
      attributes: { 'gen_ai.operation.name': 'invoke_agent', ...tokens },
    },
    { id: 'b', parent: 'a', name: 'step', attributes: { step: 1 } },
    {
      id: 'c',
      parent: 'b',
      name: 'chat',
      attributes: { 'gen_ai.operation.name': 'chat', ...tokens },
    },
  );
  expect(await read(line)).toMatchObject([{ usage: { input_tokens: 5 } }]);
});

it.each(['response', 'result'])('a part that came back may call it %s', async (key) => {
  const messages = [{ role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', [key]: 'x' }] }];
  const line = otlpLine(
    null,
    {
      id: 'a',
      name: 'chat',
      attributes: { 'gen_ai.operation.name': 'chat', ...answer(GO, { ...GO, id: 'd' }) },
    },
    {
      id: 'b',
      name: 'chat',
      from: 2,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.input.messages': JSON.stringify(messages),
      },
    },
  );
  const [run] = await read(line);
  // The other call is `missing`, which says that this call is not.
  expect((run!.tool_calls as JsonObject[]).map(({ id, status }) => [id, status])).toEqual([
    ['c', undefined],
    ['d', 'missing'],
  ]);
});

it.each<[JsonObject, unknown]>([
  [{ stringValue: 'x' }, 'x'],
  [{ boolValue: false }, false],
  [{ intValue: '7' }, 7],
  [{ intValue: 7 }, 7],
  [{ intValue: '9007199254740993' }, '9007199254740993'],
  [{ doubleValue: 0.5 }, 0.5],
  [{ bytesValue: 'AA==' }, 'AA=='],
  [{ arrayValue: { values: [{ intValue: '1' }, { stringValue: 'y' }] } }, [1, 'y']],
  [{ kvlistValue: { values: [{ key: 'k', value: { boolValue: true } }] } }, { k: true }],
  [{}, null],
])('the typed value %j is %j', async (value, expected) => {
  const wrapped = { kvlistValue: { values: [{ key: 'v', value }] } };
  const [run] = await read(
    otlpLine(null, {
      id: 'a',
      name: 'execute_tool go',
      attributes: { ...TOOL, 'gen_ai.tool.call.arguments': wrapped },
    }),
  );
  expect((run!.tool_calls as JsonObject[])[0]!.arguments).toEqual({ v: expected });
});

it('the program of a SERVER span names the server, however its kind is written; that of a client does not', async () => {
  for (const [kind, server] of [
    [2, 'sea'],
    ['SPAN_KIND_SERVER', 'sea'],
    ['SpanKind.SERVER', 'sea'],
    [3, undefined],
  ] as const) {
    const span = { traceId: 'a1', spanId: 'b1', name: 'tools/call go', kind, attributes: MCP };
    const resource = { attributes: { 'service.name': 'sea' } };
    const [run] = await read({ ...span, resource });
    expect([kind, (run!.tool_calls as JsonObject[])[0]!.server]).toEqual([kind, server]);
  }
});

it.each<[object, string | undefined]>([
  [{ status: { code: 2, message: 'down' } }, 'down'],
  [{ status: { status_code: 'ERROR', description: 'down' } }, 'down'],
  [{ status_code: 'ERROR', status_message: 'down' }, 'down'],
  [{ status: { code: 'STATUS_CODE_ERROR' } }, 'the run failed'],
  [
    {
      status: { code: 2 },
      events: [{ name: 'exception', attributes: { 'exception.type': 'Oops' } }],
    },
    'Oops',
  ],
  [{ status: { code: 'STATUS_CODE_OK' } }, undefined],
  [{ status: { code: 'UNSET' } }, undefined],
])('an agent whose span says %j failed for %j', async (more, error) => {
  const attributes = { 'gen_ai.operation.name': 'invoke_agent' };
  const [run] = await read({ name: 'invoke_agent x', attributes, ...more });
  expect(run!.error).toBe(error);
});

it.each(['length', 'max_tokens', 'content_filter', 'error'])(
  'an answer that ended by %s is not whole, where events tell of it as well',
  async (reason) => {
    const cut = {
      role: 'assistant',
      parts: [{ type: 'text', content: 'On' }],
      finish_reason: reason,
    };
    const event = {
      name: 'gen_ai.client.inference.operation.details',
      attributes: { 'gen_ai.output.messages': JSON.stringify([cut]) },
    };
    const attributes = { 'gen_ai.operation.name': 'chat' };
    const choice = { name: 'gen_ai.choice', attributes: { message: 'On', finish_reason: reason } };
    for (const span of [
      { attributes: { ...attributes, 'gen_ai.response.finish_reasons': [reason] } },
      { attributes, events: [event] },
      { attributes, events: [choice] },
    ])
      expect(await read({ name: 'chat', ...span })).toMatchObject([
        { error: expect.stringContaining('the last answer') },
      ]);
  },
);

it('the output of an agent records its calls where no model or tool does, and only there', async () => {
  const agent = { 'gen_ai.operation.name': 'invoke_agent', ...answer(GO) };
  const ran = { id: 'b', parent: 'a', name: 'execute_tool other', attributes: TOOL };
  const span = { id: 'a', name: 'invoke_agent x', to: 9, attributes: agent };
  expect(await read(otlpLine(null, span))).toMatchObject([
    { tool_calls: [{ name: 'go', id: 'c' }] },
  ]);
  const [both] = await read(otlpLine(null, span, ran));
  expect((both!.tool_calls as JsonObject[]).map(({ name }) => name)).toEqual(['other']);
});

it('a request that failed fails the run, unless one after it was answered', async () => {
  const attributes = { 'gen_ai.request.model': 'm', 'gen_ai.completion.0.content': 'Here.' };
  const failed = {
    name: 'chat',
    attributes: { ...attributes, 'error.type': 'timeout' },
    status: { code: 2 },
  };
  const fine = { name: 'chat', attributes };
  const errorOf = async (...spans: (typeof fine)[]): Promise<unknown> => {
    const recorded = spans.map((entry, index) => ({
      ...entry,
      id: String(index + 1),
      from: index * 2,
    }));
    return (await read(otlpLine(null, ...recorded)))[0]!.error;
  };
  expect(await errorOf(fine, failed)).toBe('timeout');
  expect(await errorOf(failed, fine)).toBeUndefined();
});

it('calls without ids are joined with what ran for the same agent, and not with that of another', async () => {
  const { id: _, ...call } = GO;
  const agent = { 'gen_ai.operation.name': 'invoke_agent' };
  const ran = { ...TOOL, 'gen_ai.tool.call.arguments': '{"a":1}' };
  const [run] = await read(
    otlpLine(
      null,
      { id: 'a', name: 'invoke_agent boss', to: 9, attributes: agent },
      {
        id: 'b',
        parent: 'a',
        name: 'chat',
        from: 1,
        attributes: { 'gen_ai.operation.name': 'chat', ...answer(call) },
      },
      { id: 'c', parent: 'a', name: 'execute_tool ask', from: 2, to: 6, attributes: TOOL },
      { id: 'd', parent: 'c', name: 'invoke_agent clerk', from: 3, to: 5, attributes: agent },
      {
        id: 'e',
        parent: 'd',
        name: 'execute_tool go',
        from: 4,
        attributes: ran,
        status: { code: 2 },
      },
      { id: 'f', parent: 'a', name: 'execute_tool go', from: 7, attributes: ran },
    ),
  );
  expect(
    (run!.tool_calls as JsonObject[]).map((entry) => [entry.name, entry.requester, entry.status]),
  ).toEqual([
    ['go', undefined, 'ok'],
    ['ask', undefined, 'ok'],
    ['go', 'clerk', 'error'],
  ]);
});

it('a server that says its tool failed is believed, whatever the client says', async () => {
  const [run] = await read(
    otlpLine(
      null,
      { id: 'a', name: 'execute_tool go', to: 9, attributes: TOOL, status: { code: 1 } },
      { id: 'b', parent: 'a', name: 'tools/call go', kind: 3, attributes: MCP },
      {
        id: 'c',
        parent: 'b',
        name: 'tools/call go',
        kind: 2,
        attributes: { ...MCP, 'error.type': 'tool_error' },
      },
    ),
  );
  expect(run!.tool_calls).toMatchObject([{ name: 'go', status: 'error' }]);
  expect(run!.tool_calls).toHaveLength(1);
});

it("a provider's own tool without a name goes by its kind, and without members of its own has arguments", async () => {
  const part = {
    type: 'server_tool_call',
    id: 's',
    server_tool_call: { type: 'search', arguments: { q: 'x' } },
  };
  expect(
    await read({ name: 'chat', attributes: { 'gen_ai.operation.name': 'chat', ...answer(part) } }),
  ).toMatchObject([{ tool_calls: [{ name: 'search', id: 's', arguments: { q: 'x' } }] }]);
});
