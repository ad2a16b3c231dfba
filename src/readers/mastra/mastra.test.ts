import * as fc from 'fast-check';
import type { Json, JsonObject } from '#core';
import { expect, test } from 'vitest';
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
  const wanted = assemble(spans);
  fc.assert(
    fc.property(fc.shuffledSubarray(spans, { minLength: spans.length }), (shuffled) => {
      expect(assemble(shuffled)).toEqual(wanted);
    }),
  );
});

test('spans that are each above the other end somewhere', () => {
  const circle = [
    { id: 'a', parentSpanId: 'b' },
    { id: 'b', parentSpanId: 'a' },
  ].map((one) => ({ ...one, traceId: 't', type: 'tool_call', entityName: 'x' }));
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
  ].map((one) => ({ ...one, traceId: 't' }));
  expect(assemble(spans)).toMatchObject([{ calls: [{ name: 'x', id: null }] }]);
});
