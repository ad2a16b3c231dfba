import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject, parseTrace } from '#core';
import { afterEach, describe, expect, test } from 'vitest';
import { CONVERSATION_WRITERS, type Step } from './fixtures/conversation-writers.ts';
import type { SampledCase } from './sampled-case.ts';
import type { SamplePlan } from './sampler.ts';
import { type DrawOptions, drawSample } from './draw-sample.ts';
import type { DrawnSample } from './drawing.ts';

const WITH_CALL: readonly Step[] = [
  { role: 'user', text: 'Where is my parcel?' },
  { role: 'call', name: 'track', result: 'shipped' },
  { role: 'agent', text: 'On its way' },
  { role: 'user', text: 'thanks!' },
  { role: 'agent', text: 'welcome' },
];
const WORDS_ONLY: readonly Step[] = [
  { role: 'user', text: 'Hello' },
  { role: 'agent', text: 'How can I help?' },
  { role: 'user', text: 'Nothing, thanks!' },
  { role: 'agent', text: 'welcome' },
];

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function draw(
  record: Json,
  plan: Partial<SamplePlan> = {},
  options: Partial<DrawOptions> = {},
): Promise<Pick<DrawnSample, 'manifest'> & { readonly cases: readonly SampledCase[] }> {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-draw-'));
  const lines = Array.isArray(record) ? (record as Json[]) : [record];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(folder, 'runs.jsonl'), text);
  const drawn = await drawSample(
    ['runs.jsonl'],
    { size: 20, seed: '1', by: [], unit: 'decision', minimum: 1, ...plan },
    { cwd: folder, format: null, requester: null, catalog: null, onProgress: () => {}, ...options },
  );
  const cases = drawn.cases
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SampledCase)
    .sort((a, b) => (a.turn ?? 0) - (b.turn ?? 0));
  return { manifest: drawn.manifest, cases };
}

function messagesOf({ input }: SampledCase): readonly JsonObject[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return (isJsonObject(input) ? input.messages : []) as readonly JsonObject[];
}

const lastTold = (item: SampledCase): Json | undefined => messagesOf(item).at(-1)?.content;

describe.each(CONVERSATION_WRITERS)('decisions of a conversation in %s', (_, write) => {
  test('each see what the user said last, after the last call too', async () => {
    const { cases } = await draw(write(WITH_CALL));
    expect(cases.map(lastTold)).toEqual([
      'Where is my parcel?',
      expect.stringContaining('shipped'),
      'thanks!',
    ]);
    expect(cases.map(({ trace }) => trace.output ?? null)).toEqual([null, null, 'welcome']);
  });

  test('are all found where no tool was called', async () => {
    const { cases } = await draw(write(WORDS_ONLY));
    expect(cases.map(lastTold)).toEqual(['Hello', 'Nothing, thanks!']);
  });

  test('are not more than the answers, where words stand beside the last call', async () => {
    const { cases } = await draw(
      write([
        { role: 'user', text: 'Where is my parcel?' },
        { role: 'call', name: 'track', text: 'Let me look' },
      ]),
    );
    expect(cases).toHaveLength(1);
  });
});

const CHAT = new Map(CONVERSATION_WRITERS).get('OpenAI Chat Completions')!;

test.each([
  ['a message', { messages: [{ role: 'system', content: 'Be brief.' }, ...chatMessages()] }],
  ['`system`', { system: [{ type: 'text', text: 'Be brief.' }], messages: chatMessages() }],
  [
    '`instructions`',
    {
      object: 'response',
      instructions: 'Be brief.',
      input: 'Hello',
      output: [
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '!' }] },
      ],
    },
  ],
  [
    '`systemInstruction`',
    {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Hello' }] },
        { role: 'model', parts: [{ text: '!' }] },
      ],
    },
  ],
])('a system prompt as %s is in the context of a case, not in its messages', async (_, record) => {
  const { cases } = await draw(record);
  const [{ input }] = cases as [SampledCase];
  expect(input).toEqual({
    messages: [{ role: 'user', content: 'Hello' }],
    context: { system: 'Be brief.' },
  });
});

function chatMessages(): Json[] {
  return [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: '!' },
  ];
}

test('metadata of a run is in the context, without secrets', async () => {
  const metadata = { customer: 'c-7', email: 'mira@example.com' };
  const { cases } = await draw({ input: 'Hello', tool_calls: [], metadata });
  expect(cases[0]?.input).toEqual({
    messages: [{ role: 'user', content: 'Hello' }],
    context: { metadata: { customer: 'c-7', email: '[email-1]' } },
  });
});

test('conversations are drawn with all their decisions, and weigh alike', async () => {
  const records = ['red', 'blue', 'green'].map((colour) =>
    CHAT([{ role: 'user', text: `Show me ${colour} shoes` }, ...WITH_CALL.slice(1)]),
  );
  const { manifest, cases } = await draw(records, { unit: 'conversation', size: 2 });
  expect(manifest).toMatchObject({ unit: 'conversation', population: 3, traces: 3, cases: 6 });
  expect(manifest.strata).toEqual([{ stratum: {}, population: 3, sampled: 2, represents: 2 }]);
  const questions = cases.map((item) => messagesOf(item)[0]?.content);
  expect(new Set(questions).size).toBe(2);
  expect(cases.map(({ turn }) => turn)).toEqual([1, 1, 2, 2, 3, 3]);
});

test('a catalog says which tools were offered, where the trace does not', async () => {
  const parsed = parseTrace({ tool_calls: [], tools: [{ name: 'track' }, { name: 'refund' }] });
  const catalog = parsed.ok ? parsed.trace.offered : null;
  const { cases } = await draw(
    [
      { input: 'a', tool_calls: [] },
      { input: 'b', tool_calls: [], tools: [{ name: 'own' }] },
    ],
    {},
    { catalog },
  );
  const offered = cases.map(({ trace }) => trace.tools);
  expect(offered).toContainEqual([{ name: 'track' }, { name: 'refund' }]);
  expect(offered).toContainEqual([{ name: 'own' }]);
});
