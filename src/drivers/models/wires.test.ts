import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '#core';
import type { ChatRequest } from '../chat.ts';
import { DriveError } from '../driver.ts';
import { ANTHROPIC_WIRE } from './anthropic-wire.ts';
import { REQUEST } from './fixtures/request.ts';
import { GOOGLE_WIRE } from './google-wire.ts';
import { OPENAI_CHAT_WIRE } from './openai-chat-wire.ts';
import { OPENAI_RESPONSES_WIRE } from './openai-responses-wire.ts';
import { requireSaid, type Wire } from './wire.ts';

const WIRES: readonly (readonly [string, Wire])[] = [
  ['OpenAI chat', OPENAI_CHAT_WIRE],
  ['OpenAI responses', OPENAI_RESPONSES_WIRE],
  ['Anthropic', ANTHROPIC_WIRE],
  ['Google', GOOGLE_WIRE],
];
const CHAT: JsonObject = { model: 'm', choices: [{ message: { content: 'hi' } }] };

/** Answers of any shape under the names that providers use. */
const WORDS =
  'choices message tool_calls function name arguments output type function_call content tool_use input candidates parts functionCall id args usage usageMetadata __proto__ finishReason text status failed';
const words = fc.constantFrom(...WORDS.split(' '));
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constant(null),
    fc.integer(),
    words,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(words, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

test.each(WIRES)('whatever %s answers is understood or an error of the run', (_, wire) => {
  fc.assert(
    fc.property(anything, (answer) => {
      if (!isJsonObject(answer)) return;
      try {
        const decoded = wire.decode(answer, REQUEST);
        for (const call of decoded.calls) {
          expect(call.name).not.toBe('');
          expect(call.id).not.toBe('');
        }
      } catch (error) {
        expect(error).toBeInstanceOf(DriveError);
      }
    }),
    { numRuns: 2000 },
  );
});

describe('an answer that was ended before it said anything is not "called nothing"', () => {
  test.each([
    ['OpenAI chat', OPENAI_CHAT_WIRE, { choices: [{ message: {}, finish_reason: 'length' }] }],
    [
      'OpenAI responses',
      OPENAI_RESPONSES_WIRE,
      {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [{ type: 'reasoning' }],
      },
    ],
    ['Anthropic', ANTHROPIC_WIRE, { content: [], stop_reason: 'max_tokens' }],
    [
      'Anthropic, the window',
      ANTHROPIC_WIRE,
      { content: [], stop_reason: 'model_context_window_exceeded' },
    ],
    ['Google', GOOGLE_WIRE, { candidates: [{ finishReason: 'MAX_TOKENS' }] }],
  ] as const)('cut at the limit of tokens by %s', (_, wire, answer) => {
    expect(() => requireSaid(wire.decode(answer, REQUEST), REQUEST)).toThrow(
      'cut at the limit of tokens',
    );
  });

  test.each([
    [
      'OpenAI chat',
      OPENAI_CHAT_WIRE,
      { choices: [{ message: {}, finish_reason: 'content_filter' }] },
    ],
    ['Anthropic', ANTHROPIC_WIRE, { content: [], stop_reason: 'refusal' }],
    ['Google', GOOGLE_WIRE, { candidates: [{ finishReason: 'SAFETY' }] }],
    ['Google, the prompt', GOOGLE_WIRE, { promptFeedback: { blockReason: 'OTHER' } }],
  ] as const)('blocked by %s', (_, wire, answer) => {
    expect(() => requireSaid(wire.decode(answer, REQUEST), REQUEST)).toThrow('blocked the');
  });

  test('made of a call that Google could not read', () => {
    const answer = { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }] };
    expect(() => GOOGLE_WIRE.decode(answer, REQUEST)).toThrow('could not read');
  });
});

test('calls without ids get ids by their place, and go back with them', () => {
  const call = { function: { name: 'now', arguments: { city: 'Oslo' } } };
  const answer = { choices: [{ message: { role: 'assistant', tool_calls: [call, call] } }] };
  const { calls, raw } = OPENAI_CHAT_WIRE.decode(answer, {
    ...REQUEST,
    messages: [
      { role: 'assistant', text: '', calls: [{ id: 'x', name: 'now', arguments: '{}' }] },
      { role: 'user', text: 'more' },
    ],
  });
  expect(calls).toEqual([
    { id: 'call_2', name: 'now', arguments: '{"city":"Oslo"}' },
    { id: 'call_3', name: 'now', arguments: '{"city":"Oslo"}' },
  ]);
  expect(raw).toMatchObject({ tool_calls: [{ id: 'call_2' }, { id: 'call_3' }] });
});

test('a text in parts is one text, and a refusal is what the model said', () => {
  const parts = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ];
  const inParts = { choices: [{ message: { content: parts } }] };
  expect(OPENAI_CHAT_WIRE.decode(inParts, REQUEST).text).toBe('ab');
  const refusing = { choices: [{ message: { content: null, refusal: 'I will not.' } }] };
  expect(OPENAI_CHAT_WIRE.decode(refusing, REQUEST).text).toBe('I will not.');
});

test('tokens are counted only where they are told', () => {
  expect(OPENAI_CHAT_WIRE.decode(CHAT, REQUEST).usage).toBeNull();
  const odd = { ...CHAT, usage: { prompt_tokens: -1, completion_tokens: 2 } };
  expect(OPENAI_CHAT_WIRE.decode(odd, REQUEST).usage).toBeNull();
});

describe('OpenAI keeps nothing, so thoughts go back sealed', () => {
  const request = (raw: readonly JsonObject[]): ChatRequest => ({
    ...REQUEST,
    messages: [
      { role: 'assistant', text: '', calls: [], raw },
      { role: 'user', text: 'on' },
    ],
  });
  const CALL = { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'now', arguments: '{}' };

  test('they are asked for where the model thinks', () => {
    expect(OPENAI_RESPONSES_WIRE.encode(REQUEST, 'gpt-5-mini')).toMatchObject({
      store: false,
      include: ['reasoning.encrypted_content'],
    });
    for (const model of ['gpt-4o', 'gpt-4.1-mini', 'ft:gpt-4o:us', 'gpt-5-chat-latest'])
      expect(OPENAI_RESPONSES_WIRE.encode(REQUEST, model)).not.toHaveProperty('include');
  });

  test('unsealed ones stay behind, with the ids that would ask for them', () => {
    const raw = [{ type: 'reasoning', id: 'rs_1', summary: [] }, CALL];
    expect(OPENAI_RESPONSES_WIRE.encode(request(raw), 'o9')).toMatchObject({
      input: [
        { type: 'function_call', call_id: 'c', name: 'now', arguments: '{}' },
        { role: 'user', content: 'on' },
      ],
    });
    expect(JSON.stringify(OPENAI_RESPONSES_WIRE.encode(request(raw), 'o9'))).not.toContain('fc_1');
  });
});

test('what Gemini thinks is not what it says', () => {
  const parts = [{ text: 'hm', thought: true }, { text: 'ok' }];
  const decoded = GOOGLE_WIRE.decode({ candidates: [{ content: { parts } }] }, REQUEST);
  expect(decoded).toMatchObject({ text: 'ok', raw: parts });
});

test('Gemini gets back the ids that it gave', () => {
  const part = { functionCall: { id: 'g1', name: 'now', args: {} }, thoughtSignature: 's' };
  const calls = [{ id: 'g1', name: 'now', arguments: '{}' }];
  const encoded = GOOGLE_WIRE.encode(
    {
      ...REQUEST,
      messages: [
        ...REQUEST.messages,
        { role: 'assistant', text: '', calls, raw: [part] },
        { role: 'tool', callId: 'g1', name: 'now', text: 'no', isError: true },
      ],
    },
    'm',
  );
  expect(encoded.contents).toEqual([
    { role: 'user', parts: [{ text: 'hi' }] },
    { role: 'model', parts: [part] },
    {
      role: 'user',
      parts: [{ functionResponse: { id: 'g1', name: 'now', response: { error: 'no' } } }],
    },
  ]);
});

test('Anthropic is told of failed calls, and never of empty messages', () => {
  const calls = [{ id: 't1', name: 'now', arguments: 'not JSON' }];
  const encoded = ANTHROPIC_WIRE.encode(
    {
      ...REQUEST,
      messages: [
        ...REQUEST.messages,
        { role: 'assistant', text: '', calls: [], raw: [] },
        { role: 'user', text: 'still there?' },
        { role: 'assistant', text: '', calls },
        { role: 'tool', callId: 't1', name: 'now', text: 'no', isError: true },
        { role: 'user', text: 'go on' },
      ],
    },
    'm',
  );
  expect(encoded.messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'hi' },
        { type: 'text', text: 'still there?' },
      ],
    },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 't1', name: 'now', input: { arguments: 'not JSON' } }],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 't1', content: 'no', is_error: true },
        { type: 'text', text: 'go on' },
      ],
    },
  ]);
});
