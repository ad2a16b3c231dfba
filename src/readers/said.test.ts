import type { Json, Said } from '#core';
import { expect, test } from 'vitest';
import { readContent } from './fixtures/reader-case.ts';

const ASKED = 'Where is order 7?';
const LOOKING = 'Let me look.';
const FOUND = '{"state":"shipped"}';
const TOLD = 'It was shipped.';
const THEN = 'Then cancel order 8.';
const DONE = 'Order 8 is cancelled.';

function call(id: string, name: string): Json {
  return { id, type: 'function', function: { name, arguments: '{}' } };
}

const openAi: Json = {
  messages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: ASKED },
    { role: 'assistant', content: LOOKING, tool_calls: [call('c1', 'look')] },
    { role: 'tool', tool_call_id: 'c1', content: FOUND },
    { role: 'assistant', content: TOLD },
    { role: 'user', content: THEN },
    { role: 'assistant', content: DONE },
  ],
};

const anthropic: Json = {
  messages: [
    { role: 'user', content: ASKED },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: LOOKING },
        { type: 'tool_use', id: 'c1', name: 'look', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: FOUND }] },
      ],
    },
    { role: 'assistant', content: TOLD },
    { role: 'user', content: THEN },
    { role: 'assistant', content: [{ type: 'text', text: DONE }] },
  ],
};

const responses: Json = {
  object: 'response',
  input: [
    { role: 'user', content: ASKED },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: LOOKING }] },
    { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c1', output: FOUND },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: TOLD }] },
    { role: 'user', content: THEN },
  ],
  output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: DONE }] }],
};

const gemini: Json = {
  contents: [
    { role: 'user', parts: [{ text: ASKED }] },
    {
      role: 'model',
      parts: [{ text: LOOKING }, { functionCall: { id: 'c1', name: 'look', args: {} } }],
    },
    {
      role: 'user',
      parts: [{ functionResponse: { id: 'c1', name: 'look', response: { state: 'shipped' } } }],
    },
    { role: 'model', parts: [{ text: TOLD }] },
    { role: 'user', parts: [{ text: THEN }] },
    { role: 'model', parts: [{ text: DONE }] },
  ],
};

const langchain: Json = {
  messages: [
    { type: 'human', data: { content: ASKED } },
    {
      type: 'ai',
      data: { content: LOOKING, tool_calls: [{ id: 'c1', name: 'look', args: {} }] },
    },
    { type: 'tool', data: { content: FOUND, tool_call_id: 'c1', name: 'look' } },
    { type: 'ai', data: { content: TOLD } },
    { type: 'human', data: { content: THEN } },
    { type: 'ai', data: { content: DONE } },
  ],
};

const aiSdk: Json = {
  messages: [
    { role: 'user', parts: [{ type: 'text', text: ASKED }] },
    {
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'text', text: LOOKING },
        {
          type: 'tool-look',
          toolCallId: 'c1',
          state: 'output-available',
          input: {},
          output: { state: 'shipped' },
        },
        { type: 'step-start' },
        { type: 'text', text: TOLD },
      ],
    },
    { role: 'user', parts: [{ type: 'text', text: THEN }] },
    { role: 'assistant', parts: [{ type: 'step-start' }, { type: 'text', text: DONE }] },
  ],
};

const tau: Json = [
  { task_id: 0, reward: 1, trial: 0, info: {}, traj: (openAi as { messages: Json }).messages },
];

test.each([
  ['OpenAI Chat Completions', openAi],
  ['Anthropic Messages', anthropic],
  ['OpenAI Responses', responses],
  ['Gemini', gemini],
  ['LangChain', langchain],
  ['the AI SDK', aiSdk],
  ['tau-bench', tau],
])('a conversation of %s is kept up to the last answer', async (_, record) => {
  const [read] = await readContent('run.json', JSON.stringify(record), null);
  if (read?.kind !== 'trace') throw new Error('no trace');
  const { input, output, said = [] } = read.trace;
  expect([input, output]).toEqual([ASKED, DONE]);
  const texts = said
    .filter(({ role }) => role !== 'system')
    .map(({ role, text, turn }): Said => ({ role, text, turn }));
  expect(texts).toEqual([
    { role: 'user', text: ASKED, turn: 0 },
    { role: 'assistant', text: LOOKING, turn: 1 },
    { role: 'tool', text: FOUND, turn: 1 },
    { role: 'assistant', text: TOLD, turn: 2 },
    { role: 'user', text: THEN, turn: 2 },
  ]);
  expect(said.find(({ role }) => role === 'tool')?.id).toBe('c1');
  expect(read.trace.calls.map(({ result }) => result)).toEqual([FOUND]);
});

const mcp = [
  { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'look', arguments: {} } },
  { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: FOUND }] } },
];

const span = (name: string, attributes: Readonly<Record<string, string>>): Json => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  name,
  startTimeUnixNano: '1',
  endTimeUnixNano: '2',
  attributes: Object.entries(attributes).map(([key, stringValue]) => ({
    key,
    value: { stringValue },
  })),
});

const otlp = (name: string, attributes: Readonly<Record<string, string>>): Json => ({
  resourceSpans: [{ scopeSpans: [{ spans: [span(name, attributes)] }] }],
});

const langfuse: Json = [
  {
    id: 'o1',
    traceId: 't1',
    type: 'TOOL',
    name: 'look',
    startTime: '2026-02-02T09:00:02.000Z',
    endTime: '2026-02-02T09:00:02.250Z',
    parentObservationId: null,
    level: 'DEFAULT',
    input: '{}',
    output: FOUND,
  },
];

const langsmith: Json = {
  id: 'r1',
  trace_id: 'r1',
  run_type: 'tool',
  name: 'look',
  inputs: { input: '{}' },
  outputs: { output: FOUND },
  start_time: '2026-01-01T00:00:00Z',
  end_time: '2026-01-01T00:00:01Z',
  dotted_order: '20260101T000000000000Zr1',
};

const agents: Json[] = [
  { object: 'trace', id: 'trace_1', workflow_name: 'w' },
  {
    object: 'trace.span',
    id: 'span_1',
    trace_id: 'trace_1',
    started_at: '2026-01-01T00:00:00Z',
    ended_at: '2026-01-01T00:00:01Z',
    span_data: { type: 'function', name: 'look', input: '{}', output: FOUND },
  },
];

const mastra: Json = {
  id: 's1',
  traceId: 't1',
  type: 'tool_call',
  name: "tool: 'look'",
  startTime: '2026-01-01T00:00:00Z',
  endTime: '2026-01-01T00:00:01Z',
  input: {},
  output: { state: 'shipped' },
};

test.each<[string, Json, readonly Json[]]>([
  ['MCP logs', null, mcp],
  [
    'OpenTelemetry',
    otlp('execute_tool look', {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'look',
      'gen_ai.tool.call.result': FOUND,
    }),
    [],
  ],
  [
    'OpenInference',
    otlp('look', {
      'openinference.span.kind': 'TOOL',
      'tool.name': 'look',
      'output.value': FOUND,
    }),
    [],
  ],
  [
    'AI SDK telemetry',
    otlp('ai.toolCall', {
      'ai.operationId': 'ai.toolCall',
      'ai.toolCall.name': 'look',
      'ai.toolCall.result': FOUND,
    }),
    [],
  ],
  ['Langfuse', langfuse, []],
  ['LangSmith', langsmith, []],
  ['OpenAI Agents', null, agents],
  ['Mastra', mastra, []],
])('a call of %s has its result', async (_, record, lines) => {
  const text =
    lines.length === 0
      ? JSON.stringify(record)
      : lines.map((line) => JSON.stringify(line)).join('\n');
  const [read] = await readContent(lines.length === 0 ? 'run.json' : 'run.jsonl', text, null);
  if (read?.kind !== 'trace') throw new Error(`no trace: ${JSON.stringify(read)}`);
  expect(read.trace.calls.map(({ name, result }) => [name, result])).toEqual([['look', FOUND]]);
});

test('a result whose content is null is not recorded; an empty one is', async () => {
  const answered = (content: Json): Json => ({
    messages: [
      { role: 'user', content: ASKED },
      { role: 'assistant', content: '', tool_calls: [call('c1', 'look')] },
      { role: 'tool', tool_call_id: 'c1', content },
    ],
  });
  const resultOf = async (content: Json): Promise<unknown> => {
    const [read] = await readContent('run.json', JSON.stringify(answered(content)), null);
    return read?.kind === 'trace' ? read.trace.calls[0]?.result : read;
  };
  expect(await resultOf(null)).toBeUndefined();
  expect(await resultOf('')).toBe('');
});

test('a question with its answer has no more to tell than input and output', async () => {
  const record = {
    messages: [
      { role: 'user', content: ASKED },
      { role: 'assistant', content: TOLD },
    ],
  };
  const [read] = await readContent('run.json', JSON.stringify(record), null);
  expect(read).toMatchObject({ kind: 'trace', trace: { input: ASKED, output: TOLD } });
  expect(read).not.toHaveProperty('trace.said');
});
