import { type Json, toNativeTrace } from '#core';
import { describe, expect, it } from 'vitest';
import { readContent } from '../../fixtures/reader-case.ts';
import { detectFormat } from '../../format-guess.ts';
import { FORMATS } from '../formats.ts';
import { otlpLine } from '../../spans/fixtures/spans.ts';

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

async function readOne(...spans: readonly object[]): Promise<unknown> {
  const [record, ...others] = await readContent(
    'x.jsonl',
    spans.map((span) => `${JSON.stringify(span)}\n`).join(''),
    null,
  );
  expect(others).toEqual([]);
  return record?.kind === 'trace' ? toNativeTrace(record.trace) : record;
}

const OUT = 'llm.output_messages.0.message';

it.each<[string, object, object]>([
  [
    'lists are in the order of their numbers',
    Object.fromEntries(
      [10, 9, 0].map((at) => [`${OUT}.tool_calls.${at}.tool_call.function.name`, `t${at}`]),
    ),
    { tool_calls: [{ name: 't0' }, { name: 't9' }, { name: 't10' }] },
  ],
  [
    'a part of the content that repeats a call is none',
    {
      [`${OUT}.tool_calls.0.tool_call.id`]: 'c',
      [`${OUT}.tool_calls.0.tool_call.function.name`]: 'go',
      [`${OUT}.contents.0.message_content.type`]: 'text',
      [`${OUT}.contents.0.message_content.text`]: 'So.',
      [`${OUT}.contents.1.message_content.type`]: 'tool_use',
      [`${OUT}.contents.1.message_content.id`]: 'c',
      [`${OUT}.contents.1.message_content.name`]: 'go',
    },
    { tool_calls: [{ name: 'go', id: 'c', turn: 1 }], output: 'So.' },
  ],
  [
    'a call may be written in the way of 2023',
    { [`${OUT}.function_call_name`]: 'go', [`${OUT}.function_call_arguments_json`]: '{"a":1}' },
    { tool_calls: [{ name: 'go', arguments: { a: 1 } }] },
  ],
  [
    'the catalog is in the words of any provider',
    {
      'llm.tools.0.tool.json_schema':
        '{"type":"function","function":{"name":"a","parameters":{"type":"object"}}}',
      'llm.tools.1.tool.json_schema': '{"name":"b","input_schema":{"type":"object"}}',
      'llm.tools.2.tool.name': 'c',
    },
    {
      tools: [
        { name: 'a', input_schema: { type: 'object' } },
        { name: 'b', input_schema: { type: 'object' } },
        { name: 'c' },
      ],
    },
  ],
  [
    'tokens and money are as they are recorded, cached ones counted in',
    {
      'llm.token_count.prompt': 5,
      'llm.token_count.completion': 2,
      'llm.token_count.total': 7,
      'llm.token_count.prompt_details.cache_read': 4,
      'llm.token_count.completion_details.reasoning': 1,
      'llm.cost.prompt': 0.1,
      'llm.cost.total': 0.3,
    },
    { usage: { input_tokens: 5, output_tokens: 2, cost: 0.3 } },
  ],
])('%s', async (_, attributes, expected) => {
  expect(await readOne({ name: 'x', attributes: { [KIND]: 'LLM', ...attributes } })).toMatchObject(
    expected,
  );
});

it('two updates of one step that tell of a call are one call, those of another step another', async () => {
  const step = (id: string, parent: string, args: object): object => ({
    context: { trace_id: 'a1', span_id: id },
    parent_id: parent,
    name: 'update',
    attributes: { [KIND]: 'CHAIN', 'tool.name': 'go', 'tool.parameters': JSON.stringify(args) },
  });
  const run = await readOne(
    step('b1', 'f1', { n: 1 }),
    step('b2', 'f1', { n: 1 }),
    step('b3', 'f2', { n: 1 }),
  );
  expect(run).toMatchObject({ tool_calls: [{ arguments: { n: 1 } }, { arguments: { n: 1 } }] });
});

it('a failed tool says so by its status and its exception', async () => {
  const attributes = { [KIND]: 'TOOL', 'tool.name': 'go' };
  expect(
    await readOne({
      name: 'x',
      attributes,
      status_code: 'ERROR',
      end_time: '2026-01-01T00:00:00Z',
    }),
  ).toMatchObject({
    tool_calls: [{ name: 'go', status: 'error' }],
  });
});

describe('offered tools', () => {
  const offered = async (schema: string, extra: Readonly<Record<string, string>> = {}) => {
    const attributes = {
      'openinference.span.kind': 'LLM',
      'llm.tools.0.tool.json_schema': schema,
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'get',
      ...extra,
    };
    const span = {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      name: 'llm',
      startTimeUnixNano: '1',
      endTimeUnixNano: '2',
      attributes: Object.entries(attributes).map(([key, stringValue]) => ({
        key,
        value: { stringValue },
      })),
    };
    const content = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    const [read] = await readContent('run.json', content, null);
    return read?.kind === 'trace' ? read.trace.offered : read;
  };

  it('are unknown where a schema is empty, cut or not JSON', async () => {
    expect(await offered('{}')).toBeNull();
    expect(await offered('{"type":"function","function":{"na')).toBeNull();
    expect(await offered('{}', { 'llm.tools.0.tool.name': 'get' })).toMatchObject([
      { name: 'get' },
    ]);
    expect(await offered('{"name":"get"}')).toMatchObject([{ name: 'get' }]);
  });
});
