import * as fc from 'fast-check';
import type { Json, JsonObject, Trace } from '#core';
import { expect, test } from 'vitest';
import { readContent, readLines, formatCalls } from '../../fixtures/reader-case.ts';
import { readerCase } from './fixtures/index.ts';
import { mastraFormat } from './index.ts';

function assemble(records: readonly Json[]): unknown[] {
  const out: unknown[] = [];
  const assembler = mastraFormat.open({
    trace: (trace) => out.push(trace),
    error: (issue) => out.push(issue),
    warn: (issue) => out.push(issue),
  });
  for (const record of records) assembler.add(record, {});
  Array.from(assembler.end() ?? []);
  return out;
}

test('the order of spans changes nothing', () => {
  const [agent] = readerCase.fixtures;
  const { spans } = JSON.parse(String(agent?.content)) as { spans: JsonObject[] };
  const expected = assemble(spans);
  fc.assert(
    fc.property(fc.shuffledSubarray(spans, { minLength: spans.length }), (shuffled) => {
      expect(assemble(shuffled)).toEqual(expected);
    }),
  );
});

test('spans that are each above the other end somewhere', () => {
  const circle = [
    { id: 'a', parentSpanId: 'b' },
    { id: 'b', parentSpanId: 'a' },
  ].map((entry) => ({ ...entry, traceId: 't', type: 'tool_call', entityName: 'x' }));
  expect(assemble(circle)).toMatchObject([{ calls: [{ name: 'x' }, { name: 'x' }] }]);
});

test('where one span does not tell its call id, what models asked for is not counted beside the spans', () => {
  const spans = [
    {
      id: 'm',
      type: 'model_step',
      output: { toolCalls: [{ toolCallId: 'c1', toolName: 'x', args: {} }] },
    },
    { id: 's', type: 'tool_call', entityName: 'x', input: {} },
  ].map((entry) => ({ ...entry, traceId: 't' }));
  expect(assemble(spans)).toMatchObject([{ calls: [{ name: 'x', id: null }] }]);
});

/** A span of the only trace of these tests. */
function span(id: string, parentSpanId: string | null, type: string, more: JsonObject): JsonObject {
  return { traceId: 't', id, parentSpanId, type, endTime: '2026-01-01T00:00:09Z', ...more };
}

const root = span('r', null, 'agent_run', { entityName: 'helper', input: 'Go' });

/** The trace of some spans below an agent. */
async function readBelow(...spans: readonly JsonObject[]): Promise<Trace | undefined> {
  const [run, ...others] = await readLines([root, ...spans]);
  expect(others).toEqual([]);
  return run;
}

test.each<[string, JsonObject, string]>([
  ['an error', { errorInfo: { message: 'x' } }, 'get error'],
  ['an error, in the storage', { error: { message: 'x' } }, 'get error'],
  ['a success that is none', { attributes: { success: false } }, 'get error'],
  ['success before its end', { endTime: null, attributes: { success: true } }, 'get ok'],
  ['an end alone', {}, 'get ok'],
  ['neither', { endTime: null }, 'get'],
])('a call with %s', async (_, more, expected) => {
  const run = await readBelow(span('a', 'r', 'tool_call', { entityName: 'get', ...more }));
  expect(run === undefined ? [] : formatCalls(run)).toEqual([expected]);
});

test('a call in the client has been made, and nothing says how it ended', async () => {
  const run = await readBelow(
    span('a', 'r', 'tool_call', { entityName: 'get' }),
    span('b', 'r', 'client_tool_call', { entityName: 'ask', endTime: null }),
    span('c', 'r', 'provider_tool_call', { entityId: 'web', endTime: null }),
  );
  expect(run === undefined ? [] : formatCalls(run)).toEqual(['get ok', 'ask', 'web missing']);
});

test('what a scorer does is not a part of the run', async () => {
  const run = await readBelow(
    span('s', 'r', 'scorer_run', {}),
    span('j', 's', 'agent_run', { entityName: 'judge' }),
    span('g', 'j', 'model_generation', { attributes: { usage: { inputTokens: 9 } } }),
    span('c', 'j', 'tool_call', { entityName: 'look' }),
  );
  expect(run).toMatchObject({ agent: 'helper', calls: [], usage: null });
});

test('a server that is traced, too, records the call of its client again', async () => {
  const attributes = { mcpServer: 's', toolCallId: 'c1' };
  const run = await readBelow(
    span('a', 'r', 'mcp_tool_call', { entityName: 'get', attributes }),
    span('b', 'a', 'mcp_tool_call', { entityName: 'get', attributes: { mcpRole: 'server' } }),
    span('c', 'a', 'mcp_tool_call', { entityName: 'other', attributes: { mcpRole: 'server' } }),
  );
  expect(run === undefined ? [] : formatCalls(run)).toEqual(['s.get ok', 'other ok']);
});

test.each<[string, string[]]>([
  ['generation', ['model_generation', 'model_step']],
  ['step, where generations do not tell', ['model_step', 'model_inference']],
  ['inference, where nothing else does', ['model_inference']],
  ['generation, in early versions', ['llm_generation', 'llm_step']],
])('tokens are counted on one level: %s', async (_, levels) => {
  const attributes = { usage: { inputTokens: 5 } };
  const spans = levels.map((type, index) =>
    span(`m${index}`, index === 0 ? 'r' : `m${index - 1}`, type, { attributes }),
  );
  expect((await readBelow(...spans))?.usage?.inputTokens).toBe(5);
});

test('tokens of hidden spans are added, and money of another currency is not', async () => {
  const cost = (costUnit: string, estimatedCost: number): JsonObject => ({
    attributes: { costContext: { costUnit, estimatedCost }, internalUsage: { promptTokens: 2 } },
  });
  const run = await readBelow(
    span('a', 'r', 'model_generation', cost('USD', 0.5)),
    span('b', 'r', 'model_generation', cost('eur', 7)),
  );
  expect(run?.usage).toMatchObject({ inputTokens: 4, cost: 0.5 });
});

test.each<[string, JsonObject, string]>([
  ['failed', { errorInfo: { message: 'no key' } }, 'no key'],
  [
    'was stopped',
    { attributes: { tripwireAbort: { reason: 'secret' } } },
    'stopped by a processor: secret',
  ],
  ['never ended', { endTime: null }, 'the run never ended'],
])('an agent that %s', async (_, more, error) => {
  expect(await readLines([{ ...root, ...more }])).toMatchObject([{ error }]);
});

test('a workflow that failed fails the agent in it, which is asked and answers for the run', async () => {
  const [run] = await readLines([
    span('w', null, 'workflow_run', { errorInfo: { message: 'step 2' }, isRootSpan: true }),
    span('c', 'w', 'tool_call', { entityName: 'load' }),
    { ...root, parentSpanId: 'w', output: 'Done.' },
  ]);
  expect(run).toMatchObject({ agent: 'helper', input: 'Go', output: 'Done.', error: 'step 2' });
  expect(run?.calls).toMatchObject([{ name: 'load', requester: 'workflow' }]);
});

test('a span that was recorded when it began is what it was when it ended, in whichever order', async () => {
  const began = { type: 'span_started', exportedSpan: { ...root, endTime: null } };
  const ended = { type: 'span_ended', exportedSpan: { ...root, output: 'Done.' } };
  for (const lines of [
    [began, ended],
    [ended, began],
  ])
    expect(await readLines(lines)).toMatchObject([{ output: 'Done.', error: null }]);
});

test.each(
  'agent_run workflow_run workflow_step scorer_run model_generation model_step model_inference model_chunk llm_generation llm_step llm_chunk tool_call mcp_tool_call client_tool_call provider_tool_call processor_run memory_operation'.split(
    ' ',
  ),
)('a span of type %s is known, as exporters and as the storage write it', (type) => {
  expect(mastraFormat.sniff({ id: 'a', traceId: 't', type })).toBe('part');
  expect(mastraFormat.sniff({ spanId: 'a', traceId: 't', spanType: type, type: 'x' })).toBe('part');
  expect(mastraFormat.sniff({ id: 'a', type })).toBe('none');
});

test('a span without an id is an error in its place', async () => {
  const record = { spans: [root, { traceId: 't', type: 'tool_call' }] };
  expect(await readContent('x.json', JSON.stringify(record), null)).toMatchObject([
    { kind: 'error', issue: { code: 'TRACE_SCHEMA', where: { pointer: '/spans/1' } } },
    { kind: 'trace' },
  ]);
});

test('calls and runs stand in the order of time, whatever their ids', async () => {
  const tool = (traceId: string, id: string, second: number): JsonObject => ({
    ...span(id, null, 'tool_call', { entityName: id, startTime: `2026-01-01T00:00:0${second}Z` }),
    traceId,
  });
  const spans = [tool('a', 'x', 3), tool('b', 'z', 1), tool('b', 'y', 2)];
  for (const order of [spans, spans.toReversed()])
    expect((await readLines(order)).map(formatCalls)).toEqual([['z ok', 'y ok'], ['x ok']]);
});

test('a root may have a parent in another trace', async () => {
  const top = { ...root, parentSpanId: 'elsewhere', isRootSpan: true, endTime: null };
  const [run] = await readLines([span('a', 'r', 'tool_call', { entityName: 'get' }), top]);
  expect(run).toMatchObject({ agent: 'helper', issues: [], error: 'the run never ended' });
});

test('what a model asked for is joined by the id, or not at all', async () => {
  const toolCalls = ['c1', 'c2'].map((id) => ({ toolCallId: id, toolName: id, input: { id } }));
  const asks = span('m', 'r', 'model_step', { output: { toolCalls } });
  const ran = span('t', 'm', 'tool_call', { entityName: 'c1', attributes: { toolCallId: 'c1' } });
  const run = await readBelow(asks, ran);
  expect(run?.calls).toMatchObject([
    { name: 'c1', status: 'ok', arguments: { value: { id: 'c1' } } },
    { name: 'c2', status: 'missing', arguments: { value: { id: 'c2' } } },
  ]);
  const unnamed = await readBelow(asks, ran, span('u', 'm', 'tool_call', { entityName: 'c2' }));
  expect(unnamed === undefined ? [] : formatCalls(unnamed)).toEqual(['c1 ok', 'c2 ok']);
});
