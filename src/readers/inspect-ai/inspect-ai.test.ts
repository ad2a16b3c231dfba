import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#core';
import { readContent } from '../fixtures/reader-case.ts';
import { Attachments } from './attachments.ts';
import { inspectAiFormat } from './index.ts';
import { readInspectMessage, statusOf } from './message.ts';
import { readUsage } from './read-usage.ts';

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
  expect(readUsage({ a: { ...usage, total_tokens: 15 } })).toMatchObject([{ inputTokens: 10 }]);
  expect(readUsage({ a: { ...usage, total_tokens: 19 } })).toMatchObject([{ inputTokens: 14 }]);
  expect(readUsage({ a: usage, b: 'x' })).toMatchObject([{ inputTokens: 10, outputTokens: 5 }]);
  expect(readUsage({ a: {} })).toEqual([{ inputTokens: null, outputTokens: null, cost: null }]);
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
