import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { type JsonObject, type NativeTrace, parseTrace, toNativeTrace, type Trace } from '#core';
import { loadReaderCases } from '../../fixtures/load-reader-cases.ts';
import { readContent } from '../../fixtures/reader-case.ts';
import { readValue } from '../../read-value.ts';
import { toAtif } from './write-atif.ts';

function traceOf(native: unknown): Trace {
  const parsed = parseTrace(native);
  if (!parsed.ok) throw new Error('not a trace');
  return parsed.trace;
}

function read(trajectory: JsonObject): Trace {
  const [record] = readValue(trajectory);
  if (record?.kind !== 'trace') throw new Error('it is not read as a run');
  expect(record.format).toBe('atif');
  return record.trace;
}

const reread = (trace: Trace): NativeTrace => toNativeTrace(read(toAtif(trace)));

test('runs of all formats are the same when they are read back', async () => {
  let compared = 0;
  for (const { fixtures } of await loadReaderCases())
    for (const { file, content } of fixtures)
      for (const record of await readContent(file, content, null)) {
        if (record.kind !== 'trace') continue;
        compared += 1;
        const run = toNativeTrace(record.trace);
        expect({ file, run: reread(record.trace) }).toEqual({ file, run });
      }
  expect(compared).toBeGreaterThan(100);
});

const text = fc.oneof(fc.constantFrom('a', 'b', ''), fc.string());
const call = fc.record(
  {
    name: fc.constantFrom('a', 'b.c', 'mcp__s__t'),
    server: fc.constantFrom('s', 't'),
    arguments: fc.oneof(fc.constantFrom('{', '[]'), fc.dictionary(fc.string(), fc.integer())),
    id: fc.constantFrom('a', 'b', 'call', 'a-2'),
    status: fc.constantFrom('ok', 'error', 'denied', 'missing'),
    result: text,
    requester: fc.constantFrom('user', 'helper'),
    turn: fc.integer({ min: 1, max: 3 }),
    duration_ms: fc.nat(),
  },
  { requiredKeys: ['name'] },
);
const said = fc.record(
  {
    role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
    text,
    turn: fc.integer({ min: 0, max: 3 }),
    id: fc.constantFrom('a', 'b'),
  },
  { requiredKeys: ['role', 'text', 'turn'] },
);
const native = fc.record(
  {
    id: fc.constantFrom('x', 'y'),
    input: fc.oneof(text, fc.constant({ q: 1 })),
    output: fc.oneof(text, fc.constant({ a: [1] })),
    tool_calls: fc.array(call, { maxLength: 5 }),
    said: fc.array(said, { maxLength: 5 }),
    tools: fc.array(fc.record({ name: fc.constantFrom('a', 'b'), server: fc.constant('s') }), {
      maxLength: 2,
    }),
    error: fc.constant('boom'),
    partial: fc.constant(true),
    duration_ms: fc.nat(),
  },
  { requiredKeys: ['tool_calls'] },
);

test('any trace is the same when it is read back', () => {
  fc.assert(
    fc.property(native, (value) => {
      const trace = traceOf(value);
      expect(reread(trace)).toEqual(toNativeTrace(trace));
    }),
  );
});

const CONVERSATION = traceOf({
  input: 'Weather in Oslo?',
  tool_calls: [
    { name: 'find', id: 'c', turn: 1, result: '7' },
    { name: 'weather', server: 'met', id: 'c', turn: 2, status: 'error' },
  ],
  output: 'Unknown.',
  said: [
    { role: 'user', text: 'Weather in Oslo?', turn: 0 },
    { role: 'assistant', text: 'Searching.', turn: 1 },
    { role: 'tool', text: '7', turn: 1, id: 'c' },
    { role: 'user', text: 'Hurry.', turn: 1 },
  ],
});

test('steps have messages and calls in their order, with distinct ids', () => {
  expect(toAtif(CONVERSATION).steps).toMatchObject([
    { step_id: 1, source: 'user', message: 'Weather in Oslo?' },
    {
      step_id: 2,
      source: 'agent',
      message: 'Searching.',
      tool_calls: [{ tool_call_id: 'c', function_name: 'find' }],
      observation: { results: [{ source_call_id: 'c', content: '7' }] },
    },
    { step_id: 3, source: 'user', message: 'Hurry.' },
    {
      step_id: 4,
      source: 'agent',
      message: '',
      tool_calls: [{ tool_call_id: 'c-2', function_name: 'weather', extra: { server: 'met' } }],
      observation: { results: [{ source_call_id: 'c-2', extra: { is_error: true } }] },
    },
    { step_id: 5, source: 'agent', message: 'Unknown.' },
  ]);
});

test('a trajectory that another program continued counts what was added', () => {
  const trajectory = toAtif(CONVERSATION);
  const added = { source: 'agent', message: '', tool_calls: [{ function_name: 'x' }] };
  const steps = [...(trajectory.steps as JsonObject[]), added];
  expect(read({ ...trajectory, steps }).calls.map(({ name }) => name)).toEqual([
    'find',
    'weather',
    'x',
  ]);
});

test.each([
  ['sub-agents were added', { subagent_trajectories: [] }],
  ['steps are of another one', { steps: [{ source: 'agent' }, { is_copied_context: true }] }],
  ['what was beside the steps is not a trace', { extra: { whichtool: { run: 'x' } } }],
])('it is an errored run where %s', (_, change) => {
  expect(read({ ...toAtif(CONVERSATION), ...change }).error).toContain('extra.whichtool');
});
