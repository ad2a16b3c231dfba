import type { Json } from '#core';
import { expect, it } from 'vitest';
import { detectFormat } from '../format-guess.ts';
import { FORMATS } from '../formats.ts';
import { otlpLine } from '../otlp/fixtures/spans.ts';

const KIND = 'openinference.span.kind';

it.each<[string, Json, string | null]>([
  [
    'a line of OTLP in which one span is of its kinds',
    otlpLine(null, { id: 'a', name: 'x' }, { id: 'b', name: 'y', attributes: { [KIND]: 'LLM' } }),
    'openinference',
  ],
  ['a line of OTLP without such a span', otlpLine(null, { id: 'a', name: 'x' }), 'otlp'],
  [
    'a span of names and attributes',
    { name: 'x', attributes: { [KIND]: 'TOOL' } },
    'openinference',
  ],
  [
    'a span whose attributes nest',
    { name: 'x', attributes: { openinference: { span: { kind: 'LLM' } }, 'llm.x': 1 } },
    'openinference',
  ],
  ['a span with attributes of nobody', { name: 'x', attributes: { colour: 'red' } }, null],
  ['a page of something else', { data: [{ id: 1 }] }, null],
])('%s is told by its attributes', (_, record, id) => {
  expect(detectFormat(record, FORMATS)?.id ?? null).toBe(id);
});
