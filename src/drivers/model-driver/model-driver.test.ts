import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { describe, expect, test } from 'vitest';
import { type JsonObject, parseTrace } from '#core';
import type { LoopbackModel, Script } from '../../../test/loopback-model/server.mjs';
import type { ChatModel } from '../chat.ts';
import { DriveError, type DriveResult, type DriveTask } from '../driver.ts';
import { openAiSdkModel } from '../models/ai-sdk-model.ts';
import { loopback, optionsFor, quickWorld } from '../models/fixtures/loopback.ts';
import { NEVER } from '../models/fixtures/request.ts';
import type { ModelProvider } from '../models/model-options.ts';
import { openModel } from '../models/open-model.ts';
import { WeatherHost } from './fixtures/weather-host.ts';
import type { ModelDriverOptions } from './model-driver-options.ts';
import { ModelDriver } from './model-driver.ts';

const TASK: DriveTask = {
  test: 'trip',
  id: 'trip#1',
  history: [],
  turns: ['What is the weather?'],
  context: null,
  run: 1,
  stopsAfterDecision: false,
};

const WAYS: readonly (ModelProvider | 'ai-sdk')[] = [
  'openai',
  'openai-compatible',
  'anthropic',
  'google',
  'ai-sdk',
];

function modelOf(server: LoopbackModel, way: (typeof WAYS)[number]): ChatModel {
  if (way !== 'ai-sdk') return openModel(optionsFor(server, way), {}, quickWorld());
  const provider = createOpenAICompatible({ name: 'loop', baseURL: server.baseUrls.openai });
  return openAiSdkModel(provider.chatModel('m'), {}, quickWorld());
}

interface Driven {
  readonly result: DriveResult;
  readonly trace: JsonObject;
  readonly host: WeatherHost;
  readonly server: LoopbackModel;
}

async function drive(
  script: Script,
  task: Partial<DriveTask> = {},
  options: Partial<ModelDriverOptions> = {},
  way: (typeof WAYS)[number] = 'openai-compatible',
): Promise<Driven> {
  const server = await loopback(script);
  const host = new WeatherHost();
  const driver = new ModelDriver({
    agent: 'guide',
    model: modelOf(server, way),
    modelId: 'any:m',
    host,
    system: 'Be brief.',
    execute: 'real',
    ...options,
  });
  const result = await driver.drive({ ...TASK, ...task }, NEVER);
  if (result.output.kind !== 'native') throw new Error('a model driver gives native traces');
  return { result, trace: result.output.trace, host, server };
}

const TRIP: Script = {
  decisions: [
    {
      when: { user: 'weather', answer: 1 },
      text: 'Let me look.',
      calls: [
        { name: 'now', arguments: { city: 'Oslo' } },
        { name: 'maps__find', arguments: { city: 'Bergen' } },
      ],
    },
    { when: { user: 'weather', answer: 2 }, text: 'It is fine.' },
    { when: { user: 'web', answer: 1 }, calls: [{ name: 'web__find', arguments: {} }] },
    { when: { user: 'web', answer: 2 }, text: 'Found it.' },
  ],
};
const TURNS = ['What is the weather?', 'And what does the web say?'];
const OFFERED = [
  { name: 'now', server: 'weather', description: 'Weather' },
  { name: 'find', server: 'maps', description: null },
  { name: 'find', server: 'web', description: 'Web' },
].map((tool) => ({
  ...tool,
  input_schema: { type: 'object', properties: { city: { type: 'string' } } },
}));

test.each(WAYS)('two messages with calls side by side make the same trace over %s', async (way) => {
  const prices = { input: 0.25, output: 2 };
  const { trace, host, server } = await drive(TRIP, { turns: TURNS }, { prices }, way);
  expect(trace).toEqual({
    id: 'trip#1',
    agent: 'guide',
    model: 'm',
    run: 1,
    input: { messages: TURNS.map((content) => ({ role: 'user', content })) },
    tool_calls: [
      {
        name: 'now',
        server: 'weather',
        arguments: { city: 'Oslo' },
        id: 'call_1',
        turn: 1,
        status: 'ok',
        result: 'now is fine',
      },
      {
        name: 'find',
        server: 'maps',
        arguments: { city: 'Bergen' },
        id: 'call_2',
        turn: 1,
        raw_name: 'maps__find',
        status: 'ok',
        result: 'find is fine',
      },
      {
        name: 'find',
        server: 'web',
        arguments: {},
        id: 'call_3',
        turn: 3,
        raw_name: 'web__find',
        status: 'ok',
        result: 'find is fine',
      },
    ],
    tools: OFFERED,
    output: 'Found it.',
    // Four answers of 100 and 20 tokens.
    usage: { input_tokens: 400, output_tokens: 80, cost: 0.00026 },
    metadata: { model: 'm', requested: 'any:m', catalog_sha256: 'c0ffee' },
  });
  expect(host.executed).toEqual([
    'weather.now {"city":"Oslo"}',
    'maps.find {"city":"Bergen"}',
    'web.find {}',
  ]);
  expect(host.closedSessions).toBe(1);
  expect(server.stats.statuses).toEqual({ 200: 4 });
});

test('a trace of a run is a native trace without faults', async () => {
  const { trace } = await drive(TRIP);
  expect(parseTrace(trace)).toMatchObject({ ok: true, trace: { issues: [] } });
});

test('what went over the wire is kept in its order', async () => {
  const { result, server } = await drive(TRIP);
  expect(result.exchanges).toMatchObject([
    { request: server.requests[0]?.body, response: { object: 'chat.completion' } },
    { tool: 'weather.now', arguments: { city: 'Oslo' }, result: [] },
    { tool: 'maps.find', arguments: { city: 'Bergen' }, result: [] },
    { request: server.requests[1]?.body, response: { object: 'chat.completion' } },
  ]);
});

describe('a run ends at its first decision and executes nothing', () => {
  test.each([
    ['where the task says so', { stopsAfterDecision: true }, {}],
    ['where the agent only selects', {}, { execute: 'select' }],
  ] as const)('%s', async (_, task, options) => {
    const { trace, host, server } = await drive(TRIP, { ...task, turns: TURNS }, options);
    expect(trace).toMatchObject({
      tool_calls: [{ name: 'now' }, { name: 'find', server: 'maps' }],
      metadata: { stopped: 'first_decision' },
    });
    expect(JSON.stringify(trace.tool_calls)).not.toContain('status');
    expect(host.executed).toEqual([]);
    expect(server.stats.requests).toBe(1);
  });

  test('also where the decision is to call nothing', async () => {
    const { trace, server } = await drive({}, { stopsAfterDecision: true, turns: TURNS });
    expect(trace).toMatchObject({ tool_calls: [], output: 'done' });
    expect(server.stats.requests).toBe(1);
  });
});

describe('a call that cannot be carried out is recorded as it was written, the model is told, and the run goes on', () => {
  test('a tool that does not exist', async () => {
    const { trace, host, server } = await drive({
      ...TRIP,
      faults: [{ at: 1, kind: 'hallucinated_tool' }],
    });
    expect(trace).toMatchObject({
      tool_calls: [
        { name: 'no_such_tool', arguments: { city: 'Oslo' }, status: 'error' },
        { name: 'no_such_tool', arguments: { city: 'Bergen' }, status: 'error' },
      ],
      output: 'It is fine.',
    });
    expect(trace.tool_calls).not.toHaveProperty('0.server');
    expect(host.executed).toEqual([]);
    expect(server.requests[1]?.body).toHaveProperty(
      'messages.3.content',
      'There is no tool named "no_such_tool".',
    );
  });

  test.each(['openai', 'openai-compatible'] as const)(
    'arguments that are not JSON, over %s',
    async (way) => {
      const faults = [{ at: 1, kind: 'malformed_arguments' as const }];
      const { trace, host } = await drive({ ...TRIP, faults }, {}, {}, way);
      expect(trace).toMatchObject({
        tool_calls: [
          { name: 'now', server: 'weather', arguments: '{"city":"Oslo"', status: 'error' },
          { name: 'find', server: 'maps', arguments: '{"city":"Bergen"', status: 'error' },
        ],
      });
      expect(host.executed).toEqual([]);
    },
  );

  test('arguments that are a list', async () => {
    const calls = [{ name: 'now', arguments: '["Oslo"]' }];
    const { trace } = await drive({ decisions: [{ when: { answer: 1 }, calls }] });
    expect(trace).toMatchObject({ tool_calls: [{ arguments: '["Oslo"]', status: 'error' }] });
  });

  test('but no arguments at all are none', async () => {
    const calls = [{ name: 'now', arguments: '' }];
    const { trace, host } = await drive({ decisions: [{ when: { answer: 1 }, calls }] });
    expect(trace).toMatchObject({ tool_calls: [{ arguments: {}, status: 'ok' }] });
    expect(host.executed).toEqual(['weather.now {}']);
  });
});

test('a model that finds no end is stopped, and the trace says so', async () => {
  const { trace, server } = await drive(
    { decisions: [{ calls: [{ name: 'now' }] }] },
    { turns: TURNS },
    { maxTurns: 3 },
  );
  expect(trace).toMatchObject({
    tool_calls: [{ turn: 1 }, { turn: 2 }, { turn: 3 }],
    metadata: { stopped: 'max_turns' },
  });
  expect(server.stats.requests).toBe(3);
});

test.each(WAYS)('history and context go before the question over %s', async (way) => {
  const { trace, server } = await drive(
    { decisions: [{ text: 'ok' }] },
    {
      history: [
        { role: 'user', text: 'Where?' },
        {
          role: 'assistant',
          text: '',
          calls: [{ id: 'old', name: 'maps__find', arguments: '{"city":"Oslo"}' }],
        },
        { role: 'tool', callId: 'old', name: 'maps__find', text: 'north', isError: false },
        { role: 'assistant', text: 'North.', calls: [] },
      ],
      context: { vip: true },
    },
    {},
    way,
  );
  expect(server.stats.statuses).toEqual({ 200: 1 });
  const sent = JSON.stringify(server.requests[0]?.body);
  expect(sent).toContain('Be brief.');
  expect(sent).toContain(String.raw`<context>\n{\"vip\":true}\n</context>`);
  expect(sent).toContain('north');
  expect(trace).toMatchObject({
    input: {
      messages: [
        { role: 'user', content: 'Where?' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'old', name: 'maps__find', arguments: '{"city":"Oslo"}' }],
        },
        { role: 'tool', tool_call_id: 'old', name: 'maps__find', content: 'north' },
        { role: 'assistant', content: 'North.' },
        { role: 'user', content: 'What is the weather?' },
      ],
      context: { vip: true },
    },
    tool_calls: [],
  });
});

test.each(WAYS)('a forced choice holds for the first answer only over %s', async (way) => {
  const choices: string[] = [];
  const server = await loopback({
    decide: (ask) => {
      choices.push(ask.toolChoice);
      return ask.answer === 1 ? { calls: [{ name: 'web__find' }] } : { text: 'done' };
    },
  });
  const driver = new ModelDriver({
    agent: 'guide',
    model: modelOf(server, way),
    modelId: 'any:m',
    host: new WeatherHost(),
    system: null,
    execute: 'real',
    toolChoice: { tool: 'web.find' },
    parallelCalls: false,
    temperature: 0,
    seed: 7,
    maxTokens: 50,
  });
  await driver.drive(TASK, NEVER);
  expect(choices).toEqual(['web__find', 'auto']);
  expect(server.stats.statuses).toEqual({ 200: 2 });
});

test('a forced tool that nobody offers is an error of the agent', async () => {
  const driven = drive({}, {}, { toolChoice: { tool: 'fly' } });
  await expect(driven).rejects.toMatchObject({
    isFinal: true,
    issue: { code: 'MODEL_TOOL_CHOICE' },
  });
});

test('a server that dies makes the run an error that tells what went before', async () => {
  const host = new WeatherHost((tool) =>
    tool.name === 'now'
      ? Promise.resolve({ status: 'ok', text: 'fine', content: 'fine' })
      : Promise.reject(new DriveError('MCP_ENDED', 'maps is gone')),
  );
  await expect(drive(TRIP, {}, { host })).rejects.toMatchObject({
    issue: { code: 'MCP_ENDED' },
    isFinal: false,
    exchanges: [{ request: {} }, { tool: 'weather.now', result: 'fine' }],
  });
  expect(host.closedSessions).toBe(1);
});

test('calls of one answer run at the same time and are recorded in the order in which they were asked for', async () => {
  const order: string[] = [];
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const host = new WeatherHost(async (tool) => {
    if (tool.name === 'now') await gate;
    else release();
    order.push(tool.name);
    return { status: 'error', text: 'no', content: null };
  });
  const { trace, server } = await drive(TRIP, {}, { host }, 'anthropic');
  expect(order).toEqual(['find', 'now']);
  expect(trace).toMatchObject({
    tool_calls: [
      { name: 'now', status: 'error' },
      { name: 'find', status: 'error' },
    ],
  });
  expect(server.requests[1]?.body).toMatchObject({
    messages: [
      {},
      {},
      {
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', is_error: true },
          { type: 'tool_result', tool_use_id: 'call_2', is_error: true },
        ],
      },
    ],
  });
});

test('a run that is stopped while a tool works ends with its session closed', async () => {
  const server = await loopback(TRIP);
  const stop = new AbortController();
  const host = new WeatherHost(() => {
    stop.abort();
    return Promise.reject(new Error('aborted'));
  });
  const driver = new ModelDriver({
    agent: 'guide',
    model: modelOf(server, 'openai'),
    modelId: 'any:m',
    host,
    system: null,
    execute: 'real',
  });
  await expect(driver.drive(TASK, stop.signal)).rejects.toMatchObject({
    issue: { code: 'DRIVE_STOPPED' },
  });
  expect(host.closedSessions).toBe(1);
  await driver.close();
  expect(host.isClosed).toBe(true);
});

test('a clock, where there is one, gives durations', async () => {
  let now = 1000;
  const { trace } = await drive(
    { decisions: [{ when: { answer: 1 }, calls: [{ name: 'now' }] }] },
    {},
    { now: () => (now += 5) },
  );
  expect(trace).toMatchObject({ tool_calls: [{ duration_ms: 5 }], duration_ms: 15 });
});

test('tokens that one answer does not tell are left out', async () => {
  const { trace } = await drive({ decisions: [{ text: 'ok', usage: null }] });
  expect(trace).not.toHaveProperty('usage');
});
