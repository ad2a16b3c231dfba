import { describe, expect, onTestFinished, test } from 'vitest';
import type { LoopbackOptions } from '../../../test/loopback-model/server.mjs';
import { serve } from '../../../test/support/loopback.ts';
import type { ChatRequest } from '../chat.ts';
import { Budget } from './budget.ts';
import { loopback, optionsFor, quickWorld } from './fixtures/loopback.ts';
import { NEVER, REQUEST } from './fixtures/request.ts';
import type { ModelProvider } from './model-options.ts';
import { openModel } from './open-model.ts';

const PROVIDERS: readonly ModelProvider[] = ['openai', 'openai-compatible', 'anthropic', 'google'];
const VERDICT = { score: 0.5, reason: 'half of it' };
const SCHEMA = {
  type: 'object',
  properties: {
    score: { type: 'number', enum: [1, 0.5, 0] },
    reason: { type: 'string' },
  },
  required: ['score', 'reason'],
  additionalProperties: false,
};
const QUESTION: ChatRequest = {
  ...REQUEST,
  system: 'You judge.',
  temperature: 0,
  maxTokens: 100,
  answerSchema: { name: 'verdict', schema: SCHEMA },
};
const ANSWERS: LoopbackOptions['judge'] = [{ answer: VERDICT }];

/** What the request of each provider has where JSON is asked for by a schema, a forced call, and JSON mode. */
const FORMS: { readonly [provider in ModelProvider]: readonly [object, object, object] } = {
  openai: [
    { text: { format: { type: 'json_schema', name: 'verdict', strict: true, schema: SCHEMA } } },
    { tools: [{ parameters: SCHEMA }], tool_choice: { type: 'function', name: 'verdict' } },
    { text: { format: { type: 'json_object' } } },
  ],
  'openai-compatible': [
    {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'verdict', strict: true, schema: SCHEMA },
      },
    },
    { tool_choice: { type: 'function', function: { name: 'verdict' } } },
    { response_format: { type: 'json_object' } },
  ],
  anthropic: [
    { output_config: { format: { type: 'json_schema', schema: SCHEMA } } },
    { tools: [{ input_schema: SCHEMA }], tool_choice: { type: 'tool', name: 'verdict' } },
    { system: expect.stringContaining('one JSON object and nothing else') },
  ],
  google: [
    { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: SCHEMA } },
    {
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['verdict'] } },
    },
    { generationConfig: { responseMimeType: 'application/json' } },
  ],
};

describe.each(PROVIDERS)('%s is asked for JSON', (provider) => {
  const [bySchema, byCall, byMode] = FORMS[provider];

  test('by a schema that it enforces, without a stream', async () => {
    const server = await loopback({ judge: ANSWERS });
    const answer = await openModel(optionsFor(server, provider)).answer(QUESTION, NEVER);
    expect(answer.calls).toEqual([]);
    expect(JSON.parse(answer.text)).toEqual(VERDICT);
    expect(server.requests.map(({ body }) => body)).toMatchObject([bySchema]);
    expect(server.requests[0]?.body).not.toHaveProperty('stream');
    expect(server.requests[0]?.body).not.toHaveProperty('tools');
  });

  test('by a forced call where it refuses schemas, which is remembered', async () => {
    const server = await loopback({ judge: ANSWERS, refuses: ['json_schema'] });
    const model = openModel(optionsFor(server, provider));
    for (const _ of [1, 2]) {
      const answer = await model.answer(QUESTION, NEVER);
      expect(answer.calls).toEqual([]);
      expect(JSON.parse(answer.text)).toEqual(VERDICT);
    }
    expect(server.requests.map(({ body }) => body)).toMatchObject([bySchema, byCall, byCall]);
    expect(server.requests[1]?.text).not.toMatch(/json_schema|responseMimeType|output_config/);
  });

  test('in any form where it refuses forced calls too, with the schema in the instructions', async () => {
    const server = await loopback({ judge: ANSWERS, refuses: ['json_schema', 'forced_tools'] });
    const model = openModel(optionsFor(server, provider));
    expect(JSON.parse((await model.answer(QUESTION, NEVER)).text)).toEqual(VERDICT);
    await model.answer(QUESTION, NEVER);
    const bodies = server.requests.map(({ body }) => body);
    expect(bodies).toMatchObject([bySchema, byCall, byMode, byMode]);
    expect(server.requests[2]?.text).toContain('\\"required\\":[\\"score\\",\\"reason\\"]');
  });

  test('without a temperature where it takes none, which is remembered', async () => {
    const server = await loopback({ judge: ANSWERS, refuses: ['temperature', 'json_schema'] });
    const model = openModel(optionsFor(server, provider));
    await model.answer(QUESTION, NEVER);
    await model.answer(QUESTION, NEVER);
    const has = server.requests.map(({ text }) => text.includes('"temperature":0'));
    expect(has).toEqual([true, false, false, false]);
    expect(server.stats.statuses).toEqual({ 200: 2, 400: 2 });
  });

  test('and a temperature that somebody chose is not dropped', async () => {
    const server = await loopback({ judge: ANSWERS, refuses: ['temperature'] });
    const asked = openModel(optionsFor(server, provider));
    await expect(asked.answer({ ...QUESTION, temperature: 0.7 }, NEVER)).rejects.toMatchObject({
      issue: { code: 'MODEL_REFUSED' },
    });
    await expect(asked.answer({ ...REQUEST, temperature: 0 }, NEVER)).rejects.toMatchObject({
      issue: { code: 'MODEL_REFUSED' },
    });
    expect(server.stats.requests).toBe(2);
  });

  test.each([
    ['cut', 'MODEL_CUT'],
    ['blocked', 'MODEL_REFUSED'],
    ['refused', 'MODEL_REFUSED'],
  ] as const)('and an answer that was %s is none, by a schema or a call', async (ended, code) => {
    for (const refuses of [[], ['json_schema']] as const) {
      const server = await loopback({ judge: [{ answer: VERDICT, ended }], refuses });
      const asked = openModel(optionsFor(server, provider), {}, quickWorld());
      await expect(asked.answer(QUESTION, NEVER)).rejects.toMatchObject({
        isFinal: false,
        issue: { code },
        usage: { inputTokens: 100, outputTokens: 20 },
      });
      expect(server.stats.requests).toBe(1 + refuses.length);
    }
  });
});

test('a model that takes no mode at all refuses the request', async () => {
  const server = await loopback({
    judge: ANSWERS,
    refuses: ['json_schema', 'forced_tools', 'json_mode'],
  });
  const asked = openModel(optionsFor(server)).answer(QUESTION, NEVER);
  await expect(asked).rejects.toMatchObject({
    issue: { code: 'MODEL_REFUSED', message: expect.stringContaining('json_object') },
  });
  expect(server.stats.requests).toBe(3);
});

describe('another mode is not tried', () => {
  test.each([
    [400, 'the context is too long', 1],
    [400, 'the prompt is not allowed: what is the temperature in Oslo?', 1],
    [401, "'response_format' is for customers", 1],
    [404, "The model 'm' does not exist", 1],
    [429, "too many requests with 'response_format'", 6],
    [500, "'response_format' of type 'json_schema' failed", 6],
  ])('after HTTP %i: %s', async (status, message, requests) => {
    const server = await loopback({ faults: [{ every: 1, status, message }] });
    const asked = openModel(optionsFor(server), {}, quickWorld());
    await expect(asked.answer(QUESTION, NEVER)).rejects.toThrow('HTTP ');
    expect(server.stats.requests).toBe(requests);
    for (const { body } of server.requests) expect(body).toHaveProperty('response_format');
  });

  test('for good where the weaker one was not answered either', async () => {
    const server = await loopback({
      judge: ANSWERS,
      faults: [
        { at: 1, status: 400, message: "bad 'response_format'" },
        { at: 2, status: 400, message: "bad 'tool_choice'" },
        { at: 3, status: 400, message: 'the context is too long' },
      ],
    });
    const model = openModel(optionsFor(server));
    await expect(model.answer(QUESTION, NEVER)).rejects.toThrow('the context is too long');
    await model.answer(QUESTION, NEVER);
    expect(server.requests[3]?.body).toMatchObject({ response_format: { type: 'json_schema' } });
  });
});

/** Errors of servers that speak as OpenAI does, as their users report them. */
test.each([
  [
    400,
    { error: { message: 'This response_format type is unavailable now', param: null } },
    'tool_choice',
  ],
  [
    422,
    'Failed to deserialize the JSON body: response_format.type `json_schema` is unavailable now',
    'tool_choice',
  ],
  [400, { error: "'response_format.type' must be 'text'" }, 'tool_choice'],
  [
    400,
    { error: { message: 'This model does not support response format `json_schema`.' } },
    'tool_choice',
  ],
])('HTTP %i %j is about the format', async (status, body, next) => {
  const message = { tool_calls: [{ function: { name: 'verdict', arguments: '{"score":1}' } }] };
  const { url, seen } = await serve((_, count) =>
    count === 1 ? { status, body } : { body: { model: 'm', choices: [{ message }] } },
  );
  const options = { ...optionsFor(await loopback()), baseUrl: url };
  expect((await openModel(options).answer(QUESTION, NEVER)).text).toBe('{"score":1}');
  expect(seen[1]?.body).toHaveProperty(next);
});

test.each([
  [400, 'Thinking mode does not support this tool_choice'],
  [400, 'registry.example/library/gemma does not support tools'],
  [400, '`tool calling` is not supported with this model'],
  [404, 'No endpoints found that support tool use. To learn more about provider routing, visit: x'],
  [404, "No endpoints found that support the provided 'tool_choice' value."],
])('HTTP %i %s is about the forced call', async (status, message) => {
  const { url, seen } = await serve((_, count) => {
    if (count === 1) return { status: 400, body: { error: { message: 'no json_schema here' } } };
    if (count === 2) return { status, body: { error: { message } } };
    return { body: { model: 'm', choices: [{ message: { content: '{}' } }] } };
  });
  const options = { ...optionsFor(await loopback()), baseUrl: url };
  await openModel(options).answer(QUESTION, NEVER);
  expect(seen[2]?.body).toMatchObject({ response_format: { type: 'json_object' } });
});

test('two forced calls are not one answer, and words are what they are', async () => {
  const call = { function: { name: 'verdict', arguments: '{"score":1}' } };
  const messages = [{ tool_calls: [call, call] }, { content: 'I think so.' }];
  const { url } = await serve((_, count) =>
    count === 1
      ? { status: 400, body: { error: { message: 'no json_schema here' } } }
      : { body: { model: 'm', choices: [{ message: messages[count - 2] }] } },
  );
  const model = openModel({ ...optionsFor(await loopback()), baseUrl: url });
  expect((await model.answer(QUESTION, NEVER)).text).toBe('{"score":1}\n{"score":1}');
  expect((await model.answer(QUESTION, NEVER)).text).toBe('I think so.');
});

test('the limit of tokens goes under the name that the model takes', async () => {
  const server = await loopback({ judge: ANSWERS, refuses: ['max_tokens', 'temperature'] });
  const model = openModel(optionsFor(server));
  await model.answer(QUESTION, NEVER);
  await model.answer(QUESTION, NEVER);
  const limits = server.requests.map(({ body }) => [body.max_tokens, body.max_completion_tokens]);
  expect(limits.slice(-2)).toEqual([
    [undefined, 100],
    [undefined, 100],
  ]);
  expect(server.stats.statuses).toEqual({ 200: 2, 400: 2 });
});

test('a request with tools of its own is never answered by a forced call', async () => {
  const server = await loopback({ refuses: ['json_schema'], decisions: [{ text: '{}' }] });
  const tools = [{ name: 'now', description: null, inputSchema: { type: 'object' } }];
  const model = openModel(optionsFor(server));
  await model.answer(QUESTION, NEVER);
  await model.answer({ ...QUESTION, tools }, NEVER);
  expect(server.requests.at(-1)?.body).toMatchObject({
    response_format: { type: 'json_object' },
    tools: [{ function: { name: 'now' } }],
  });
});

test('many questions may share a signal without a warning of Node', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): number => warnings.push(name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const model = openModel(optionsFor(await loopback({ judge: ANSWERS })));
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 16 }, () => model.answer(QUESTION, signal)));
  expect(warnings).toEqual([]);
});

test('every request counts, and many at once learn together', async () => {
  const server = await loopback({ judge: ANSWERS, refuses: ['json_schema', 'temperature'] });
  const budget = new Budget({ calls: 100, tokens: 1_000_000, cost: null });
  const model = openModel(optionsFor(server), { budget });
  const asked = Array.from({ length: 16 }, () => model.answer(QUESTION, NEVER));
  for (const { text } of await Promise.all(asked)) expect(JSON.parse(text)).toEqual(VERDICT);
  expect(server.stats.requests).toBe(48);
  expect(budget.spent).toMatchObject({ calls: 48, tokens: 16 * 120 });
  await model.answer(QUESTION, NEVER);
  expect(server.stats.requests).toBe(49);
});
