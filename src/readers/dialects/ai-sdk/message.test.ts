import { expect, test } from 'vitest';
import { readAiSdkMessage } from './message.ts';

test('a tool call and its result in one part are both read', () => {
  expect(
    readAiSdkMessage({
      role: 'assistant',
      parts: [
        { type: 'text', text: 'Looking.' },
        { type: 'tool-look', toolCallId: 'c1', state: 'output-available', input: { at: 1 } },
      ],
    }),
  ).toEqual({
    role: 'assistant',
    text: 'Looking.',
    calls: [{ id: 'c1', name: 'look', server: null, arguments: { at: 1 } }],
    results: [{ id: 'c1', name: null, status: 'ok' }],
  });
});

test.each([
  ['OpenTelemetry', { role: 'user', parts: [{ type: 'text', content: 'x' }] }],
  [
    'OpenTelemetry',
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 1 }] },
  ],
  ['Gemini', { role: 'user', parts: [{ text: 'x' }] }],
  [
    'Anthropic',
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'x', input: {} }] },
  ],
  ['OpenAI', { role: 'user', content: 'x' }],
])('a message of %s is not taken', (_, message) => {
  expect(readAiSdkMessage(message)).toBeNull();
});
