import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Script } from './server.mjs';
import { type LoopbackProgram, startProgram } from './start-program.ts';

let program: LoopbackProgram;

const SCRIPT: Script = {
  decisions: [{ when: { user: 'weather', answer: 1 }, calls: [{ name: 'now' }] }],
  models: ['m'],
};

beforeAll(async () => {
  program = await startProgram(SCRIPT);
});

afterAll(() => program.close());

async function ask(path: string, body: object): Promise<{ status: number; body: unknown }> {
  const headers = { 'anthropic-version': '2023-06-01' };
  const answer = await fetch(program.url + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

const CHAT = '/v1/chat/completions';
const USER = { role: 'user', content: 'weather?' };
const CALL = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'now', arguments: '{}' } }],
};
const VERDICT = {
  type: 'object',
  properties: { score: { type: 'number' } },
  required: ['score'],
  additionalProperties: false,
};
const TOOL = { type: 'function', function: { name: 'now', parameters: { type: 'object' } } };

test('as a program of its own it does what the script says', async () => {
  expect(await ask(CHAT, { model: 'm', messages: [USER], tools: [TOOL] })).toMatchObject({
    status: 200,
    body: {
      model: 'm',
      choices: [{ message: { tool_calls: [{ id: 'call_1', function: { name: 'now' } }] } }],
    },
  });
  expect(await (await fetch(`${program.url}/stats`)).json()).toMatchObject({
    statuses: { 200: 1 },
  });
});

describe('it refuses what the vendor would refuse', () => {
  test.each([
    ['a call without a result', { messages: [USER, CALL, USER] }, 'calls without results: c1'],
    [
      'a result without a call',
      { messages: [USER, { role: 'tool', tool_call_id: 'c9', content: '' }] },
      "the result for 'c9' does not follow a call with that id",
    ],
    [
      'an end with its own words',
      { messages: [{ ...CALL, tool_calls: [], content: 'x' }] },
      'must end',
    ],
    ['a choice without tools', { messages: [USER], tool_choice: 'required' }, 'only allowed when'],
    [
      'a choice of a tool that is not there',
      {
        messages: [USER],
        tools: [TOOL],
        tool_choice: { type: 'function', function: { name: 'x' } },
      },
      "tool_choice names 'x'",
    ],
    ['one tool twice', { messages: [USER], tools: [TOOL, TOOL] }, 'must be unique'],
    ['a member of its own making', { messages: [USER], turns: 3 }, "Unknown parameter: 'turns'"],
  ])('%s', async (_, body, message) => {
    expect(await ask(CHAT, { model: 'm', ...body })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining(message) } },
    });
  });

  test('a model that it does not have', async () => {
    expect(await ask(CHAT, { model: 'n', messages: [USER] })).toMatchObject({
      status: 404,
      body: { error: { code: 'model_not_found' } },
    });
  });

  test('a message to Anthropic without a limit of tokens, or without content', async () => {
    expect(await ask('/v1/messages', { model: 'm', messages: [USER] })).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error' } },
    });
    const messages = [{ role: 'user', content: [] }];
    expect(await ask('/v1/messages', { model: 'm', max_tokens: 1, messages })).toMatchObject({
      status: 400,
    });
  });

  test('calls that come back to Gemini without the thought behind them', async () => {
    const contents = [
      { role: 'user', parts: [{ text: 'weather?' }] },
      { role: 'model', parts: [{ functionCall: { name: 'now', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'now', response: {} } }] },
    ];
    expect(await ask('/v1beta/models/m:generateContent', { contents })).toMatchObject({
      status: 400,
      body: { error: { message: 'Function call is missing a thought_signature' } },
    });
  });

  test.each([
    ['an answer by a schema that is not strict', { strict: false }, 'without strict'],
    [
      'a property that is not required',
      { schema: { ...VERDICT, required: [] } },
      "Missing 'score'",
    ],
    ['more properties than it names', { schema: { type: 'object' } }, 'additionalProperties'],
    ['keywords that not all take', { schema: { ...VERDICT, minProperties: 1 } }, 'minProperties'],
    ['a name with a space', { name: 'a b' }, "Invalid 'response_format.name'"],
  ])('%s', async (_, change, message) => {
    const json_schema = { name: 'verdict', strict: true, schema: VERDICT, ...change };
    const response_format = { type: 'json_schema', json_schema };
    expect(await ask(CHAT, { model: 'm', messages: [USER], response_format })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining(message) } },
    });
  });

  test('JSON mode without the word', async () => {
    const response_format = { type: 'json_object' };
    expect(await ask(CHAT, { model: 'm', messages: [USER], response_format })).toMatchObject({
      status: 400,
    });
    const text = { format: { type: 'json_object' } };
    const body = { model: 'm', instructions: 'in JSON', input: [USER], text };
    expect(await ask('/v1/responses', body)).toMatchObject({ status: 400 });
  });

  test('tools beside JSON at Gemini', async () => {
    const contents = [{ role: 'user', parts: [{ text: 'weather?' }] }];
    const declaration = { name: 'now', parametersJsonSchema: { type: 'object' } };
    const body = {
      contents,
      tools: [{ functionDeclarations: [declaration] }],
      generationConfig: { responseMimeType: 'application/json' },
    };
    expect(await ask('/v1beta/models/m:generateContent', body)).toMatchObject({ status: 400 });
  });

  test('thoughts that come back to OpenAI without their content', async () => {
    const input = [USER, { type: 'reasoning', id: 'rs_1', summary: [] }, USER];
    expect(await ask('/v1/responses', { model: 'm', input })).toMatchObject({ status: 400 });
  });
});
