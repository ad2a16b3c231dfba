import type { Json, JsonObject } from '#core';
import { describe, expect, test } from 'vitest';
import { readContent, readDocument, readLines, formatCalls } from '../../fixtures/reader-case.ts';
import { geminiFormat } from './index.ts';
import { readGeminiMessage } from '../../dialects/gemini/message.ts';

const question: JsonObject = { role: 'user', parts: [{ text: 'Go' }] };
const call: JsonObject = { role: 'model', parts: [{ functionCall: { name: 'get', args: {} } }] };
const done: JsonObject = { role: 'model', parts: [{ text: 'Done.' }] };

test.each<[string, JsonObject]>([
  ['data', { inlineData: {} }],
  ['data, in Python', { inline_data: {} }],
  ['a file', { fileData: {} }],
  ['a file, in Python', { file_data: {} }],
  ['a thought', { thought: true }],
])('a message with %s alone is one', (_, part) => {
  expect(readGeminiMessage({ role: 'user', parts: [part] })).toMatchObject({ text: '' });
});

test('thoughts are not words of the answer', () => {
  const parts = [{ text: 'Hm.', thought: true }, { text: 'Done.' }];
  expect(readGeminiMessage({ role: 'model', parts })?.text).toBe('Done.');
});

test.each<[string, JsonObject, JsonObject, string]>([
  ['went well', { executableCode: {} }, { codeExecutionResult: { outcome: 'OUTCOME_OK' } }, 'ok'],
  [
    'failed, in Python',
    { executable_code: {} },
    { code_execution_result: { outcome: 'OUTCOME_FAILED', output: 'x' } },
    'error',
  ],
])('code that the model ran %s', async (_, code, result, status) => {
  const [run] = await readDocument({
    contents: [question, { role: 'model', parts: [code, result] }, done],
    tools: [{ code_execution: {} }],
  });
  expect(run === undefined ? [] : formatCalls(run)).toEqual([`code_execution ${status}`]);
  expect(run?.offered).toMatchObject([{ name: 'code_execution' }]);
});

test.each<[Json, string]>([
  [{ error: 'timeout' }, 'get error'],
  [{ error: { code: 1 } }, 'get error'],
  [{ error: false }, 'get'],
  [{ error: '' }, 'get'],
  [{ result: 8 }, 'get'],
  ['error', 'get'],
])('by habit %j tells of failure or not', async (response, expected) => {
  const answered = { role: 'function', parts: [{ functionResponse: { name: 'get', response } }] };
  const [run] = await readDocument({ contents: [question, call, answered, done] });
  expect(run === undefined ? [] : formatCalls(run)).toEqual([expected]);
});

describe('responses', () => {
  test.each<[string, JsonObject]>([
    ['a request under contents', { contents: [question] }],
    ['a chat under history', { history: [question] }],
    ['a chat under messages', { messages: [question] }],
    ['an answer', { candidates: [{ content: done }] }],
    ['an answer without a word', { candidates: [{ finishReason: 'SAFETY' }] }],
    ['the same in Python', { candidates: [{ finish_reason: 'SAFETY' }] }],
    ['a request with its response', { request: { contents: [question] }, response: {} }],
  ])('%s is known', (_, record) => {
    expect(geminiFormat.sniff(record)).toBe('run');
  });

  test('what the SDK called by itself is in the history of the last response', async () => {
    const [run] = await readDocument({
      request: { contents: 'Go', model: 'm' },
      response: {
        automatic_function_calling_history: [question, call],
        candidates: [{ content: done }, { content: call }],
        create_time: '2026-01-01T00:00:00Z',
        usage_metadata: { thoughts_token_count: 7, prompt_token_count: 3 },
      },
    });
    expect(run).toMatchObject({
      input: 'Go',
      output: 'Done.',
      calls: [{ name: 'get' }],
      usage: { inputTokens: 3, outputTokens: 7 },
      startedAt: '2026-01-01T00:00:00.000Z',
      metadata: { model: 'm' },
      issues: [{ code: 'READ_RUN_SKIPPED' }],
    });
  });

  test.each<[string, JsonObject, string[]]>([
    ['history', { history: [question, call] }, ['get']],
    ['messages', { messages: [question, call] }, ['get']],
    ['a list', { contents: [question, call] }, ['get']],
    ['one content', { contents: question, candidates: [{ content: call }] }, ['get']],
    [
      'a request beside its answer, which is not a piece of a stream',
      { contents: [question], candidates: [{ content: call }], responseId: 'r1' },
      ['get'],
    ],
    [
      'a role of its own for results',
      {
        contents: [
          question,
          call,
          { role: 'tool', parts: [{ functionResponse: { name: 'get', response: { error: 1 } } }] },
        ],
      },
      ['get error'],
    ],
  ])('are told with %s', async (_, record, expected) => {
    const [run] = await readDocument(record);
    expect(run?.input).toBe('Go');
    expect(run === undefined ? [] : formatCalls(run)).toEqual(expected);
  });

  test.each<[string, JsonObject, string]>([
    ['content', { contents: [question, { role: 'poet', parts: [{ text: 'x' }] }] }, '/contents/1'],
    [
      'answer',
      { request: { contents: [question] }, response: { body: { candidates: [7] } } },
      '/response/body/candidates/0/content',
    ],
  ])('what is no %s is refused in its place', async (_, record, pointer) => {
    expect(await readContent('x.json', JSON.stringify(record), geminiFormat)).toMatchObject([
      { kind: 'error', issue: { code: 'TRACE_SCHEMA', where: { pointer } } },
    ]);
  });

  test('an eval set says what should be called, and is rejected', async () => {
    const record = { eval_set_id: 'x', eval_cases: [{ conversation: [] }] };
    expect(await readContent('x.json', JSON.stringify(record), null)).toMatchObject([
      { kind: 'error', issue: { message: expect.stringContaining('eval set') } },
    ]);
  });

  test.each<[JsonObject, string | null]>([
    [{ error: { message: 'quota' } }, 'quota'],
    [{ promptFeedback: { blockReason: 'SAFETY' } }, 'the prompt was blocked (SAFETY)'],
    [
      { candidates: [{ content: done, finish_reason: 'FinishReason.MAX_TOKENS' }] },
      'the answer was cut off (MAX_TOKENS)',
    ],
    [{ candidates: [{ content: done, finishReason: 'FINISH_REASON_UNSPECIFIED' }] }, null],
    [{ candidates: [{ content: done, finishReason: 'STOP' }] }, null],
  ])('%j', async (response, error) => {
    const [run] = await readDocument({ request: { contents: [question] }, response });
    expect(run?.error).toBe(error);
  });

  test('pieces of one stream are one answer, its thoughts apart and its end the last', async () => {
    const piece = (part: JsonObject, more: JsonObject = {}): JsonObject => ({
      responseId: 'r1',
      candidates: [{ content: { parts: [part] }, ...more }],
    });
    const runs = await readLines([
      piece({ text: 'Hm', thought: true }),
      piece({ text: '.', thought: true }),
      piece({ text: 'Do' }),
      piece({ text: 'ne.' }, { finishReason: 'MAX_TOKENS' }),
    ]);
    expect(runs).toMatchObject([
      { id: 'r1', output: 'Done.', error: 'the answer was cut off (MAX_TOKENS)' },
    ]);
  });
});

describe('events', () => {
  const event = (author: string, more: JsonObject): JsonObject => ({
    author,
    invocationId: 'i1',
    ...more,
  });

  test.each<[string, JsonObject, string | null]>([
    ['a reason that is none', { errorCode: 'STOP' }, null],
    ['a failure', { error_code: 'MALFORMED', error_message: 'bad call' }, 'MALFORMED: bad call'],
    [
      'content of something else',
      { content: { parts: [7] } },
      'the content of an event cannot be read',
    ],
    ['no parts', { content: { role: 'model', parts: null } }, null],
  ])('an event with %s', async (_, more, error) => {
    const [run] = await readLines([event('user', { content: question }), event('bot', more)]);
    expect(run).toMatchObject({ input: 'Go', error });
  });

  test('a run beside something that is not an event is partial', async () => {
    const bot = event('bot', { content: { role: 'model', parts: [{ text: 'Hi' }] } });
    const session = { events: [event('user', { content: question }), bot, { what: 1 }] };
    const [, read] = await readContent('x.json', JSON.stringify(session), null);
    expect(read).toMatchObject({ kind: 'trace', trace: { error: null, partial: true } });
  });

  test('what is not an event of a session is an error in its place', async () => {
    const session = { events: [event('user', { content: question }), { what: 1 }] };
    expect(await readContent('x.json', JSON.stringify(session), null)).toMatchObject([
      { kind: 'error', issue: { code: 'TRACE_SCHEMA', where: { pointer: '/events/1' } } },
      { kind: 'trace', trace: { error: 'no agent answered in this invocation' } },
    ]);
  });

  test.each([
    [false, 'send denied'],
    [true, 'send'],
  ])('a call that a person confirms: %s', async (confirmed, expected) => {
    const about = { originalFunctionCall: { id: 'c1', name: 'send', args: {} } };
    const ask = { id: 'q1', name: 'adk_request_confirmation', args: about };
    const reply = { id: 'q1', name: 'adk_request_confirmation', response: { confirmed } };
    const [run] = await readLines([
      event('bot', {
        content: { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'send', args: {} } }] },
      }),
      event('bot', { content: { role: 'model', parts: [{ functionCall: ask }] } }),
      event('user', { content: { role: 'user', parts: [{ functionResponse: reply }] } }),
    ]);
    expect(run === undefined ? [] : formatCalls(run)).toEqual([expected]);
  });
});
