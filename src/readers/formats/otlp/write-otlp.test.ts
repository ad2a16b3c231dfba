import {
  type Json,
  type JsonObject,
  parseJson,
  parseTrace,
  stringifyJson,
  toNativeTrace,
  type Trace,
} from '#core';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { otlpFormat } from './index.ts';
import { toOtlp } from './write-otlp.ts';

/** Reads records again from their text, as from a file. */
function readAgain(records: readonly Json[]): Trace[] {
  const traces: Trace[] = [];
  const assembler = otlpFormat.open({
    trace: (trace) => traces.push(trace),
    error: (issue) => expect.fail(issue.message),
    warn: (issue) => expect.fail(issue.message),
  });
  for (const record of records) {
    const parsed = parseJson(stringifyJson(record));
    if (!parsed.ok) expect.fail(parsed.message);
    else assembler.add(parsed.value, { file: 'x' });
  }
  Array.from(assembler.end() ?? []);
  return traces;
}

function toTrace(native: unknown): Trace {
  const parsed = parseTrace(native);
  if (!parsed.ok) throw new Error(parsed.issues[0]?.message);
  return parsed.trace;
}

// Names with `mcp__` are split wherever they are read, so they change.
const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.startsWith('mcp__'));
const text = fc.string({ minLength: 1, maxLength: 20 });
const count = fc.nat({ max: 10_000 });
const optional = <T>(arb: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arb, { nil: undefined });
const object = fc.dictionary(text, fc.jsonValue({ maxDepth: 3 }), {
  maxKeys: 3,
});

/** A value as it is read from a file: digits that a double would change are kept. */
function asRead(value: unknown): Json {
  const parsed = parseJson(JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

const call = fc.record({
  name,
  server: optional(name),
  arguments: optional(fc.oneof(object, fc.constantFrom('city=Oslo', '[1,2]', '{"cut'))),
  status: optional(fc.constantFrom('ok', 'error', 'denied', 'missing')),
  requester: optional(fc.constantFrom('clerk', 'user')),
});

const trace = fc.record({
  partial: optional(fc.constant(true)),
  id: optional(text),
  test: optional(text),
  case: optional(text),
  agent: optional(fc.constantFrom('helper', 'guide')),
  model: optional(fc.constantFrom('m-2026-01-01', 'other')),
  run: optional(fc.integer({ min: 1, max: 9 })),
  input: optional(fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 2 }))),
  calls: fc.array(fc.tuple(call, fc.boolean()), { maxLength: 6 }),
  tools: optional(
    fc.uniqueArray(
      fc.record({
        name,
        server: optional(name),
        description: optional(text),
        input_schema: optional(fc.oneof(object, fc.boolean())),
        cost: optional(count),
      }),
      { selector: (tool) => JSON.stringify([tool.server, tool.name]), maxLength: 4 },
    ),
  ),
  output: optional(fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 2 }))),
  usage: optional(
    fc.record({
      input_tokens: count,
      output_tokens: optional(count),
      cost: optional(fc.constantFrom(0.25, 3)),
    }),
  ),
  error: optional(text),
  started_at: optional(fc.constant('2026-01-01T00:00:00.000Z')),
  metadata: optional(
    fc.dictionary(fc.constantFrom('model', 'service', 'session', 'tier'), text, { minKeys: 1 }),
  ),
});

/** The conventions have a model that was asked and one that answered: one alone is read as both. */
function withModels<
  T extends { model: string | undefined; metadata: Record<string, string> | undefined },
>(run: T): T {
  const model = run.model ?? run.metadata?.model;
  return model === undefined ? run : { ...run, model, metadata: { model, ...run.metadata } };
}

/** What of a run must be the same after it was written and read again. */
function essence(trace: Trace): unknown {
  const { id, tool_calls, duration_ms: _, ...rest } = toNativeTrace(trace);
  return {
    ...rest,
    calls: tool_calls.map(
      ({ turn: _turn, started_at: _start, duration_ms: _duration, ...call }) => call,
    ),
    ...(trace.id === null || id === undefined ? {} : { id }),
  };
}

it('reading what was written gives the same run', () => {
  fc.assert(
    fc.property(trace, ({ calls, ...rest }) => {
      const tool_calls = calls.map(([call, hasId], index) =>
        hasId ? { ...call, id: `call_${index}` } : call,
      );
      const original = toTrace(asRead({ ...rest, tool_calls }));
      const expected = toTrace(asRead({ ...withModels(rest), tool_calls }));
      const [read, ...others] = readAgain([toOtlp(original)]);
      expect(others).toEqual([]);
      const restored = original.id === null ? { ...read!, id: null } : read!;
      expect(essence(restored)).toEqual(essence(expected));
    }),
    { numRuns: 200 },
  );
});

it('equal runs stay apart, in their order', () => {
  const original = toTrace({ tool_calls: [{ name: 'a', id: '1' }] });
  const last = toTrace({ case: 'last', tool_calls: [] });
  const read = readAgain([toOtlp(last, 2), toOtlp(original, 0), toOtlp(original, 1)]);
  expect(read.map((trace) => [trace.case, trace.calls.length])).toEqual([
    [null, 1],
    [null, 1],
    ['last', 0],
  ]);
});

it('the same run is written in the same words, with times where they are known', () => {
  const original = toTrace({
    tool_calls: [
      {
        name: 'find',
        server: 'books',
        status: 'ok',
        started_at: '2026-01-01T00:00:01.250Z',
        duration_ms: 2.5,
      },
    ],
    started_at: '2026-01-01T00:00:00.000Z',
    duration_ms: 4000,
  });
  expect(toOtlp(original)).toEqual(toOtlp(original));
  const [read] = readAgain([toOtlp(original)]);
  expect(read).toMatchObject({
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 4000,
    calls: [{ startedAt: '2026-01-01T00:00:01.250Z', durationMs: 2.5 }],
  });
});

it('writes spans that a backend understands: names, kinds, parents, statuses, times, typed attributes', () => {
  const written = toOtlp(
    toTrace({
      agent: 'helper',
      input: 'Go',
      tool_calls: [
        {
          name: 'find',
          status: 'ok',
          turn: 1,
          started_at: '2026-01-01T00:00:01.000Z',
          duration_ms: 500,
        },
        { name: 'load', status: 'error', turn: 1 },
        { name: 'dig', turn: 2, requester: 'digger' },
        { name: 'dig', turn: 3, requester: 'digger' },
      ],
      output: 'Done.',
      usage: { input_tokens: 7, output_tokens: 2, cost: 0.5 },
      error: 'too slow',
      started_at: '2026-01-01T00:00:00.000Z',
      duration_ms: 2000,
      metadata: { model: 'm', service: 'shop' },
    }),
  );
  const text = (key: string, value: string): Json => ({ key, value: { stringValue: value } });
  expect(written).toMatchObject({
    resourceSpans: [
      {
        resource: { attributes: [text('service.name', 'shop')] },
        scopeSpans: [{ scope: { name: 'whichtool' } }],
      },
    ],
  });
  const [resource] = written.resourceSpans as { scopeSpans: { spans: JsonObject[] }[] }[];
  const spans = resource?.scopeSpans[0]?.spans ?? [];
  const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  expect(
    spans.map(({ name, kind, parentSpanId = null, status = null }) => [
      name,
      kind,
      names.get(parentSpanId) ?? null,
      status,
    ]),
  ).toEqual([
    ['invoke_agent helper', 1, null, { code: 2, message: 'too slow' }],
    ['chat m', 3, 'invoke_agent helper', null],
    ['execute_tool find', 1, 'invoke_agent helper', { code: 1 }],
    ['execute_tool load', 1, 'invoke_agent helper', { code: 2 }],
    ['invoke_agent digger', 1, 'invoke_agent helper', null],
    ['chat m', 3, 'invoke_agent digger', null],
    ['execute_tool dig', 1, 'invoke_agent digger', null],
    ['chat m', 3, 'invoke_agent digger', null],
    ['execute_tool dig', 1, 'invoke_agent digger', null],
    ['chat m', 3, 'invoke_agent helper', null],
  ]);
  expect(names.size).toBe(spans.length);
  for (const span of spans)
    expect(span).toMatchObject({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  expect(spans[0]).toMatchObject({
    startTimeUnixNano: '1767225600000000000',
    endTimeUnixNano: '1767225602000000000',
  });
  expect(spans[2]).toMatchObject({
    startTimeUnixNano: '1767225601000000000',
    endTimeUnixNano: '1767225601500000000',
  });
  const agent: unknown = spans[0]?.attributes;
  for (const attribute of [
    text('gen_ai.operation.name', 'invoke_agent'),
    text('gen_ai.agent.name', 'helper'),
    { key: 'gen_ai.usage.input_tokens', value: { intValue: '7' } },
    { key: 'gen_ai.usage.cost', value: { doubleValue: 0.5 } },
  ])
    expect(agent).toContainEqual(attribute);
  const chat: unknown = spans[1]?.attributes;
  expect(chat).toContainEqual(text('gen_ai.request.model', 'm'));
});
