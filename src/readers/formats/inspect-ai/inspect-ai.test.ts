import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#core';
import { readContent, readDocument, formatCalls } from '../../fixtures/reader-case.ts';
import { Attachments } from './attachments.ts';
import { inspectAiFormat } from './index.ts';
import { readInspectMessage, statusOf } from '../../dialects/inspect-ai/message.ts';
import { readSampleUsage } from './read-usage.ts';

describe('attachments', () => {
  test('are put back wherever they stand, and texts that only look like them stay', () => {
    const attachments = new Attachments({ a: 'long', b: 7, c: 'attachment://a' });
    expect(
      attachments.resolve({
        x: ['attachment://a', 'attachment://none', 'attachment://b', 'see attachment://a'],
        y: 'attachment://c',
        z: 'attachment://constructor',
      }),
    ).toEqual({
      x: ['long', 'attachment://none', 'attachment://b', 'see attachment://a'],
      y: 'attachment://a',
      z: 'attachment://constructor',
    });
  });

  test('leave a value alone where there are none', () => {
    const value: JsonObject = { x: 'attachment://a' };
    expect(new Attachments({}).resolve(value)).toBe(value);
    expect(new Attachments(undefined).resolve(undefined)).toBeUndefined();
  });

  test('keep keys that objects have of their own', () => {
    const value = JSON.parse('{"__proto__":"attachment://a"}') as Json;
    expect(JSON.stringify(new Attachments({ a: 'x' }).resolve(value))).toBe('{"__proto__":"x"}');
  });
});

describe('messages', () => {
  test('of other dialects are not ours', () => {
    for (const value of [
      { role: 'user', content: 'hi' },
      { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'a', content: '' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
      null,
    ] as Json[])
      expect(readInspectMessage(value)).toBeNull();
  });

  test.each([
    ['a text without the arguments in it', 'cannot parse', 'cannot parse'],
    ['the arguments, which hold blank lines', 'E:\n\n{"a":\n\n1\n\nError details: x', '{"a":\n\n1'],
  ])('with a parse error keep %s', (_, problem, kept) => {
    const call = { id: 'a', function: 'f', arguments: {}, parse_error: problem };
    expect(readInspectMessage({ role: 'assistant', tool_calls: [call] })?.calls).toEqual([
      { id: 'a', name: 'f', server: null, arguments: kept },
    ]);
  });

  test('say by the type of an error how a call ended', () => {
    expect(statusOf(null)).toBe('ok');
    expect(statusOf({ type: 'approval', message: '' })).toBe('denied');
    expect(statusOf({ type: 'cancelled', message: '' })).toBe('error');
    expect(statusOf('down')).toBe('error');
  });
});

test('cached tokens are part of the input once, whatever the provider says', () => {
  const usage = { input_tokens: 10, output_tokens: 5, input_tokens_cache_read: 4 };
  expect(readSampleUsage({ a: { ...usage, total_tokens: 15 } })).toMatchObject([
    { inputTokens: 10 },
  ]);
  expect(readSampleUsage({ a: { ...usage, total_tokens: 19 } })).toMatchObject([
    { inputTokens: 14 },
  ]);
  expect(readSampleUsage({ a: usage, b: 'x' })).toMatchObject([
    { inputTokens: 10, outputTokens: 5 },
  ]);
  expect(readSampleUsage({ a: {} })).toEqual([
    { inputTokens: null, outputTokens: null, cost: null },
  ]);
});

test('results come from messages where events have the model only', async () => {
  const sample = {
    id: 1,
    epoch: 1,
    input: 'x',
    target: '',
    messages: [
      { role: 'tool', tool_call_id: 'a', function: 'f', error: { type: 'timeout', message: '' } },
    ],
    events: [
      {
        event: 'model',
        output: {
          choices: [{ message: { role: 'assistant', tool_calls: [{ id: 'a', function: 'f' }] } }],
        },
      },
    ],
  };
  const [record] = await readContent('s.json', JSON.stringify(sample), null);
  expect(record).toMatchObject({
    kind: 'trace',
    trace: { calls: [{ name: 'f', status: 'error' }] },
  });
});

test('samples that stand alone are parts, whole logs are runs', () => {
  expect(inspectAiFormat.sniff({ version: 2, eval: { task: 't' }, samples: [] })).toBe('run');
  expect(inspectAiFormat.sniff({ version: 2, eval: { task: 't' } })).toBe('part');
  expect(inspectAiFormat.sniff({ epoch: 1, target: '', messages: [] })).toBe('part');
  expect(inspectAiFormat.sniff({ eval: { task: 't' } })).toBe('none');
});

describe('events', () => {
  const sampleOf = (events: Json[], more: JsonObject = {}): JsonObject => ({
    id: 'a',
    epoch: 1,
    input: 'Go',
    target: '',
    messages: [],
    events,
    ...more,
  });
  const asks = (name: string, more: JsonObject = {}): JsonObject => ({
    event: 'model',
    output: {
      choices: [{ message: { role: 'assistant', tool_calls: [{ id: name, function: name }] } }],
    },
    ...more,
  });
  const ran = (name: string, more: JsonObject = {}): JsonObject => ({
    event: 'tool',
    id: name,
    function: name,
    arguments: {},
    ...more,
  });

  test.each<[string, Json[], string[]]>([
    ['went well', [asks('get'), ran('get')], ['get ok']],
    ['failed', [asks('get'), ran('get', { failed: true })], ['get error']],
    ['timed out', [asks('get'), ran('get', { error: { type: 'timeout' } })], ['get error']],
    ['was under way', [ran('get'), ran('put', { pending: true })], ['get ok', 'put missing']],
    [
      'was refused',
      [asks('get'), { event: 'approval', call: { id: 'get' }, decision: 'reject' }],
      ['get denied'],
    ],
    [
      'was refused, and the run with it',
      [asks('get'), { event: 'approval', call: { id: 'get' }, decision: 'terminate' }],
      ['get denied'],
    ],
    [
      'was approved',
      [asks('get'), { event: 'approval', call: { id: 'get' }, decision: 'approve' }, ran('get')],
      ['get ok'],
    ],
    [
      'was a scorer of its own, in a step',
      [
        { event: 'step', action: 'begin', type: 'solver', name: 'x' },
        asks('get'),
        { event: 'step', action: 'end', type: 'solver', name: 'x' },
        { event: 'step', action: 'begin', type: 'scorer', name: 'y' },
        { event: 'step', action: 'begin', name: 'z' },
        asks('judge'),
        { event: 'step', action: 'end', name: 'z' },
        { event: 'step', action: 'end', name: 'y' },
        asks('put'),
      ],
      ['get', 'put'],
    ],
    ...['scorer', 'scorers'].map((type): [string, Json[], string[]] => [
      `was in a span of type ${type}`,
      [
        { event: 'span_begin', id: 's', type, name: 'x' },
        { event: 'span_begin', id: 't', parent_id: 's', type: 'agent', name: 'y' },
        asks('judge', { span_id: 't' }),
        asks('get'),
      ],
      ['get'],
    ]),
    ...['tool', 'handoff', 'agent'].map((type): [string, Json[], string[]] => [
      `was a sub-agent's, in a span of type ${type}`,
      [
        { event: 'span_begin', id: 's', type, name: 'x' },
        asks('get', { span_id: 's' }),
        { event: 'span_begin', id: 't', parent_id: 's', type: 'agent', name: 'digger' },
        asks('dig', { span_id: 't' }),
      ],
      ['get', 'digger:dig'],
    ]),
    [
      'was recorded inside of the call that led to it',
      [asks('ask'), ran('ask', { agent: 'digger', events: [asks('dig'), ran('dig')] })],
      ['ask ok', 'digger:dig ok'],
    ],
    [
      'was recorded inside of a subtask',
      [asks('ask'), { event: 'subtask', name: 'digger', events: [asks('dig'), 7] }],
      ['ask', 'digger:dig'],
    ],
  ])('a call that %s', async (_, events, expected) => {
    const [run] = await readDocument(sampleOf(events));
    expect(run === undefined ? [] : formatCalls(run)).toEqual(expected);
  });

  test('of older logs stand in a transcript', async () => {
    const [run] = await readDocument({
      ...sampleOf([]),
      events: null,
      transcript: { events: [ran('get')] },
    });
    expect(run === undefined ? [] : formatCalls(run)).toEqual(['get ok']);
  });

  test('keep what tools gave back', async () => {
    const events = [asks('get'), ran('get', { result: 'attachment://h' }), asks('put')];
    const [run] = await readDocument(sampleOf(events, { attachments: { h: '8' } }));
    expect(run?.said).toMatchObject([{ role: 'tool', name: 'get', text: '8' }]);
  });

  test.each<[JsonObject, string | null]>([
    [{ error: { message: 'killed' } }, 'killed'],
    [{ limit: { type: 'token', limit: 9 } }, 'stopped by the token limit'],
    [{ output: { error: 'quota' } }, 'quota'],
    [
      { output: { choices: [{ stop_reason: 'max_tokens' }] } },
      'the last answer was cut off (max_tokens)',
    ],
    [
      { output: { choices: [{ stop_reason: 'model_length' }] } },
      'the last answer was cut off (model_length)',
    ],
    [{ output: { choices: [{ stop_reason: 'stop' }], error: '' } }, null],
  ])('a sample with %j', async (more, error) => {
    expect(await readDocument(sampleOf([asks('get')], more))).toMatchObject([{ error }]);
  });

  test('examples in the input are not decisions of the run, and its question is', async () => {
    const calls = (name: string): Json[] => [{ id: name, function: name, arguments: {} }];
    const [run] = await readDocument({
      ...sampleOf([]),
      input: [
        { role: 'system', content: 'x' },
        { role: 'user', content: '' },
        { role: 'user', content: 'Go' },
      ],
      messages: [
        { role: 'assistant', source: 'input', content: '', tool_calls: calls('example') },
        { role: 'user', source: 'input', content: 'Go' },
        { role: 'assistant', source: 'generate', content: '', tool_calls: calls('get') },
        { role: 'tool', tool_call_id: 'get', function: 'get', content: '8' },
        { role: 'assistant', content: 'Done.' },
      ],
    });
    expect(run).toMatchObject({ input: 'Go', output: 'Done.', calls: [{ name: 'get' }] });
    expect(run?.said).toMatchObject([{ text: 'Go' }, { text: '8' }]);
  });
});

test('a log that failed before its first sample says why', async () => {
  const log = {
    version: 2,
    status: 'error',
    eval: { task: 't', solver: 'react' },
    error: { message: 'no key' },
    samples: [],
  };
  expect(await readContent('x.json', JSON.stringify(log), null)).toMatchObject([
    {
      kind: 'error',
      issue: {
        message: 'the evaluation ended with status "error" (no key) and has no samples',
      },
    },
  ]);
});

test('a log says for its samples who ran and on what, where their events do not', async () => {
  const sample = {
    id: 'a',
    epoch: 1,
    input: 'Go',
    target: '',
    started_at: '2026-01-01T00:00:00Z',
    messages: [{ role: 'assistant', content: 'Done.' }],
    events: [{ event: 'info', timestamp: '2026-01-02T00:00:00Z' }],
  };
  const log = { version: 2, status: 'success', eval: { task: 't', solver: 'react', model: 'm' } };
  expect(await readDocument({ ...log, samples: [sample] })).toMatchObject([
    {
      agent: 'react',
      case: 'a',
      startedAt: '2026-01-01T00:00:00.000Z',
      metadata: { task: 't', model: 'm' },
    },
  ]);
});
