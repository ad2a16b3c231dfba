import type { Json } from '#core';
import { expect, test } from 'vitest';
import { formatCalls, readDocument } from '../../fixtures/reader-case.ts';
import { call, message, result, text } from './fixtures/index.ts';
import { agentFrameworkFormat } from './index.ts';

const asked = message('user', [text('Go')]);

test('a call that waits for approval and then runs counts once', async () => {
  const inner = call('c1', 'erase', {});
  const [run] = await readDocument([
    asked,
    message('assistant', [{ type: 'function_approval_request', id: 'a1', function_call: inner }]),
    message('user', [
      { type: 'function_approval_response', id: 'a1', approved: true, function_call: inner },
    ]),
    message('tool', [result('c1', 'done')]),
    message('assistant', [text('Done.')]),
  ]);
  expect(run === undefined ? [] : formatCalls(run)).toEqual(['erase']);
});

test('a request for approval without a call in it is not measured', async () => {
  const [run] = await readDocument([
    asked,
    message('assistant', [{ type: 'function_approval_request', id: 'a1' }]),
  ]);
  expect(run?.fault?.code).toBe('READ_CALL_UNREADABLE');
});

test.each<[string, Json]>([
  [
    'a session of .NET',
    {
      stateBag: {
        InMemoryChatHistoryProvider: {
          messages: [
            { role: 'user', contents: [] },
            { role: 'assistant', contents: [{ $type: 'functionCall', callId: 'c1', name: 'f' }] },
          ],
        },
      },
    },
  ],
  [
    'a thread of .NET',
    {
      storeState: {
        messages: [
          {
            role: 'assistant',
            contents: [{ $type: 'functionCall', callId: 'c1', name: 'f', arguments: null }],
          },
        ],
      },
    },
  ],
  [
    'Pascal case',
    [
      {
        Role: 'assistant',
        Contents: [{ $type: 'functionCall', CallId: 'c1', Name: 'f', Arguments: {} }],
      },
    ],
  ],
])('messages are found in %s', async (_, record) => {
  expect((await readDocument(record)).map(formatCalls)).toEqual([['f']]);
});

test('messages of other products are not ours', () => {
  expect(agentFrameworkFormat.sniff({ role: 'user', content: [{ type: 'text', text: 'x' }] })).toBe(
    'none',
  );
  expect(agentFrameworkFormat.sniff({ contents: [{ role: 'user', parts: [{ text: 'x' }] }] })).toBe(
    'none',
  );
  expect(agentFrameworkFormat.sniff({ role: 'user', contents: [{ text: 'x' }] })).toBe('none');
});
