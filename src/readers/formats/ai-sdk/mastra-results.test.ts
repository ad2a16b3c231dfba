// What agents of Mastra 1.71 return: steps whose lists of calls are events, and stored messages of format 2.
import type { JsonObject } from '#core';
import { expect, test } from 'vitest';
import { formatCalls, readDocument } from '../../fixtures/reader-case.ts';

const call = (id: string, name: string): JsonObject => ({ toolCallId: id, toolName: name });
const event = (type: string, payload: JsonObject): JsonObject => ({
  type,
  runId: 'r',
  from: 'AGENT',
  payload,
});

/** Of two calls at once, `content` has the last one only. */
const STEPS: readonly JsonObject[] = [
  {
    stepType: 'initial',
    finishReason: 'tool-calls',
    toolCalls: [
      event('tool-call', { ...call('c1', 'look'), args: { at: 1 } }),
      event('tool-call', { ...call('c2', 'look'), args: { at: 2 } }),
    ],
    toolResults: [
      event('tool-result', { ...call('c1', 'look'), args: { at: 1 }, result: 8 }),
      event('tool-result', { ...call('c2', 'look'), args: { at: 2 }, result: 9 }),
    ],
    content: [
      { type: 'tool-call', ...call('c2', 'look'), input: { at: 2 } },
      {
        type: 'tool-result',
        ...call('c2', 'look'),
        input: { at: 2 },
        output: { type: 'json', value: 9 },
      },
    ],
  },
  {
    stepType: 'tool-result',
    finishReason: 'tool-calls',
    toolCalls: [event('tool-call', { ...call('c3', 'fail'), args: {} })],
    toolResults: [],
    content: [
      { type: 'tool-call', ...call('c3', 'fail'), input: {} },
      {
        type: 'tool-result',
        ...call('c3', 'fail'),
        input: {},
        output: { type: 'error-text', value: 'no' },
      },
    ],
  },
  {
    stepType: 'tool-result',
    finishReason: 'stop',
    toolCalls: [],
    toolResults: [],
    content: [{ type: 'text', text: 'Done.' }],
    text: 'Done.',
  },
];

const invocation = (state: string, id: string, name: string, more: JsonObject): JsonObject => ({
  type: 'tool-invocation',
  toolInvocation: { state, ...call(id, name), args: {}, ...more },
});
const MESSAGES: readonly JsonObject[] = [
  {
    id: 'm1',
    role: 'user',
    content: { format: 2, parts: [{ type: 'text', text: 'Go' }], content: 'Go' },
  },
  {
    id: 'm2',
    role: 'assistant',
    content: {
      format: 2,
      parts: [
        invocation('result', 'c1', 'look', { result: 8 }),
        invocation('result', 'c2', 'look', { result: 9 }),
        { type: 'step-start' },
        invocation('output-error', 'c3', 'fail', { errorText: 'no' }),
        { type: 'step-start' },
        { type: 'text', text: 'Done.' },
      ],
      content: 'Done.',
    },
  },
];

test.each<[string, readonly JsonObject[] | JsonObject]>([
  ['steps', { steps: STEPS }],
  ['a list of steps', STEPS],
  ['a result, which has the members of a step itself', { ...STEPS[2], ...resultOf() }],
  ['stored messages', MESSAGES],
])('every call counts once: %s', async (_, record) => {
  const runs = await readDocument(record);
  expect(runs).toHaveLength(1);
  expect(runs[0]?.calls.map(({ id }) => id).toSorted()).toEqual(['c1', 'c2', 'c3']);
  expect(runs[0] === undefined ? [] : formatCalls(runs[0]).toSorted()).toEqual([
    'fail error',
    'look ok',
    'look ok',
  ]);
  expect(runs[0]).toMatchObject({ output: 'Done.', error: null });
});

function resultOf(): JsonObject {
  return {
    steps: STEPS,
    messages: MESSAGES,
    toolCalls: STEPS.flatMap(({ toolCalls }) => toolCalls as JsonObject[]),
    toolResults: STEPS.flatMap(({ toolResults }) => toolResults as JsonObject[]),
  };
}

test('a result of version 4 repeats its last step, and is read by its steps', async () => {
  const step = {
    finishReason: 'tool-calls',
    text: '',
    toolCalls: [{ ...call('c1', 'look'), args: {} }],
  };
  const last = { finishReason: 'stop', text: 'Done.', toolCalls: [], toolResults: [] };
  const [run] = await readDocument({ ...last, steps: [step, last] });
  expect(run?.calls.map(({ name }) => name)).toEqual(['look']);
});

test('an output that a tool made like this is not an error of the call', async () => {
  const output = { type: 'error-text', value: 'no', more: 1 };
  const [run] = await readDocument({
    steps: [
      {
        finishReason: 'tool-calls',
        content: [
          { type: 'tool-call', ...call('c1', 'look'), input: {} },
          { type: 'tool-result', ...call('c1', 'look'), input: {}, output },
        ],
      },
      { finishReason: 'stop', content: [{ type: 'text', text: 'Done.' }] },
    ],
  });
  expect(run === undefined ? [] : formatCalls(run)).toEqual(['look ok']);
});
