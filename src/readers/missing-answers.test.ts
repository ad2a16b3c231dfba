// A record that lacks the answer of the model, or a part of it, is never a run without a call.
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, Trace } from '#core';
import { readDocument, readLines } from './fixtures/reader-case.ts';

const USER = { role: 'user', content: 'What is new?' };
const SAYS_NOTHING = { role: 'assistant', content: null };
const CUT = '[{"role":"assistant","parts":[{"type":"tool_call","na';

function otlp(...spans: readonly JsonObject[]): Json {
  const recorded = spans.map(({ name = 'chat m', status, ...attributes }, index) => ({
    traceId: 'a1',
    spanId: `b${index + 1}`,
    name,
    startTimeUnixNano: `${1_790_000_000 + index}000000000`,
    endTimeUnixNano: `${1_790_000_001 + index}000000000`,
    ...(status === undefined ? {} : { status }),
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: Array.isArray(value)
        ? { arrayValue: { values: value.map((item: Json) => ({ stringValue: item })) } }
        : { stringValue: value },
    })),
  }));
  return { resourceSpans: [{ scopeSpans: [{ spans: recorded }] }] };
}

const CHAT = { 'gen_ai.operation.name': 'chat' };
const AI = { name: 'ai.generateText.doGenerate', 'ai.operationId': 'ai.generateText.doGenerate' };
const LLM = { name: 'llm', 'openinference.span.kind': 'LLM' };
const TOOL = {
  name: 'execute_tool find',
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'find',
};

/** Spans of a single answer each. */
const SPANS: readonly (readonly [string, JsonObject, string])[] = [
  ['OTLP without content', CHAT, 'READ_ANSWER_MISSING'],
  [
    'OTLP that announces calls',
    { ...CHAT, 'gen_ai.response.finish_reasons': ['tool_calls'] },
    'READ_ANSWER_MISSING',
  ],
  [
    'OTLP that announces calls beside an empty message',
    {
      ...CHAT,
      'gen_ai.output.messages':
        '[{"role":"assistant","parts":[{"type":"text","content":""}],"finish_reason":"tool_call"}]',
    },
    'READ_ANSWER_MISSING',
  ],
  ['OTLP that was cut', { ...CHAT, 'gen_ai.output.messages': CUT }, 'READ_ANSWER_CUT'],
  ['AI SDK telemetry without output', AI, 'READ_ANSWER_MISSING'],
  [
    'AI SDK telemetry that was cut',
    { ...AI, 'ai.response.text': 'Let me see', 'ai.response.toolCalls': '[{"toolCallId":"a' },
    'READ_ANSWER_CUT',
  ],
  ['OpenInference without output', LLM, 'READ_ANSWER_MISSING'],
  [
    'OpenInference that hides output',
    { ...LLM, 'output.value': '__REDACTED__' },
    'READ_ANSWER_MISSING',
  ],
  [
    'OpenInference that was cut',
    { ...LLM, 'output.mime_type': 'application/json', 'output.value': '{"choices":[{"mess' },
    'READ_ANSWER_CUT',
  ],
];

describe('spans', () => {
  it.each(SPANS)('%s is not measured', async (_, span, code) => {
    const [trace] = await readDocument(otlp(span));
    expect(trace).toMatchObject({ calls: [], fault: { code } });
  });

  it.each(SPANS)('%s beside a tool that ran is a part of a run', async (_, span, code) => {
    const [trace] = await readDocument(otlp(span, TOOL));
    expect(trace).toMatchObject({ error: null, partial: true, calls: [{ name: 'find' }] });
    expect(trace?.issues.map((issue) => issue.code)).toContain(code);
  });

  it.each([
    ['an answer in words', { ...CHAT, 'gen_ai.completion.0.content': 'Nothing.' }],
    [
      'an empty answer',
      {
        ...CHAT,
        'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":""}]}]',
      },
    ],
    ['plain text', { ...LLM, 'output.value': 'Nothing.' }],
    ['an embedding', { 'gen_ai.request.model': 'm', 'llm.request.type': 'embedding', ...TOOL }],
  ])('%s is whole', async (_, span) => {
    const [trace] = await readDocument(otlp(span));
    expect(trace).toMatchObject({ error: null });
    expect(trace?.partial).toBeUndefined();
  });

  it('a request that was cut may be all that has earlier calls, and is passed over beside calls', async () => {
    const call = { type: 'tool_call', id: 'c1', name: 'find', arguments: {} };
    const request = JSON.stringify([
      { role: 'user', parts: [{ type: 'text', content: 'go' }] },
      { role: 'assistant', parts: [call] },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'found' }] },
    ]);
    const answer = { ...CHAT, 'gen_ai.completion.0.content': 'Found.' };
    const whole = await readDocument(otlp({ ...answer, 'gen_ai.input.messages': request }));
    expect(whole).toMatchObject([{ calls: [{ name: 'find' }], error: null }]);
    const cut = { ...answer, 'gen_ai.input.messages': request.slice(0, 40) };
    const code = 'READ_ANSWER_CUT';
    expect(await readDocument(otlp(cut))).toMatchObject([{ calls: [], fault: { code } }]);
    const [beside] = await readDocument(otlp(cut, TOOL));
    expect(beside).toMatchObject({ calls: [{ name: 'find' }], error: null, issues: [] });
  });

  it('takes the answer of the span around a request that does not have it', async () => {
    const outer = { ...AI, name: 'ai.generateText', 'ai.response.text': 'Nothing.' };
    const document = otlp(outer, AI) as { resourceSpans: { scopeSpans: { spans: object[] }[] }[] };
    const { spans } = document.resourceSpans[0]!.scopeSpans[0]!;
    Object.assign(spans[1]!, { parentSpanId: 'b1' });
    const [trace] = await readDocument(document as unknown as Json);
    expect(trace).toMatchObject({ error: null, output: 'Nothing.' });
  });

  it('does not expect an answer of a request that failed', async () => {
    const failed = { ...CHAT, status: { code: 2 } };
    const answered = { ...CHAT, 'gen_ai.completion.0.content': 'Nothing.' };
    expect((await readDocument(otlp(failed, answered)))[0]).toMatchObject({ error: null });
  });
});

const choice = (message: Json): Json => ({ choices: [{ finish_reason: 'tool_calls', message }] });
const agentSpan = (id: string, data: JsonObject): Json => ({
  object: 'trace.span',
  id,
  trace_id: 't',
  started_at: '2026-01-01T00:00:00Z',
  ended_at: '2026-01-01T00:00:01Z',
  span_data: data,
});

/** Records in which nothing else shows what was called. */
const RECORDS: readonly (readonly [string, readonly Json[]])[] = [
  ['openai-chat', [choice(SAYS_NOTHING)]],
  [
    'openai-chat, a request with its response',
    [{ request: { messages: [USER] }, response: choice(SAYS_NOTHING) }],
  ],
  [
    'openai-chat, a response without an answer',
    [
      {
        request: { messages: [USER, { role: 'assistant', content: 'Hm.' }, USER] },
        response: { id: 'x' },
      },
    ],
  ],
  [
    'openai-chat, streamed',
    [
      {
        object: 'chat.completion.chunk',
        id: 'c',
        choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }],
      },
    ],
  ],
  [
    'anthropic',
    [
      {
        type: 'message',
        role: 'assistant',
        stop_reason: 'tool_use',
        content: [{ type: 'text', text: 'Hm.' }],
      },
    ],
  ],
  [
    'gemini',
    [{ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], candidates: [{ index: 0 }] }],
  ],
  [
    'openai-responses',
    [
      {
        input: [
          { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
          { type: 'function_call', call_id: 'a', name: 'find', arguments: '{}' },
        ],
        object: 'response',
        status: 'completed',
        output: null,
      },
    ],
  ],
  [
    'ai-sdk',
    [{ steps: [{ finishReason: 'tool-calls', content: [{ type: 'text', text: 'Hm.' }] }] }],
  ],
  [
    'langchain',
    [
      {
        messages: [
          { type: 'human', content: 'Hi' },
          { type: 'ai', content: '', response_metadata: { finish_reason: 'tool_calls' } },
        ],
      },
    ],
  ],
  [
    'claude-code',
    [
      { type: 'system', subtype: 'init', session_id: 's', tools: ['Bash'] },
      {
        type: 'assistant',
        session_id: 's',
        message: {
          id: 'm',
          role: 'assistant',
          stop_reason: 'tool_use',
          content: [{ type: 'text', text: 'Hm.' }],
        },
      },
      { type: 'result', subtype: 'success', session_id: 's', is_error: false, result: '' },
    ],
  ],
  ['openai-agents', [agentSpan('r', { type: 'response', response_id: 'resp_1' })]],
  [
    'mastra',
    [
      {
        id: 's',
        traceId: 't',
        type: 'model_generation',
        startTime: '2026-01-01T00:00:00Z',
        endTime: '2026-01-01T00:00:01Z',
        attributes: { finishReason: 'tool-calls' },
        output: { text: 'Hm.' },
      },
    ],
  ],
  [
    'inspect-ai',
    [
      {
        version: 2,
        status: 'success',
        eval: { task: 't', model: 'm' },
        samples: [
          {
            id: 1,
            epoch: 1,
            input: 'Hi',
            target: '',
            messages: [],
            events: [
              {
                event: 'model',
                output: { choices: [{ stop_reason: 'tool_calls', message: SAYS_NOTHING }] },
              },
            ],
          },
        ],
      },
    ],
  ],
];

describe('messages', () => {
  it.each(RECORDS)('%s without the calls of an answer is not measured', async (_, records) => {
    const [trace] = (await readLines(records)) as readonly [Trace];
    expect(trace).toMatchObject({
      error: expect.any(String) as string,
      fault: { code: 'READ_ANSWER_MISSING' },
    });
  });
});

it.each([
  ['as a whole', 'gen_ai.event.content', '{"finish_reason":"tool_calls","message":{"tool_ca'],
  ['in its message', 'message', '{"tool_calls":[{"id":"a","na'],
  ['in its calls', 'tool_calls', '[{"id":"a","na'],
])('an event with an answer that was cut %s is not a run without calls', async (_, key, text) => {
  const attributes = [{ key, value: { stringValue: text } }];
  const span = {
    traceId: 'a1',
    spanId: 'b1',
    name: 'chat m',
    startTimeUnixNano: '1790000000000000000',
    endTimeUnixNano: '1790000001000000000',
    attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } }],
    events: [{ name: 'gen_ai.choice', attributes }],
  };
  const [trace] = await readDocument({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
  expect(trace?.fault?.code).toBe('READ_ANSWER_CUT');
});
