import { expect, it } from 'vitest';
import type { Json, JsonObject } from '#core';
import { joinCaptured } from './join-captured.ts';

function span(traceId: string, spanId: string, second: number, told: JsonObject): JsonObject {
  const attributes = Object.entries(told).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
  const startTimeUnixNano = `${1_790_000_000 + second}000000000`;
  return {
    traceId,
    spanId,
    name: 'x',
    startTimeUnixNano,
    endTimeUnixNano: startTimeUnixNano,
    attributes,
  };
}

const tool = (traceId: string, second: number, name: string): JsonObject =>
  span(traceId, `${traceId}${second}`, second, {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.arguments': '{"q":1}',
  });

const otlpOf = (...spans: readonly JsonObject[]): string =>
  `${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })}\n`;

const wireOf = (...messages: readonly Json[]): string =>
  messages
    .map((msg, index) =>
      JSON.stringify({ server: 'brave', dir: index % 2 === 0 ? '->' : '<-', msg }),
    )
    .join('\n');

const CALL: readonly Json[] = [
  { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'find' }] } },
  { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'find', arguments: { q: 1 } } },
  { jsonrpc: '2.0', id: 2, result: { content: [] } },
];

const captured = (otlp: string, wire: string, stdout = ''): Parameters<typeof joinCaptured>[0] => ({
  kind: 'captured',
  models: [],
  unknownRequests: 0,
  otlp,
  wire,
  stdout,
});

it('joins a call of a span with the same call on the wire', async () => {
  const trace = await joinCaptured(captured(otlpOf(tool('a', 1, 'brave_find')), wireOf(...CALL)));
  expect(trace.calls).toMatchObject([{ server: 'brave', name: 'find', rawName: 'brave_find' }]);
  expect(trace.offered).toMatchObject([{ server: 'brave', name: 'find' }]);
});

it('does not say what was offered where something was called that no server has', async () => {
  const spans = otlpOf(tool('a', 1, 'find'), tool('a', 2, 'local'));
  const trace = await joinCaptured(captured(spans, wireOf(...CALL)));
  expect(trace.calls).toMatchObject([{ server: 'brave' }, { server: null, name: 'local' }]);
  expect(trace.offered).toBeNull();
});

it('reads spans alone and the wire alone', async () => {
  expect((await joinCaptured(captured(otlpOf(tool('a', 1, 'find')), ''))).calls).toMatchObject([
    { server: null, name: 'find' },
  ]);
  expect((await joinCaptured(captured('', wireOf(...CALL)))).calls).toMatchObject([
    { server: 'brave', name: 'find', status: 'ok' },
  ]);
});

it('takes several traces of one program as one run, in the order of time', async () => {
  const model = (traceId: string, second: number): JsonObject =>
    span(traceId, `m${traceId}`, second, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 1,
    });
  const trace = await joinCaptured(
    captured(
      otlpOf(model('b', 5), tool('b', 6, 'second')) + otlpOf(model('a', 1), tool('a', 2, 'first')),
      '',
    ),
  );
  expect(trace.calls).toMatchObject([
    { name: 'first', turn: 1 },
    { name: 'second', turn: 2 },
  ]);
  expect(trace.usage).toMatchObject({ inputTokens: 20, outputTokens: 2 });
});

it('counts what later requests repeat of the conversation once', async () => {
  const call = { type: 'tool_call', id: 'call_1', name: 'find', arguments: { q: 1 } };
  const asks = { role: 'assistant', parts: [call] };
  const question = { role: 'user', parts: [{ type: 'text', content: 'What is new?' }] };
  const request = (traceId: string, second: number, input: Json, output: Json): JsonObject =>
    span(traceId, `m${traceId}`, second, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.input.messages': JSON.stringify(input),
      'gen_ai.output.messages': JSON.stringify([output]),
    });
  const answer = { role: 'assistant', parts: [{ type: 'text', content: 'done' }] };
  const trace = await joinCaptured(
    captured(
      otlpOf(request('a', 1, [question], asks), request('b', 2, [question, asks], answer)),
      '',
    ),
  );
  expect(trace.calls).toMatchObject([{ name: 'find', id: 'call_1' }]);
  expect(trace.calls).toHaveLength(1);
});

it('takes what servers heard as a part of a run whose spans lack the answers', async () => {
  const silent = span('a', 'b', 1, { 'gen_ai.operation.name': 'chat' });
  expect(await joinCaptured(captured(otlpOf(silent), ''))).toMatchObject({
    calls: [],
    fault: { code: 'READ_ANSWER_MISSING' },
  });
  const trace = await joinCaptured(captured(otlpOf(silent), wireOf(...CALL)));
  expect(trace).toMatchObject({ error: null, partial: true, calls: [{ name: 'find' }] });
  expect(trace.fault).toBeUndefined();
});

it('takes what was printed as the output where nothing else tells it', async () => {
  expect((await joinCaptured(captured('', wireOf(...CALL), 'done\n'))).output).toBe('done');
});

it.each([
  ['', 'nothing was caught'],
  [otlpOf(span('a', 'b', 1, { 'http.method': 'GET' })), 'but none of an agent, a model or a tool'],
])('never takes what caught nothing for a run without calls', async (otlp, message) => {
  await expect(joinCaptured(captured(otlp, '', 'hi'))).rejects.toMatchObject({
    issue: { code: 'CAPTURE_NOTHING', message: expect.stringContaining(message) as string },
  });
});
