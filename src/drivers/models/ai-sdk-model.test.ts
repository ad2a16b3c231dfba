import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { describe, expect, test } from 'vitest';
import type { LoopbackModel } from '../../../test/loopback-model/server.mjs';
import type { ChatModel } from '../chat.ts';
import { openAiSdkModel } from './ai-sdk-model.ts';
import { loopback, quickWorld } from './fixtures/loopback.ts';
import { NEVER, REQUEST } from './fixtures/request.ts';

function modelAt(server: LoopbackModel, world = quickWorld()): ChatModel {
  const provider = createOpenAICompatible({ name: 'loop', baseURL: server.baseUrls.openai });
  return openAiSdkModel(provider.chatModel('m'), {}, world);
}

/** A model object that gives this content, as v2 or v3 counts tokens. */
function giving(content: readonly object[], usage: object, finishReason: unknown = 'stop'): object {
  return {
    specificationVersion: 'v3',
    modelId: 'm',
    doGenerate: () =>
      Promise.resolve({
        content,
        usage,
        finishReason,
        warnings: [],
        response: { modelId: 'm', timestamp: new Date(0) },
      }),
  };
}

test('request and answer are kept as they went over the wire', async () => {
  const server = await loopback();
  const answer = await modelAt(server).answer(REQUEST, NEVER);
  expect(answer).toMatchObject({
    model: 'm',
    text: 'done',
    calls: [],
    usage: { inputTokens: 100, outputTokens: 20 },
    exchange: { request: server.requests[0]?.body, response: { object: 'chat.completion' } },
  });
});

test('numbers beyond doubles are numbers there, exact where the runtime can write them', async () => {
  const server = await loopback();
  const call = { id: 'c1', name: 'find', arguments: '{"id":9007199254740993}' };
  const messages = [
    ...REQUEST.messages,
    { role: 'assistant', text: '', calls: [call] },
    { role: 'tool', callId: 'c1', name: 'find', text: 'x', isError: false },
  ] as const;
  await modelAt(server).answer({ ...REQUEST, messages }, NEVER);
  const id = 'rawJSON' in JSON ? '9007199254740993' : '9007199254740992';
  expect(server.requests[0]?.text).toContain(`{\\"id\\":${id}}`);
});

describe('its errors are ours', () => {
  test.each([
    ['MODEL_KEY', { key: 'another' }],
    ['MODEL_UNKNOWN', { models: ['other'] }],
    ['MODEL_OTHER', { faults: [{ at: 1, kind: 'wrong_model' as const }] }],
  ])('%s', async (code, script) => {
    const server = await loopback(script);
    await expect(modelAt(server).answer(REQUEST, NEVER)).rejects.toMatchObject({
      isFinal: true,
      issue: { code },
    });
    expect(server.stats.requests).toBe(1);
  });

  test('and what may pass is asked again, after the time that the provider names', async () => {
    const server = await loopback({ faults: [{ at: 1, status: 429, retry_after: 9 }] });
    const world = quickWorld();
    expect(await modelAt(server, world).answer(REQUEST, NEVER)).toMatchObject({ text: 'done' });
    expect(world.waits).toEqual([9000]);
  });

  test.each(['cut', 'not_json'] as const)('also when the answer is %s', async (kind) => {
    const server = await loopback({ faults: [{ at: 1, kind }] });
    expect(await modelAt(server).answer(REQUEST, NEVER)).toMatchObject({ text: 'done' });
    expect(server.stats.requests).toBe(2);
  });

  test('but not what its own code throws', async () => {
    let asked = 0;
    const broken = {
      modelId: 'm',
      doGenerate: () => {
        asked += 1;
        return Promise.reject(new TypeError('password=hunter22 is undefined'));
      },
    };
    await expect(openAiSdkModel(broken).answer(REQUEST, NEVER)).rejects.toMatchObject({
      isFinal: false,
      issue: {
        code: 'MODEL_FAILED',
        message: 'm gave no answer: TypeError: password=[redacted] is undefined',
      },
    });
    expect(asked).toBe(1);
  });
});

test('a run that is stopped ends the request', async () => {
  const server = await loopback({ faults: [{ every: 1, kind: 'hang' }] });
  const stop = new AbortController();
  const asked = modelAt(server).answer(REQUEST, stop.signal);
  queueMicrotask(() => stop.abort());
  await expect(asked).rejects.toMatchObject({ issue: { code: 'DRIVE_STOPPED' } });
});

test('tokens are read as version 2 and as version 3 of the specification give them', async () => {
  const text = [{ type: 'text', text: 'ok' }];
  const usage = { inputTokens: 3, outputTokens: 4 };
  const v2 = openAiSdkModel(giving(text, usage));
  const v3 = openAiSdkModel(
    giving(text, { inputTokens: { total: 3 }, outputTokens: { total: 4 } }),
  );
  const untold = openAiSdkModel(giving(text, { inputTokens: undefined, outputTokens: 4 }));
  expect((await v2.answer(REQUEST, NEVER)).usage).toEqual(usage);
  expect((await v3.answer(REQUEST, NEVER)).usage).toEqual(usage);
  expect((await untold.answer(REQUEST, NEVER)).usage).toBeNull();
});

test.each(['length', { unified: 'length', raw: 'max' }])(
  'an answer that was cut before it said anything is an error (%j)',
  async (reason) => {
    const model = openAiSdkModel(giving([{ type: 'reasoning', text: 'hm' }], {}, reason));
    await expect(model.answer(REQUEST, NEVER)).rejects.toMatchObject({
      issue: { code: 'MODEL_CUT' },
    });
  },
);

test('what a provider notes on a part of its answer goes back with it', async () => {
  const prompts: unknown[] = [];
  const providerMetadata = { google: { thoughtSignature: 's' } };
  const call = { type: 'tool-call', toolCallId: 'c', toolName: 'now', input: '{"city":"Oslo"}' };
  const parts = [
    { type: 'reasoning', text: 'hm' },
    { ...call, providerMetadata },
  ];
  const model = openAiSdkModel({
    modelId: 'm',
    doGenerate: (options: { readonly prompt: unknown }) => {
      prompts.push(options.prompt);
      return Promise.resolve({ content: parts, usage: {}, response: {} });
    },
  });
  const { text, calls, raw } = await model.answer(REQUEST, NEVER);
  const result = { role: 'tool', callId: 'c', name: 'now', text: 'no', isError: true } as const;
  await model.answer(
    { ...REQUEST, messages: [{ role: 'assistant', text, calls, raw }, result] },
    NEVER,
  );
  expect(prompts[1]).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'hm' },
        { ...call, input: { city: 'Oslo' }, providerOptions: providerMetadata },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'now',
          output: { type: 'error-text', value: 'no' },
        },
      ],
    },
  ]);
});

test.each([null, 'gpt-5-mini', {}, { modelId: 'm' }, { doGenerate: () => null }])(
  'what is no model is refused (%j)',
  (value) => {
    expect(() => openAiSdkModel(value)).toThrow('not a language model of the AI SDK');
  },
);

test('instructions, images and results in a conversation reach the model whole', async () => {
  const server = await loopback();
  const request = {
    ...REQUEST,
    messages: [
      { role: 'system', text: 'Shop rules.', isDeveloper: false },
      {
        role: 'user',
        text: 'what is this?',
        parts: [
          { type: 'text', text: 'what is this?' },
          { type: 'image', mediaType: 'image/png', data: 'aGk=' },
        ],
      },
      { role: 'assistant', text: '', calls: [{ id: 'c9', name: 'find', arguments: '{}' }] },
      { role: 'tool', callId: 'c9', name: 'find', text: 'seen', isError: false },
    ],
  } as const;
  await modelAt(server).answer(request, NEVER);
  const sent = JSON.stringify(server.requests[0]?.body);
  for (const word of ['Shop rules.', 'what is this?', 'aGk=', 'seen', 'c9'])
    expect(sent).toContain(word);
  const image = { type: 'image', url: 'https://x.example/i.png' } as const;
  const byAddress = { role: 'user', text: '', parts: [image] } as const;
  await expect(
    modelAt(server).answer({ ...REQUEST, messages: [byAddress] }, NEVER),
  ).rejects.toMatchObject({ issue: { code: 'DRIVE_MESSAGES' } });
});

describe('JSON of a schema', () => {
  const schema = {
    type: 'object',
    properties: { score: { type: 'number', enum: [1, 0] } },
    required: ['score'],
    additionalProperties: false,
  };
  const question = { ...REQUEST, temperature: 0, answerSchema: { name: 'verdict', schema } };

  test('is enforced by a provider that can', async () => {
    const server = await loopback({ judge: [{ answer: { score: 1 } }], refuses: ['temperature'] });
    const provider = createOpenAICompatible({
      name: 'loop',
      baseURL: server.baseUrls.openai,
      supportsStructuredOutputs: true,
    });
    const answer = await openAiSdkModel(provider.chatModel('m')).answer(question, NEVER);
    expect(answer).toMatchObject({ text: '{"score":1}', calls: [] });
    expect(server.requests[1]?.body).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'verdict', schema } },
    });
    expect(server.requests[1]?.body).not.toHaveProperty('temperature');
  });

  test('is asked for by a forced call where the provider leaves the schema out', async () => {
    const server = await loopback({ judge: [{ answer: { score: 1 } }] });
    const model = modelAt(server);
    const json = { ...question, system: 'Answer in JSON.' };
    expect(await model.answer(json, NEVER)).toMatchObject({ text: '{"score":1}', calls: [] });
    expect(await model.answer(json, NEVER)).toMatchObject({ text: '{"score":1}', calls: [] });
    expect(server.requests.map(({ body }) => body)).toMatchObject([
      { response_format: { type: 'json_object' } },
      { tool_choice: { type: 'function', function: { name: 'verdict' } } },
      { tool_choice: { type: 'function', function: { name: 'verdict' } } },
    ]);
  });

  test('is left out with a warning in version 2, too, and the answer is paid for', async () => {
    const usage = { inputTokens: 3, outputTokens: 4 };
    const warnings = [{ type: 'unsupported-setting', setting: 'responseFormat' }];
    const modes: unknown[] = [];
    const model = openAiSdkModel({
      modelId: 'm',
      doGenerate: ({ responseFormat }: { readonly responseFormat?: unknown }) => {
        modes.push(responseFormat);
        return Promise.resolve({ content: [{ type: 'text', text: '{}' }], usage, warnings });
      },
    });
    await model.answer(question, NEVER);
    expect(modes).toEqual([{ type: 'json', name: 'verdict', schema }, undefined]);
  });

  test.each(['length', 'content-filter'])('is no answer where it ended by %s', async (reason) => {
    const text = [{ type: 'text', text: '{"score":' }];
    const model = openAiSdkModel(giving(text, {}, reason));
    await expect(model.answer(question, NEVER)).rejects.toMatchObject({
      issue: { code: reason === 'length' ? 'MODEL_CUT' : 'MODEL_REFUSED' },
    });
  });
});
