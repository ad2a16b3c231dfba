import type { Json, JsonObject, Trace } from '#core';
import { toNativeTrace } from '#core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readContents } from '../../fixtures/reader-case.ts';
import { readerCase } from './fixtures/index.ts';
import { lines, otlpLine, type SpanFixture } from '../../spans/fixtures/spans.ts';
import { otlpFormat } from './index.ts';

function read(records: readonly Json[]): Trace[] {
  const traces: Trace[] = [];
  const assembler = otlpFormat.open({
    trace: (trace) => traces.push(trace),
    error: (issue) => expect.fail(issue.message),
    warn: () => {},
  });
  records.forEach((record, index) => assembler.add(record, { file: 'x', line: index + 1 }));
  Array.from(assembler.end() ?? []);
  return traces;
}

/** The calls of the single run of some spans, as `server.name:status`. */
function callsOf(...spans: readonly SpanFixture[]): string[] {
  const [trace] = read([otlpLine(null, ...spans)]);
  return (trace?.calls ?? []).map(
    ({ server, name, status }) => `${server === null ? '' : `${server}.`}${name}:${status ?? '?'}`,
  );
}

function tool(
  id: string,
  name: string,
  rest: Partial<SpanFixture> = {},
  callId?: string,
): SpanFixture {
  const attributes: JsonObject = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    ...(callId === undefined ? {} : { 'gen_ai.tool.call.id': callId }),
    ...rest.attributes,
  };
  return { name: `execute_tool ${name}`, ...rest, id, attributes };
}

function chat(
  id: string,
  calls: readonly JsonObject[],
  rest: Partial<SpanFixture> = {},
): SpanFixture {
  const parts = calls.map((call) => ({ type: 'tool_call', ...call }));
  return {
    name: 'chat m',
    ...rest,
    id,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
    },
  };
}

function mcp(id: string, name: string, rest: Partial<SpanFixture> = {}): SpanFixture {
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': name,
    ...rest.attributes,
  };
  return { name: `tools/call ${name}`, kind: 3, ...rest, id, attributes };
}

describe('spans', () => {
  it('give the same traces in any order, one to a line', () => {
    for (const { content, name } of readerCase.fixtures) {
      const spans = spansOf(content as string);
      if (spans.length < 2) continue;
      const expected = read(spans).map(toNativeTrace);
      fc.assert(
        fc.property(fc.shuffledSubarray(spans, { minLength: spans.length }), (shuffled) => {
          expect([name, read(shuffled).map(toNativeTrace)]).toEqual([name, expected]);
        }),
        { numRuns: 10 },
      );
    }
  });

  it('of one trace may lie in several files', async () => {
    const files = [
      { file: 'a.jsonl', content: lines(otlpLine('app', tool('a', 'find', {}, 'c1'))) },
      {
        file: 'b.jsonl',
        content: lines(otlpLine('books', mcp('b', 'find', { parent: 'a', kind: 2 }))),
      },
    ];
    const records = await readContents(files, null);
    expect(records).toMatchObject([
      {
        kind: 'trace',
        where: { file: 'a.jsonl' },
        trace: { calls: [{ server: 'books', name: 'find' }] },
      },
    ]);
  });

  it('that are their own ancestors, or nest twenty thousand deep, are read', () => {
    const circle = [tool('a', 'x', { parent: 'b' }), tool('b', 'y', { parent: 'a' })];
    expect(callsOf(...circle)).toEqual(['x:ok']);
    const deep = Array.from({ length: 20_000 }, (_, index) => ({
      traceId: 'f0',
      spanId: `${index + 1}`,
      ...(index === 0 ? {} : { parentSpanId: `${index}` }),
      name: 'invoke_agent a',
      attributes: { 'gen_ai.operation.name': 'invoke_agent' },
    }));
    expect(read(deep)).toMatchObject([{ agent: 'a', calls: [] }]);
  });

  it('with keys and names out of Object.prototype are ordinary ones', () => {
    const nested = '{"kvlistValue":{"values":[{"key":"x","value":{"intValue":1}}]}}';
    const attributes = JSON.parse(`{"__proto__":${nested},"constructor":"y"}`) as JsonObject;
    expect(
      callsOf(tool('a', '__proto__', { attributes }), tool('b', 'constructor', { from: 1 })),
    ).toEqual(['__proto__:ok', 'constructor:ok']);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

it('a file of metrics, or of logs of programs, is said to hold no run', async () => {
  const log = { body: { stringValue: 'listening' } };
  for (const record of [
    { resourceMetrics: [] },
    { resourceLogs: [{ scopeLogs: [{ logRecords: [log] }] }] },
  ])
    expect(await readContents([{ file: 'x.jsonl', content: lines(record) }], null)).toMatchObject([
      { kind: 'warning', issue: { code: 'READ_RUN_SKIPPED' } },
    ]);
});

it('the model of a run is the one that answers, not one that made vectors before', () => {
  const attributes = { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': 'vectors' };
  const answer = chat('b', [], { from: 1 });
  const [trace] = read([
    otlpLine(
      null,
      { id: 'a', name: 'embeddings vectors', attributes },
      { ...answer, attributes: { ...answer.attributes, 'gen_ai.request.model': 'm' } },
    ),
  ]);
  expect(trace?.metadata).toEqual({ model: 'm' });
});

describe('one decision', () => {
  it('is one call when a failed tool is run again under its id', () => {
    expect(
      callsOf(
        chat('a', [{ id: 'c1', name: 'x' }]),
        tool('b', 'x', { from: 1, status: { code: 2 } }, 'c1'),
        tool('c', 'x', { from: 2 }, 'c1'),
      ),
    ).toEqual(['x:ok']);
  });

  it('is one call when a wrapper tool asks a server for a tool of another name', () => {
    expect(
      callsOf(
        tool('a', 'execute-tool', { to: 9 }),
        mcp('b', 'find', { parent: 'a', from: 1, attributes: { 'mcp.server.name': 's' } }),
      ),
    ).toEqual(['execute-tool:ok']);
  });

  it('without ids is joined by arguments first, then by order', () => {
    const ask = (city: string): JsonObject => ({ name: 'w', arguments: { city } });
    const run = (id: string, city: string, code: number): SpanFixture =>
      tool(id, 'w', {
        from: 1,
        status: { code },
        attributes: { 'gen_ai.tool.call.arguments': JSON.stringify({ city }) },
      });
    const spans = [
      chat('a', [ask('Oslo'), ask('Rome'), ask('Oslo')]),
      run('b', 'Rome', 2),
      run('c', 'Oslo', 1),
      run('d', 'Paris', 2),
    ];
    expect(callsOf(...spans)).toEqual(['w:ok', 'w:error', 'w:error']);
  });

  it('under a name with a prefix is joined with the MCP span of the plain name', () => {
    expect(
      callsOf(
        chat('a', [{ id: 'c1', name: 'my-books_find_one' }]),
        mcp('b', 'find_one', { from: 1, attributes: { 'mcp.server.name': 'my books' } }),
      ),
    ).toEqual(['my books.find_one:ok']);
  });

  it('has the server that the model wrote, split where the server says how its tool is called', () => {
    const [trace] = read([
      otlpLine(
        'agent',
        chat('a', [{ id: 'c1', name: 'mcp__my__books__find_one' }]),
        tool('b', 'find_one', { from: 1, to: 9 }, 'c1'),
      ),
      otlpLine('books-program', mcp('c', 'find_one', { parent: 'b', from: 2, kind: 2 })),
    ]);
    expect(trace?.calls).toMatchObject([{ server: 'my__books', name: 'find_one' }]);
    expect(trace?.issues).toEqual([]);
  });

  it('is one call though the span between the tool and the server was not exported', () => {
    const spans = [
      tool('a', 'mcp__s__find', { to: 9 }, 'c1'),
      tool('b', 'mcp__s__find', { to: 9 }, 'c2'),
      mcp('c', 'find', { parent: 'f', from: 2, status: { code: 2 } }),
      mcp('d', 'find', { parent: 'f', from: 3 }),
    ];
    expect(callsOf(...spans)).toEqual(['s.find:error', 's.find:ok']);
    // A call that another tool ran, or at another time, is a separate call.
    expect(callsOf(tool('a', 'x', { to: 9 }), mcp('c', 'y', { parent: 'f', from: 2 }))).toEqual([
      'x:ok',
      'y:ok',
    ]);
    expect(callsOf(tool('a', 'x'), mcp('c', 'x', { parent: 'f', from: 2 }))).toEqual([
      'x:ok',
      'x:ok',
    ]);
  });

  it('of an earlier turn is not made again by a trace whose first request repeats it', () => {
    const callMessage = { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'x' }] };
    const request = (id: string, ...history: readonly Json[]): SpanFixture => ({
      ...chat(id, []),
      from: id === 'a' ? 0 : 5,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.input.messages': JSON.stringify([{ role: 'user', content: 'hi' }, ...history]),
      },
    });
    const next = { role: 'user', content: 'and now?' };
    expect(callsOf(request('a', callMessage, next))).toEqual([]);
    // The span of the agent has the new question alone.
    const agent: SpanFixture = {
      id: 'g',
      name: 'invoke_agent',
      to: 9,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.input.messages': JSON.stringify([next]),
      },
    };
    expect(callsOf(agent, request('a', callMessage, next))).toEqual([]);
    expect(callsOf(request('a', callMessage))).toEqual(['x:?']);
    // Here the first request had no earlier calls.
    expect(callsOf(request('a'), request('b', callMessage, next))).toEqual(['x:?']);
  });

  it('is two calls where two ids say so', () => {
    expect(
      callsOf(chat('a', [{ id: 'c1', name: 'x' }]), tool('b', 'x', { from: 1 }, 'c2')),
    ).toEqual(['x:missing', 'x:ok']);
  });

  it('of a tool inside a tool is one only where a model may have made it', () => {
    const outer = tool('a', 'x', { to: 9 });
    expect(callsOf(outer, tool('b', 'y', { parent: 'a', from: 1 }))).toEqual(['x:ok']);
    expect(callsOf(outer, tool('b', 'y', { parent: 'a', from: 1 }, 'c1'))).toEqual([
      'x:ok',
      'y:ok',
    ]);
    const spans = [
      outer,
      chat('b', [], { parent: 'a', from: 1 }),
      tool('c', 'y', { parent: 'a', from: 2 }),
    ];
    expect(callsOf(...spans)).toEqual(['x:ok', 'y:ok']);
    const [trace] = read([otlpLine(null, ...spans)]);
    expect(trace?.calls.map(({ requester }) => requester)).toEqual([null, 'x']);
  });

  it('of very many without ids is found in time that does not grow with their square', () => {
    const count = 5_000;
    const calls = Array.from({ length: count }, () => ({ name: 'w', arguments: {} }));
    const run = Array.from({ length: count }, (_, index) => ({
      traceId: 'f0',
      spanId: `${index + 2}`,
      name: 'execute_tool w',
      attributes: { 'gen_ai.tool.name': 'w', 'gen_ai.tool.call.arguments': '{}' },
    }));
    const [trace] = read([otlpLine(null, { ...chat('1', calls), trace: 'f0' }), ...run]);
    expect(trace?.calls).toHaveLength(count);
  });
});

/** Each span of a text as a separate record, in its original envelope. */
function spansOf(text: string): Json[] {
  const records = text.trim().startsWith('[')
    ? (JSON.parse(text) as Json[])
    : text.includes('\n{')
      ? text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Json)
      : [JSON.parse(text) as Json];
  return records.flatMap((record) => {
    const { resourceSpans } = record as {
      resourceSpans?: { resource: Json; scopeSpans: { spans: Json[] }[] }[];
    };
    if (resourceSpans === undefined) return [record];
    return resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        Array.isArray(spans)
          ? spans
              .filter(
                (span) =>
                  typeof span === 'object' && Array.isArray((span as JsonObject).attributes),
              )
              .map((span) => ({ resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }))
          : [],
      ),
    );
  });
}

describe('an answer', () => {
  const tool = (message: JsonObject, attributes: JsonObject = {}): SpanFixture => ({
    id: 'm',
    name: 'chat m',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', ...message }]),
      ...attributes,
    },
  });
  const words = { parts: [{ type: 'text', content: 'Well' }] };

  it('that was cut off fails the run, whether an attribute says so or the answer itself', () => {
    const cut = 'the last answer was cut off at its longest';
    const reasons = { 'gen_ai.response.finish_reasons': ['max_tokens'] };
    const spans = [
      tool({ ...words, finish_reason: 'length' }),
      tool(words, reasons),
      tool({ ...words, finish_reason: 'stop' }),
    ];
    const errors = spans.map((span) => read([otlpLine(null, span)])[0]?.error);
    expect(errors).toEqual([cut, cut, null]);
  });

  it('may hold what came back for the calls in it', () => {
    const parts = [
      { type: 'tool_call', id: '1', name: 'a' },
      { type: 'tool_call', id: '2', name: 'b' },
      { type: 'tool_call_response', id: '1' },
    ];
    expect(callsOf(tool({ parts }))).toEqual(['a:?', 'b:missing']);
  });

  it('that is not JSON, or not a message, says nothing', () => {
    for (const text of ['[{', '{"role":"assistant"', 'null', '[]', '[7]', '"x"'])
      expect(
        callsOf({
          ...tool({}),
          attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': text },
        }),
      ).toEqual([]);
  });
});
