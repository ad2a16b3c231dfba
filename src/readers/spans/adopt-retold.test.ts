import { expect, it } from 'vitest';
import type { Json, JsonObject, Trace } from '#core';
import { readDocument, formatCalls } from '../fixtures/reader-case.ts';

interface Request {
  readonly scope: string;
  readonly id: string;
  readonly parent?: string;
  readonly from: number;
  readonly to: number;
  readonly calls?: readonly string[];
  /** Whether its calls have ids: `call_` and the name. */
  readonly hasIds?: boolean;
  readonly response?: string;
  readonly question?: string;
  readonly usage?: number;
}

/** Requests to a model, as instrumentations of these names record them. */
async function read(...requests: readonly Request[]): Promise<Trace> {
  const [trace] = await readDocument({ resourceSpans: [{ scopeSpans: requests.map(toScope) }] });
  return trace!;
}

function text(key: string, value: string): JsonObject {
  return { key, value: { stringValue: value } };
}

function toScope(request: Request): JsonObject {
  const {
    scope,
    id,
    parent,
    from,
    to,
    calls = [],
    hasIds,
    response,
    question: prompt,
    usage = 10,
  } = request;
  const parts: Json[] = calls.map((name) => ({
    type: 'tool_call',
    ...(hasIds === true ? { id: `call_${name}` } : {}),
    name,
    arguments: {},
  }));
  const question = { role: 'user', parts: [{ type: 'text', content: prompt ?? '' }] };
  const message = { role: 'assistant', parts: [...parts, { type: 'text', content: '' }] };
  const attributes = [
    { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
    { key: 'gen_ai.output.messages', value: { stringValue: JSON.stringify([message]) } },
    ...(response === undefined ? [] : [text('gen_ai.response.id', response)]),
    ...(prompt === undefined ? [] : [text('gen_ai.input.messages', JSON.stringify([question]))]),
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
  expect(formatCalls(trace)).toEqual(['find', 'find']);
  expect(trace.usage).toMatchObject({ inputTokens: 10 });
});

it('takes the calls of either, whichever span is longer', async () => {
  const trace = await read(
    { scope: 'framework', id: 'b1', from: 0, to: 100, calls: ['find'] },
    { scope: 'client', id: 'b2', from: 10, to: 90 },
  );
  expect(formatCalls(trace)).toEqual(['find']);
});

it.each([
  ['of one instrumentation', { scope: 'framework' }],
  ['that do not lie in each other', { to: 200 }],
  ['with other tokens', { usage: 11 }],
  ['with other calls', { calls: ['read'] }],
])('counts two requests %s', async (_, difference) => {
  const trace = await read(
    { scope: 'framework', id: 'b1', from: 0, to: 100, calls: ['find'] },
    { scope: 'client', id: 'b2', from: 10, to: 90, calls: ['find'], ...difference },
  );
  expect(trace.calls).toHaveLength(2);
});

it.each([
  ['the ids of their calls', { hasIds: true }, {}],
  ['the id of the answer', { response: 'r1' }, {}],
  ['the question and its tokens', { question: 'What is new?' }, {}],
  ['the ids of their calls, though tokens differ', { hasIds: true }, { usage: 12 }],
])('takes late spans of one request once, by %s', async (_, both, late) => {
  const trace = await read(
    { scope: 'client', id: 'b1', from: 0, to: 100, calls: ['find'], ...both },
    { scope: 'framework', id: 'b2', from: 400, to: 450, calls: ['find'], ...both, ...late },
  );
  expect(formatCalls(trace)).toEqual(['find']);
  expect(trace.calls).toMatchObject([{ turn: 1 }]);
});

it('counts two requests whose calls have other ids, though one lies in the other', async () => {
  const trace = await read(
    { scope: 'framework', id: 'b1', from: 0, to: 100, calls: ['a.find'], hasIds: true },
    { scope: 'client', id: 'b2', from: 10, to: 90, calls: ['a_find'], hasIds: true },
  );
  expect(trace.calls).toHaveLength(2);
});

it('counts two requests with one question that are minutes apart', async () => {
  const trace = await read(
    { scope: 'client', id: 'b1', from: 0, to: 100, calls: ['find'], question: 'What is new?' },
    {
      scope: 'framework',
      id: 'b2',
      from: 90_000,
      to: 90_100,
      calls: ['find'],
      question: 'What is new?',
    },
  );
  expect(trace.calls).toHaveLength(2);
});

it('orders requests by the earliest span of each', async () => {
  const trace = await read(
    { scope: 'client', id: 'b1', from: 0, to: 100, calls: ['find'], response: 'r1' },
    { scope: 'client', id: 'b2', from: 200, to: 300, calls: ['read'], response: 'r2' },
    {
      scope: 'framework',
      id: 'b3',
      from: 400,
      to: 450,
      calls: ['find'],
      hasIds: true,
      response: 'r1',
    },
    { scope: 'framework', id: 'b4', from: 460, to: 700, response: 'r2' },
  );
  expect(trace.calls).toMatchObject([
    { name: 'find', turn: 1 },
    { name: 'read', turn: 2 },
  ]);
});
