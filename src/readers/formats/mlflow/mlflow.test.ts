import type { Json } from '#core';
import { expect, test } from 'vitest';
import { formatCalls, readContent, readDocument } from '../../fixtures/reader-case.ts';
import { completion, inputs, outputs, span } from './fixtures/index.ts';

const trace = (spans: readonly Json[], info: Json = { trace_id: 'tr-1' }): Json => ({
  info,
  data: { spans: [...spans] },
});
const chat = (id: string, from: number, answer: Json, more: Record<string, Json> = {}): Json =>
  span(id, null, 'chat', 'CHAT_MODEL', [from, from + 1], {
    ...inputs({ messages: [{ role: 'user', content: 'Go' }] }),
    ...outputs(answer),
    ...more,
  });

test('what a judge did is not the run: neither below an evaluator, nor in the trace of a scorer', async () => {
  const judged = span('j', null, 'Safety', 'EVALUATOR', [5, 8]);
  const inside = span(
    'k',
    'j',
    'chat',
    'CHAT_MODEL',
    [6, 7],
    outputs(completion(null, ['c9', 'grade', {}])),
  );
  const [run] = await readDocument(trace([chat('a', 1, completion('ok')), judged, inside]));
  expect([run?.error, run?.calls]).toEqual([null, []]);
  const scored = trace([inside], {
    trace_id: 'tr-2',
    tags: { 'mlflow.trace.sourceScorer': 'safety' },
  });
  const records = await readContent('x.json', JSON.stringify(scored), null);
  expect(records).toMatchObject([{ kind: 'warning', issue: { code: 'READ_RUN_SKIPPED' } }]);
});

test('numbers that MLflow appends to names are removed, unless a tool has that name', async () => {
  const tools = ['get_1', 'get_2'].map((name, at) =>
    span(`t${at}`, null, name, 'TOOL', [at + 2, at + 3], inputs({ at })),
  );
  const [numbered] = await readDocument(
    trace([
      chat('a', 1, completion(null, ['c1', 'get', { at: 0 }], ['c2', 'get', { at: 1 }])),
      ...tools,
    ]),
  );
  expect(numbered === undefined ? [] : formatCalls(numbered)).toEqual(['get ok', 'get ok']);
  const offered = ['get_1', 'get_2'].map((name) => ({ type: 'function', function: { name } }));
  const answer = completion(null, ['c1', 'get_1', { at: 0 }], ['c2', 'get_2', { at: 1 }]);
  const [named] = await readDocument(
    trace([chat('a', 1, answer, { 'mlflow.chat.tools': offered }), ...tools]),
  );
  expect(named === undefined ? [] : formatCalls(named)).toEqual(['get_1 ok', 'get_2 ok']);
  const [single] = await readDocument(trace([tools[1] ?? null]));
  expect(single === undefined ? [] : formatCalls(single)).toEqual(['get_2 ok']);
});

test.each<[string, Json]>([
  [
    'Anthropic',
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'c1', name: 'get', input: {} }],
      stop_reason: 'tool_use',
    },
  ],
  [
    'Responses',
    {
      object: 'response',
      output: [{ type: 'function_call', call_id: 'c1', name: 'get', arguments: '{}' }],
    },
  ],
  [
    'Bedrock',
    {
      output: {
        message: {
          role: 'assistant',
          content: [{ toolUse: { toolUseId: 'c1', name: 'get', input: {} } }],
        },
      },
      stopReason: 'tool_use',
    },
  ],
  [
    'Gemini',
    {
      candidates: [
        { content: { role: 'model', parts: [{ functionCall: { name: 'get', args: {} } }] } },
      ],
    },
  ],
  [
    'LangChain',
    {
      generations: [
        [
          {
            text: '',
            message: {
              type: 'ai',
              content: '',
              tool_calls: [{ name: 'get', args: {}, id: 'c1', type: 'tool_call' }],
            },
          },
        ],
      ],
    },
  ],
  [
    'Pydantic AI',
    {
      kind: 'response',
      parts: [{ part_kind: 'tool-call', tool_name: 'get', args: '{}', tool_call_id: 'c1' }],
    },
  ],
  ['the AI SDK', { text: '', toolCalls: [{ toolCallId: 'c1', toolName: 'get', input: {} }] }],
])('the answer of a model is read as %s writes it', async (_, answer) => {
  const [run] = await readDocument(trace([chat('a', 1, answer)]));
  expect([run?.error, run === undefined ? [] : formatCalls(run)]).toEqual([null, ['get']]);
});

test.each<[string, Json, string]>([
  ['in no known shape', { verdict: 1, rank: 2, label: 'x' }, 'READ_ANSWER_MISSING'],
  [
    'that announces calls without any',
    { choices: [{ finish_reason: 'tool_calls', message: { role: 'assistant', content: '' } }] },
    'READ_ANSWER_MISSING',
  ],
  ['that is cut', '{"choices":[{"message":{"role":"assis', 'READ_ANSWER_CUT'],
])('an answer %s is never a run without a call', async (_, answer, code) => {
  const [run] = await readDocument(trace([chat('a', 1, answer)]));
  expect(run?.fault?.code).toBe(code);
});

test('an agent inside an agent is the requester of its calls', async () => {
  const [run] = await readDocument(
    trace([
      span('a', null, 'desk', 'AGENT', [0, 9]),
      span('b', 'a', 'ask_clerk', 'TOOL', [1, 5], inputs({})),
      span('c', 'b', 'clerk', 'AGENT', [2, 4]),
      span('d', 'c', 'find', 'TOOL', [3, 4], inputs({})),
      chat('e', 6, completion('ok')),
    ]),
  );
  expect(run === undefined ? [] : formatCalls(run)).toEqual(['ask_clerk ok', 'clerk:find ok']);
});
