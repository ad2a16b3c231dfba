import { expect, test } from 'vitest';
import { readGeminiMessage } from './message.ts';

test('a content is read, with its calls and results', () => {
  expect(
    readGeminiMessage({
      role: 'model',
      parts: [{ text: 'Let me look.' }, { function_call: { name: 'look', args: { at: 1 } } }],
    }),
  ).toEqual({
    role: 'assistant',
    text: 'Let me look.',
    calls: [{ id: null, name: 'look', server: null, arguments: { at: 1 } }],
    results: [],
  });
  expect(
    readGeminiMessage({
      parts: [{ functionResponse: { id: 'f1', name: 'look', response: { error: null } } }],
    }),
  ).toEqual({
    role: 'tool',
    text: '',
    calls: [],
    results: [{ id: 'f1', name: 'look', status: null, text: '{"error":null}' }],
  });
});

test('a part of a new kind hides nothing of the others', () => {
  expect(
    readGeminiMessage({ role: 'user', parts: [{ hologram: {} }, { text: 'See?' }] }),
  ).toMatchObject({ role: 'user', text: 'See?' });
});

test.each([
  ['OpenTelemetry', { role: 'user', parts: [{ type: 'text', content: 'x' }] }],
  ['the AI SDK', { role: 'user', parts: [{ type: 'text', text: 'x' }] }],
  ['OpenAI', { role: 'user', content: 'x' }],
  ['nobody', { role: 'user', parts: [] }],
])('a message of %s is not taken', (_, message) => {
  expect(readGeminiMessage(message)).toBeNull();
});
