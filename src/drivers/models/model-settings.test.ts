import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#core';
import type { ModelSettings } from '../chat.ts';
import { ANTHROPIC_WIRE } from './anthropic-wire.ts';
import { loopback, optionsFor, quickWorld } from './fixtures/loopback.ts';
import { NEVER, REQUEST } from './fixtures/request.ts';
import { GOOGLE_WIRE } from './google-wire.ts';
import type { ModelProvider } from './model-options.ts';
import { openModel } from './open-model.ts';
import { OPENAI_CHAT_WIRE } from './openai-chat-wire.ts';
import { OPENAI_RESPONSES_WIRE } from './openai-responses-wire.ts';
import { RateLimits } from './rate-limits.ts';
import type { Wire } from './wire.ts';

/** The members that settings add to a request. */
function added(wire: Wire, settings: ModelSettings, model = 'm'): object {
  const plain = wire.encode(REQUEST, model);
  const set = wire.encode({ ...REQUEST, settings }, model);
  return Object.fromEntries(
    Object.entries(set).filter(
      ([key, value]) => JSON.stringify(plain[key]) !== JSON.stringify(value),
    ),
  );
}

test('settings go where each provider has them', () => {
  const settings = { topP: 0.9, reasoningEffort: 'low' };
  expect(added(OPENAI_CHAT_WIRE, settings)).toEqual({ top_p: 0.9, reasoning_effort: 'low' });
  expect(added(OPENAI_RESPONSES_WIRE, settings)).toEqual({
    top_p: 0.9,
    reasoning: { effort: 'low' },
  });
  expect(added(ANTHROPIC_WIRE, settings)).toEqual({
    top_p: 0.9,
    output_config: { effort: 'low' },
  });
  expect(added(GOOGLE_WIRE, settings)).toEqual({
    generationConfig: { topP: 0.9, thinkingConfig: { thinkingLevel: 'low' } },
  });
});

test('a schema of the answer and an effort of Anthropic are in one object', () => {
  const answerSchema = { name: 'a', schema: { type: 'object' } };
  const request = { ...REQUEST, answerSchema, settings: { reasoningEffort: 'high' } };
  expect(ANTHROPIC_WIRE.encode(request, 'm').output_config).toEqual({
    effort: 'high',
    format: { type: 'json_schema', schema: { type: 'object' } },
  });
});

describe('thinking', () => {
  test.each([
    ['claude-opus-4-6', true, { thinking: { type: 'adaptive' } }],
    ['claude-opus-4-10', true, { thinking: { type: 'adaptive' } }],
    ['claude-sonnet-5', true, { thinking: { type: 'adaptive' } }],
    ['claude-sonnet-5', false, { thinking: { type: 'disabled' } }],
    [
      'claude-sonnet-4-5-20250929',
      true,
      { max_tokens: 8192, thinking: { type: 'enabled', budget_tokens: 4096 } },
    ],
    [
      'claude-sonnet-4-20250514',
      2000,
      { max_tokens: 6096, thinking: { type: 'enabled', budget_tokens: 2000 } },
    ],
  ] as const)('of %s as %s', (model, thinking, members) => {
    expect(added(ANTHROPIC_WIRE, { thinking }, model)).toEqual(members);
  });

  test.each([
    [true, -1],
    [false, 0],
    [512, 512],
  ] as const)('of Gemini as %s is a budget of %s', (thinking, budget) => {
    expect(added(GOOGLE_WIRE, { thinking })).toEqual({
      generationConfig: { thinkingConfig: { thinkingBudget: budget } },
    });
  });

  test('of a compatible service is a switch with an optional budget', () => {
    expect(added(OPENAI_CHAT_WIRE, { thinking: true })).toEqual({ thinking: { type: 'enabled' } });
    expect(added(OPENAI_CHAT_WIRE, { thinking: 100 })).toEqual({
      thinking: { type: 'enabled', budget_tokens: 100 },
    });
  });
});

test('models of OpenAI that think get the newer name of the limit at once', () => {
  const limitOf = (model: string): string | undefined =>
    Object.keys(OPENAI_CHAT_WIRE.encode({ ...REQUEST, maxTokens: 9 }, model)).find((key) =>
      key.startsWith('max_'),
    );
  expect(['o3-mini', 'gpt-5.1', 'openai/gpt-5', 'gpt-10'].map(limitOf)).toEqual(
    Array<string>(4).fill('max_completion_tokens'),
  );
  expect(['gpt-4o', 'olmo', 'qwen3', 'gpt-oss'].map(limitOf)).toEqual(
    Array<string>(4).fill('max_tokens'),
  );
});

test('a service that wants the newer name of the limit gets it, and is asked once from then on', async () => {
  const server = await loopback({ refuses: ['max_tokens'] });
  const model = openModel(optionsFor(server), {}, quickWorld());
  const request = { ...REQUEST, maxTokens: 50 };
  await model.answer(request, NEVER);
  await model.answer(request, NEVER);
  expect(
    server.requests.map(({ status, body }) => [status, Object.hasOwn(Object(body), 'max_tokens')]),
  ).toEqual([
    [400, true],
    [200, false],
    [200, false],
  ]);
});

test.each(['openai', 'openai-compatible', 'anthropic', 'google'] satisfies ModelProvider[])(
  '%s gets further members, merged with those that are sent anyway',
  async (provider) => {
    const server = await loopback();
    const extraBody: JsonObject =
      provider === 'google' ? { generationConfig: { topK: 4 } } : { metadata: { user: 'u' } };
    const model = openModel({ ...optionsFor(server, provider), extraBody }, {}, quickWorld());
    await model.answer({ ...REQUEST, temperature: 0.5 }, NEVER);
    const body = Object(server.requests[0]?.body);
    expect(body).toMatchObject(extraBody);
    if (provider === 'google') expect(body.generationConfig).toEqual({ temperature: 0.5, topK: 4 });
    else expect(body.temperature).toBe(0.5);
  },
);

test('the wait for a limit of ours is handed to the caller as time that does not count', async () => {
  const server = await loopback();
  const world = quickWorld();
  const limits = { requestsPerMinute: 1, tokensPerMinute: null, maxInFlight: null };
  const model = openModel(optionsFor(server), { rateLimits: new RateLimits(limits, world) }, world);
  const waits: number[] = [];
  const uncounted = async <T>(work: Promise<T>): Promise<T> => {
    const began = world.now();
    const result = await work;
    waits.push(world.now() - began);
    return result;
  };
  await model.answer(REQUEST, NEVER, uncounted);
  await model.answer(REQUEST, NEVER, uncounted);
  expect(waits).toEqual([0, 60_000]);
});
