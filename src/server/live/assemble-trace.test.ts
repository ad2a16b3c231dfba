import { type Json, type JsonObject, parseTrace, stringifyJson, toNativeTrace } from '#core';
import { assembleOtlp, toOtlp } from '#readers';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleTrace } from './assemble-trace.ts';
import { recordsOf } from './otlp-records.ts';
import { splitRequest } from './split-request.ts';

const CALL = fc.record({
  name: fc.constantFrom('search', 'get_order', '__proto__', 'búsqueda'),
  arguments: fc.dictionary(fc.string({ maxLength: 4 }), fc.oneof(fc.string(), fc.integer()), {
    maxKeys: 3,
  }),
  turn: fc.integer({ min: 1, max: 3 }),
  status: fc.constantFrom('ok' as const, 'error' as const),
});
const RUNS = fc.array(
  fc.record({
    input: fc.string(),
    output: fc.string(),
    tool_calls: fc.array(CALL, { maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 4 },
);

function requestsOf(runs: readonly Json[]): JsonObject[] {
  return runs.map((run, i) => {
    const parsed = parseTrace(run);
    if (!parsed.ok) throw new Error('not a trace');
    return toOtlp(parsed.trace, i);
  });
}

/** The runs in requests that arrive one after the other, as the bytes of native traces by id. */
function assembleAll(requests: readonly Json[]): ReadonlyMap<string, string> {
  const lines = new Map<string, string[]>();
  for (const request of requests)
    for (const { trace, request: part } of splitRequest(request).parts)
      lines.set(trace, [...(lines.get(trace) ?? []), stringifyJson(part)]);
  return new Map(
    [...lines].map(([id, texts]) => {
      const assembled = assembleTrace(texts);
      if (assembled.kind !== 'run') throw new Error(`${id} is ${assembled.kind}`);
      return [id, JSON.stringify(toNativeTrace(assembled.trace))];
    }),
  );
}

describe('a trace', () => {
  it('has the same bytes in any order, in any split and when spans come twice', () => {
    fc.assert(
      fc.property(RUNS, fc.infiniteStream(fc.nat(1000)), (runs, numbers) => {
        const next = (): number => numbers.next().value as number;
        const requests = requestsOf(runs);
        const single = requests.flatMap((request) =>
          [...recordsOf(request)].map(({ outer, record, hold }) => ({ [outer]: [hold([record])] })),
        );
        const repeated = [...single, ...single.filter(() => next() % 4 === 0)];
        const shuffled = repeated
          .map((record) => ({ record, rank: next() }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ record }) => record);
        const arrived: JsonObject[] = [];
        while (shuffled.length > 0) {
          const some = shuffled.splice(0, 1 + (next() % 5));
          arrived.push({ resourceSpans: some.flatMap(({ resourceSpans = [] }) => resourceSpans) });
        }
        const whole = assembleAll(requests);
        expect(new Map(assembleAll(arrived))).toEqual(new Map(whole));
        // And it is what reading them from a file gives.
        const { traces } = assembleOtlp(requests);
        const read = traces.map((trace) => JSON.stringify(toNativeTrace(trace)));
        expect([...whole.values()].sort()).toEqual(read.sort());
      }),
      { numRuns: 100 },
    );
  });

  it('is joined with its log records, which may come twice and before its spans', () => {
    const traceId = 'ab'.repeat(16);
    const spanId = 'cd'.repeat(8);
    const attributes = [{ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } }];
    const span = { traceId, spanId, name: 'chat m', startTimeUnixNano: '1', attributes };
    const call = { id: 'c1', type: 'function', function: { name: 'search', arguments: '{}' } };
    const log = {
      traceId,
      spanId,
      timeUnixNano: '2',
      eventName: 'gen_ai.choice',
      body: typed({ index: 0, message: { role: 'assistant', tool_calls: [call] } }),
    };
    const spans = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [log] }] }] };
    const [bytes] = assembleAll([spans, logs]).values();
    expect(JSON.parse(bytes!)).toMatchObject({ tool_calls: [{ name: 'search' }] });
    expect([...assembleAll([logs, spans, logs]).values()]).toEqual([bytes]);
  });

  it('without a span of an agent is not a run; one that cannot be read says why', () => {
    const span = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), name: 'GET /' };
    const lineOf = (value: object): string =>
      JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [value] }] }] });
    expect(assembleTrace([lineOf({ ...span, attributes: [] })])).toEqual({
      kind: 'other',
      spans: 1,
    });
    expect(assembleTrace([lineOf({ ...span, attributes: 7 })])).toMatchObject({
      kind: 'unreadable',
      why: expect.stringContaining('attributes') as unknown,
    });
    expect(assembleTrace(['{"resourceSpans":'])).toMatchObject({ kind: 'unreadable' });
  });
});

describe('a request', () => {
  const id = (digit: string): string => digit.repeat(32);

  it('is split by traces; resource and scope stay with the spans', () => {
    const scope = { name: 's' };
    const spans = [
      { traceId: id('a') },
      { traceId: id('B'), parentSpanId: '12' },
      { traceId: id('a') },
    ];
    const resource = { attributes: [] };
    const { parts, records, rejected } = splitRequest({
      resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }],
    });
    expect([records, rejected]).toEqual([3, 0]);
    expect(parts.map(({ trace, records: count, hasRoot }) => [trace, count, hasRoot])).toEqual([
      [id('a'), 2, true],
      [id('b'), 1, false],
    ]);
    expect(parts[0]?.request).toEqual({
      resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [spans[0], spans[2]] }] }],
    });
  });

  it('counts spans without a usable trace id, and takes the others', () => {
    const spans = [
      { traceId: id('0') },
      { traceId: 'x' },
      {},
      { traceId: 7 },
      { traceId: id('c') },
    ];
    const split = splitRequest({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
    expect([split.records, split.rejected, split.parts.length]).toEqual([5, 4, 1]);
  });

  it.each([
    7,
    [],
    null,
    { resourceSpans: {} },
    { resourceSpans: [7] },
    { resourceSpans: [{ scopeSpans: 'x' }] },
    { resourceLogs: [{ scopeLogs: [{ logRecords: [null] }] }] },
  ])('that is %j is not OTLP', (value) => {
    expect(() => splitRequest(value as Json)).toThrow(TypeError);
  });
});

/** A value as OTLP types it. */
function typed(value: unknown): JsonObject {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(typed) } };
  if (typeof value === 'object' && value !== null)
    return {
      kvlistValue: {
        values: Object.entries(value).map(([key, member]) => ({ key, value: typed(member) })),
      },
    };
  return typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) };
}
