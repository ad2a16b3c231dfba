import { describe, expect, it, test } from 'vitest';
import type { ChatMessage, ChatRequest, ChatTool } from '../chat.ts';
import { LEXICAL_MODEL_ID, LEXICAL_NOTE, lexicalModel } from './lexical-model.ts';

const NEVER = new AbortController().signal;

function tool(name: string, description: string, properties: object = {}): ChatTool {
  const required = Object.keys(properties);
  return { name, description, inputSchema: { type: 'object', properties, required } as never };
}

const TEXT = { type: 'string' };

const TOOLS = [
  tool('read_file', 'Read the complete contents of a file.', { path: TEXT }),
  tool('list_directory', 'List all files and directories in a path.', { path: TEXT }),
  tool('get_weather', 'Current weather of a city.', { city: TEXT }),
  tool('send_email', 'Send an email.', { to: TEXT, subject: TEXT }),
];

function request(text: string, more: Partial<ChatRequest> = {}): ChatRequest {
  return {
    system: null,
    messages: [{ role: 'user', text }],
    tools: TOOLS,
    toolChoice: 'auto',
    parallelCalls: null,
    temperature: null,
    seed: null,
    maxTokens: null,
    ...more,
  };
}

async function picks(text: string, more: Partial<ChatRequest> = {}): Promise<string[]> {
  const { calls } = await lexicalModel().answer(request(text, more), NEVER);
  return calls.map(({ name, arguments: args }) => `${name} ${args}`);
}

describe('what it picks', () => {
  // Pinned: a change of these needs another version of the model.
  test.each([
    ['What is the weather in Paris?', ['get_weather {"city":"What is the weather in Paris?"}']],
    ['read the file notes/today.md', ['read_file {"path":"notes/today.md"}']],
    [
      'Read the file "a b.txt" and then send an email to jo@example.com about "News"',
      ['read_file {"path":"a b.txt"}', 'send_email {"to":"jo@example.com","subject":"News"}'],
    ],
    ['Tell me a joke', []],
    ['', []],
  ])('%s: %j', async (text, expected) => {
    expect(await picks(text)).toEqual(expected);
    expect(LEXICAL_MODEL_ID).toBe('lexical-1');
  });

  it('is the same twice, with the id of the model and no usage', async () => {
    const model = lexicalModel();
    const first = await model.answer(request('weather in Rome'), NEVER);
    expect(await model.answer(request('weather in Rome'), NEVER)).toEqual(first);
    expect(first).toMatchObject({ model: 'lexical-1', usage: null, calls: [{ id: 'call_1_1' }] });
    expect(LEXICAL_NOTE).toContain('a floor, not your agent');
  });

  it('picks one tool where calls may not be parallel', async () => {
    const text = 'Read the file a.txt. Send an email to jo@example.com.';
    expect(await picks(text)).toHaveLength(2);
    expect(await picks(text, { parallelCalls: false })).toHaveLength(1);
  });

  it('picks at most five tools', async () => {
    const words = ['apples', 'bananas', 'cherries', 'dates', 'elders', 'figs', 'grapes'];
    const tools = words.map((word) => tool(`count_${word}`, `Count ${word}.`));
    expect(await picks(words.map((word) => `Count ${word}. `).join(''), { tools })).toHaveLength(5);
  });

  it('obeys the choice that it is given', async () => {
    const text = 'What is the weather in Paris?';
    expect(await picks(text, { toolChoice: 'none' })).toEqual([]);
    const [chosen] = await picks(text, { toolChoice: { tool: 'list_directory' } });
    expect(chosen).toMatch(/^list_directory /);
    expect(await picks('Tell me a joke', { toolChoice: 'required' })).toHaveLength(1);
    expect(await picks('weather', { tools: [] })).toEqual([]);
  });

  it('remembers a little of what was said before', async () => {
    const messages: ChatMessage[] = [
      { role: 'user', text: 'What is the weather in Paris?' },
      { role: 'assistant', text: 'Sunny.', calls: [] },
      { role: 'user', text: 'And the current one in the city of Rome?' },
    ];
    const { calls } = await lexicalModel().answer(request('', { messages }), NEVER);
    expect(calls).toMatchObject([{ id: 'call_2_1', name: 'get_weather' }]);
  });

  it('answers in words once the tools have', async () => {
    const result = { role: 'tool', callId: 'c', text: '…' } as const;
    const messages: ChatMessage[] = [
      { role: 'user', text: 'read a.txt' },
      { role: 'assistant', text: '', calls: [{ id: 'c', name: 'read_file', arguments: '{}' }] },
      { ...result, name: 'read_file', isError: false },
      { ...result, name: 'get_weather', isError: true },
    ];
    const answer = await lexicalModel().answer(request('', { messages }), NEVER);
    expect(answer).toMatchObject({ text: 'Called read_file. Failed: get_weather.', calls: [] });
  });

  it('stops where it is told to', async () => {
    await expect(lexicalModel().answer(request('weather'), AbortSignal.abort())).rejects.toThrow(
      'aborted',
    );
  });
});

describe('arguments', () => {
  const fill = async (text: string, properties: object): Promise<unknown> => {
    const tools = [tool('count_sheep', 'Count sheep.', properties)];
    const { calls } = await lexicalModel().answer(request(`count sheep ${text}`, { tools }), NEVER);
    return JSON.parse(calls[0]?.arguments ?? 'null');
  };

  test.each<[string, object, unknown]>([
    ['20,000 and 3.5', { a: { type: 'integer' }, b: { type: 'number' } }, { a: 20000, b: 3.5 }],
    ['3.5 then 4', { a: { type: 'integer' } }, { a: 4 }],
    ['of room 12b on 2026-01-02', { n: { type: 'number' }, date: TEXT }, { date: '2026-01-02' }],
    ['at https://a.example/x.', { url: TEXT, note: TEXT }, { url: 'https://a.example/x' }],
    ['in Celsius', { unit: { enum: ['kelvin', 'celsius'] } }, { unit: 'celsius' }],
    ['1, 2 and 3', { all: { type: 'array', items: { type: 'integer' } } }, { all: [1, 2, 3] }],
    ['"x" and "y"', { all: { type: 'array', items: TEXT } }, { all: ['x', 'y'] }],
    ['now', { fixed: { const: 7 }, odd: {}, deep: { type: 'object' } }, { fixed: 7 }],
    ['now', { a: TEXT, b: TEXT }, {}],
    ['now', { __proto__x: { type: ['null', 'string'] } }, { __proto__x: 'count sheep now' }],
  ])('%s', async (text, properties, expected) => {
    expect(await fill(text, properties)).toEqual(expected);
  });

  it('fill only what is required', async () => {
    const inputSchema = { properties: { a: TEXT, b: TEXT }, required: ['b'] };
    const tools = [{ ...tool('count_sheep', 'Count sheep.'), inputSchema }];
    expect(await picks('count "ten" sheep', { tools })).toEqual(['count_sheep {"b":"ten"}']);
  });

  it('survive hostile text and schemas', async () => {
    const hostile = [
      '"'.repeat(50_000),
      'a/'.repeat(50_000),
      'a@'.repeat(50_000),
      '9,'.repeat(50_000),
    ];
    for (const text of hostile) {
      const properties = { path: TEXT, email: TEXT, url: TEXT, n: { type: 'number' } };
      expect(await fill(text, properties)).toBeTypeOf('object');
    }
  });
});
