import { expect, it } from 'vitest';
import type { Json, JsonObject, Trace } from '#core';
import { readDocument, tellCalls } from '../fixtures/reader-case.ts';

interface Request {
  readonly scope: string;
  readonly id: string;
  readonly parent?: string;
  readonly from: number;
  readonly to: number;
  readonly calls?: readonly string[];
  readonly usage?: number;
}

/** Requests to a model, as instrumentations of these names record them. */
async function read(...requests: readonly Request[]): Promise<Trace> {
  const [trace] = await readDocument({ resourceSpans: [{ scopeSpans: requests.map(toScope) }] });
  return trace!;
}

function toScope({ scope, id, parent, from, to, calls = [], usage = 10 }: Request): JsonObject {
  const parts: Json[] = calls.map((name) => ({ type: 'tool_call', name, arguments: {} }));
  const message = { role: 'assistant', parts: [...parts, { type: 'text', content: '' }] };
  const attributes = [
    { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
    { key: 'gen_ai.output.messages', value: { stringValue: JSON.stringify([message]) } },
    { key: 'gen_ai.usage.input_tokens', value: { intValue: String(usage) } },
  ];
  const span = {
    traceId: 'a1',
    spanId: id,
    ...(parent === undefined ? {} : { parentSpanId: parent }),
    name: 'chat',
    startTimeUnixNano: `${1_790_000_000_000 + from}000000`,
    endTimeUnixNano: `${1_790_000_000_000 + to}000000`,
    attributes,
  };
  return { scope: { name: scope }, spans: [span] };
}

it('takes one request that two instrumentations record side by side once', async () => {
  const trace = await read(
    { scope: 'framework', id: 'b1', from: 0, to: 100 },
    { scope: 'client', id: 'b2', from: 10, to: 90, calls: ['find', 'find'] },
  );
  expect(tellCalls(trace)).toEqual(['find', 'find']);
  expect(trace.usage).toMatchObject({ inputTokens: 10 });
});

it('takes the calls of either, whichever span is longer', async () => {
  const trace = await read(
    { scope: 'framework', id: 'b1', from: 0, to: 100, calls: ['find'] },
    { scope: 'client', id: 'b2', from: 10, to: 90 },
  );
  expect(tellCalls(trace)).toEqual(['find']);
});

it.each([
  ['of one instrumentation', { scope: 'framework' }],
  ['that do not lie in each other', { to: 200 }],
  ['with other tokens', { usage: 11 }],
  ['with other calls', { calls: ['read'] }],
])('counts two requests %s', async (_, other) => {
  const trace = await read(
    { scope: 'framework', id: 'b1', from: 0, to: 100, calls: ['find'] },
    { scope: 'client', id: 'b2', from: 10, to: 90, calls: ['find'], ...other },
  );
  expect(trace.calls).toHaveLength(2);
});
