import type { JsonObject } from '#core';
import { describe, expect, test } from 'vitest';
import { readContent, readDocument, readLines, formatCalls } from '../../fixtures/reader-case.ts';
import { aiSdkFormat } from './index.ts';

const question: JsonObject = { role: 'user', parts: [{ type: 'text', text: 'Go' }] };

/** An answer of a chat with a single part about a call. */
function chat(part: JsonObject): JsonObject {
  const parts = [{ type: 'step-start' }, { toolCallId: 'c1', ...part }];
  return { messages: [question, { role: 'assistant', parts }] };
}

describe('the state of a part is the progress of its call', () => {
  test.each<[string, JsonObject, string]>([
    ['input-available', {}, 'get'],
    ['output-available', { output: 1 }, 'get ok'],
    ['output-available', { output: 1, preliminary: true }, 'get'],
    ['output-error', { errorText: 'x' }, 'get error'],
    ['output-denied', { approval: { id: 'a', approved: false } }, 'get denied'],
    ['approval-requested', { approval: { id: 'a' } }, 'get'],
    ['approval-responded', { approval: { id: 'a', approved: true } }, 'get'],
    ['approval-responded', { approval: { id: 'a', approved: false } }, 'get denied'],
  ])('%s %j', async (state, more, expected) => {
    const [run] = await readDocument(chat({ type: 'tool-get', state, input: {}, ...more }));
    expect(run === undefined ? [] : formatCalls(run)).toEqual([expected]);
  });

  test.each<[string, JsonObject]>([
    ['version 5', { type: 'tool-get', toolCallId: 'c1', state: 'input-streaming' }],
    [
      'version 4',
      {
        type: 'tool-invocation',
        toolInvocation: { toolCallId: 'c1', toolName: 'get', state: 'partial-call', args: {} },
      },
    ],
  ])('one that was still being written was cut off: %s', async (_, part) => {
    const [run] = await readDocument({
      messages: [question, { role: 'assistant', parts: [part] }],
    });
    expect(run?.error).toBe('the answer was cut off while it wrote a call');
  });

  test('the invocations of version 4 stand beside the text', async () => {
    const toolInvocations = [
      { state: 'result', toolCallId: 'c1', toolName: 'get', args: { a: 1 }, result: 8 },
    ];
    const [run] = await readDocument([
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: '', toolInvocations },
      { role: 'assistant', content: 'Done.' },
    ]);
    expect(run === undefined ? [] : formatCalls(run)).toEqual(['get ok']);
    expect(run).toMatchObject({ output: 'Done.', said: [{ text: 'Go' }, { text: '8' }] });
  });

  test('input that fits no tool is kept as it was written', async () => {
    const part = { type: 'dynamic-tool', toolName: 'get', state: 'output-error', errorText: 'x' };
    const [run] = await readDocument(chat({ ...part, rawInput: { a: 1 } }));
    expect(run?.calls).toMatchObject([{ name: 'get', arguments: { value: { a: 1 } } }]);
  });
});

describe('results of model messages', () => {
  test.each<[JsonObject, string]>([
    [{ output: { type: 'json', value: 8 } }, 'get ok'],
    [{ output: { type: 'error-text', value: 'x' } }, 'get error'],
    [{ output: { type: 'error-json', value: {} } }, 'get error'],
    [{ output: { type: 'execution-denied', reason: 'no' } }, 'get denied'],
    [{ result: 'x', isError: true }, 'get error'],
  ])('%j', async (more, expected) => {
    const [run] = await readDocument({
      messages: [
        { role: 'user', content: 'Go' },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'get', input: {} }],
        },
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'get', ...more }],
        },
      ],
    });
    expect(run === undefined ? [] : formatCalls(run)).toEqual([expected]);
  });

  test.each<[string, JsonObject]>([
    ['a value', { output: { type: 'json', value: 8 } }],
    ['an output', { output: 8 }],
    ['the result of version 4', { result: 8 }],
    ['an error', { type: 'tool-error', error: 8 }],
  ])('are kept as what was said: %s', async (_, more) => {
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'get', input: {} };
    const [run] = await readDocument([
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: [call] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', ...more }] },
      { role: 'assistant', content: 'Done.' },
    ]);
    expect(run?.said?.at(-1)).toMatchObject({ role: 'tool', text: '8' });
  });
});

/** A step that calls a tool, or a step that ends a run. */
function step(name: string | null, more: JsonObject = {}): JsonObject {
  const toolCalls = name === null ? [] : [{ toolCallId: name, toolName: name, args: {} }];
  const finishReason = name === null ? 'stop' : 'tool-calls';
  return { finishReason, text: name === null ? 'Done.' : '', toolCalls, toolResults: [], ...more };
}

describe('steps', () => {
  test.each<[string, JsonObject[], string[][]]>([
    ['until one has nothing to wait for', [step('a'), step(null), step('b')], [['a'], ['b']]],
    [
      'until one is the first',
      [step('a', { stepNumber: 0 }), step('b', { stepNumber: 0 }), step('c', { stepNumber: 1 })],
      [['a'], ['b', 'c']],
    ],
    [
      'until one begins anew, in version 4',
      [step('a', { stepType: 'initial' }), step('b', { stepType: 'initial' })],
      [['a'], ['b']],
    ],
  ])('on lines are one run %s', async (_, lines, expected) => {
    expect((await readLines(lines)).map(formatCalls)).toEqual(expected);
  });

  test('content records the calls that the lists beside it repeat', async () => {
    const content = [
      { type: 'tool-call', toolCallId: 'a', toolName: 'a', input: {} },
      { type: 'tool-error', toolCallId: 'a', toolName: 'a', input: {}, error: 'x' },
    ];
    const toolCalls = [{ toolCallId: 'a', toolName: 'a', input: { other: 1 } }];
    const [run] = await readDocument({ steps: [step(null, { content, toolCalls })] });
    expect(run?.calls).toMatchObject([{ name: 'a', status: 'error', arguments: { value: {} } }]);
  });

  test.each<[string, JsonObject, JsonObject[]]>([
    ['of each step', { totalUsage: { inputTokens: 99 } }, [{ inputTokens: 3 }, { inputTokens: 4 }]],
    ['of the whole', { totalUsage: { inputTokens: 7 }, usage: { inputTokens: 4 } }, []],
    ['of the whole, in version 4', { usage: { promptTokens: 7 } }, []],
  ])('tokens are counted once: %s', async (_, record, usages) => {
    const steps = [step('a'), step(null)].map((entry, index) => ({
      ...entry,
      usage: usages[index] ?? null,
    }));
    const [run] = await readDocument({ ...record, steps });
    expect(run?.usage?.inputTokens).toBe(7);
  });

  test.each(['length', 'content-filter', 'error'])('an answer that ends by %s', async (reason) => {
    const [run] = await readDocument({ steps: [step(null, { finishReason: reason })] });
    expect(run?.error).toBe(`the answer was cut off (finishReason ${reason})`);
  });

  test('a result without steps has its calls in the messages of the response', async () => {
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'a', input: {} };
    const [run] = await readDocument({
      response: { messages: [{ role: 'assistant', content: [call] }] },
      error: { message: 'the key is wrong' },
    });
    expect(run).toMatchObject({ calls: [{ name: 'a' }], error: 'the key is wrong' });
  });

  test('tools are listed, or stand by their names; the question is a prompt or its messages', async () => {
    const steps = [step(null, { model: { modelId: 'm' } })];
    const prompt = [{ role: 'user', content: 'Go' }];
    for (const tools of [[{ name: 'a' }], { a: { description: 'x' } }]) {
      const [run] = await readDocument({ steps, tools, prompt, messages: [] });
      expect(run).toMatchObject({
        input: 'Go',
        offered: [{ name: 'a' }],
        metadata: { model: 'm' },
      });
    }
  });
});

test('a chat of words alone is one of ours, and one without an answer is errored', async () => {
  const answer = { role: 'assistant', parts: [{ type: 'text', text: 'Hi', state: 'done' }] };
  expect(aiSdkFormat.sniff([question])).toBe('run');
  expect(await readDocument({ messages: [question, answer] })).toMatchObject([
    { input: 'Go', output: 'Hi', error: null },
  ]);
  expect(await readDocument({ messages: [question] })).toMatchObject([
    { error: 'the record has no answer of the model' },
  ]);
});

test.each<[string, JsonObject, string]>([
  ['a message without a role', { messages: [question, {}] }, '/messages/1'],
  ['neither steps nor messages', { steps: [] }, ''],
])('%s is refused in its place', async (_, value, pointer) => {
  const records = await readContent('x.json', JSON.stringify(value), aiSdkFormat);
  expect(records).toMatchObject([
    { kind: 'error', issue: { code: 'TRACE_SCHEMA', where: { pointer } } },
  ]);
});

test.each([
  'tool-call',
  'tool-result',
  'tool-error',
  'tool-output-denied',
  'tool-approval-request',
  'tool-approval-response',
  'tool-invocation',
])('a message with a part of type %s is known', (type) => {
  expect(aiSdkFormat.sniff({ role: 'assistant', content: [{ type }] })).toBe('part');
});

test('a step is known by its end, and by its calls or its content', () => {
  expect(aiSdkFormat.sniff({ finishReason: 'stop', content: [] })).toBe('part');
  expect(aiSdkFormat.sniff({ finishReason: 'stop', toolCalls: [] })).toBe('part');
  expect(aiSdkFormat.sniff({ finishReason: 'stop' })).toBe('none');
  expect(aiSdkFormat.sniff({ toolCalls: [] })).toBe('none');
});

test('the messages of all steps are read where a result of version 7 has those of the last step beside them', async () => {
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'get', input: {} };
  const result = {
    type: 'tool-result',
    toolCallId: 'c1',
    toolName: 'get',
    output: { type: 'text', value: 'x' },
  };
  const last = { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] };
  const [run] = await readDocument({
    response: { messages: [last] },
    responseMessages: [
      { role: 'assistant', content: [call] },
      { role: 'tool', content: [result] },
      last,
    ],
  });
  expect([run === undefined ? [] : formatCalls(run), run?.output]).toEqual([['get ok'], 'Done.']);
});
