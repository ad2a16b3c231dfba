import { existsSync, readdirSync, readFileSync } from 'node:fs';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  type ToolCall,
  type Trace,
} from '#core';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../draft/text-of.ts';
import { readTraces } from '../../read-traces.ts';

const folder = new URL('../../../../../shared/data/langfuse/', import.meta.url);
const isThere = existsSync(folder);
const names = isThere
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.trace.json'))
      .map((file) => file.replace('.trace.json', ''))
      .sort()
  : [];

/** Counted by hand, from the messages and, where the messages do not have them, from the observations. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  'agno-2025-06-11': ['duckduckgo_search {"query":"currently trending on Twitter"}'],
  'autogen-2025-06-06': [],
  'beeai-2025-08-01': [
    'Wikipedia {"query":"Tourism in Barcelona"}',
    'OpenMeteoTool {"location_name":"Barcelona","country":"Spain"}',
  ],
  'claude-agent-2025-12-22': [
    'weather.get_weather {"city":"Berlin"}',
    'weather.get_weather {"city":"New York"}',
  ],
  'crewai-2025-07-11': [],
  'csharp-agent-with-gemini-2026-03-09': [
    'get_custom_report {"dimensions":["Campaign"],"filters":{"dateRange":{"from_date":"2025-10-01","to_date":"2025-12-31"}},"timeDimension":"Month","metrics":["Cost","Displays","Clicks","Ctr","Sales","Cvr"]}',
    'final_result {"input":{"comment":"I couldn\'t retrieve the mo',
  ],
  'google-adk-2025-08-28': ['say_hello {}'],
  'google-gemini-2025-08-01': [],
  'koog-2025-08-26': ['HelloTool {"name":"Bob"}', 'ByeTool {"name":"Bob"}'],
  'langgraph-js-2025-10-30': ['get_weather {"city":"San Francisco"}'],
  'langgraph-python-2025-08-22': ['Web-Search {"query":"example"}'],
  'llamaindex-2025-06-05': [],
  'microsoft-agent-2025-12-17': ['get_weather {"location":"Tokyo, Japan"}'],
  'openai-agents-2025-09-30': ['get_weather {"city":"Tokyo"}'],
  'pydantic-ai-2025-06-06': [],
  'pydantic-ai-tools-2025-06-06': [],
  'pydantic-ai-tools-2025-12-04': [
    'get_pun_suggestion {"topic":"programming"}',
    'get_dad_joke_suggestion {"topic":"programming"}',
    'get_one_liner_suggestion {"topic":"programming"}',
    'final_result {"quality":"good","feedback":"The joke is clever and',
  ],
  'pydantic-ai-with-gemini-2025-12-24': [],
  'vercel-aisdk-2025-11-17': ['getWeather {"location":"San Francisco"}'],
  'vertex-ai-2025-08-01': [],
};

/** How much of a call is compared with what was counted: two of them pass a page of text. */
const SHOWN = 210;

describe.skipIf(!isThere)(
  'the exports of twenty frameworks (left out where the data folder is absent)',
  () => {
    test('there are twenty, and each was counted', () => {
      expect(names).toEqual(Object.keys(CALLS));
      expect(names).toHaveLength(20);
    });

    test.each(names)('%s has the calls that were counted', async (name) => {
      const trace = await readRun(name);
      expect(trace.error).toBeNull();
      const shown = trace.calls.map(showCall);
      const counted = CALLS[name]!;
      expect(shown.map((line, index) => line.slice(0, counted[index]?.length ?? SHOWN))).toEqual(
        counted,
      );
    });

    test.each(names)('%s has the calls that its messages show', async (name) => {
      const { calls } = await readRun(name);
      const read = calls.map((call) =>
        spell(
          call.rawName ?? call.name,
          call.arguments.state === 'parsed' ? call.arguments.value : null,
        ),
      );
      expect(read.sort()).toEqual(callsShown(parseFile(`${name}.chatml.json`)).sort());
    });

    test('what else they record is kept', async () => {
      const microsoft = await readRun('microsoft-agent-2025-12-17');
      expect(microsoft).toMatchObject({
        id: '8e419d3288419b5d944270505640e183',
        input: "What's the weather in Tokyo?",
        output: 'Current conditions in Tokyo, Japan: stormy, high around 23°C.',
        // The two generations; the agent around them has another total.
        usage: { inputTokens: 77 + 216, outputTokens: 86 + 20 },
        error: null,
      });
      expect(microsoft.offered).toMatchObject([{ name: 'get_weather' }]);
      const agno = await readRun('agno-2025-06-11');
      expect(agno.input).toBe('What is currently trending on Twitter?');
      expect(agno.usage).toMatchObject({ inputTokens: 163 + 663, outputTokens: 20 + 225 });
      expect((await readRun('google-adk-2025-08-28')).agent).toBe('hello_agent');
      expect((await readRun('autogen-2025-06-06')).metadata).toMatchObject({
        session: 'session_abc',
        tags: ['autogen', 'dev'],
        model: 'gpt-4o',
      });
    });
  },
);

async function readRun(name: string): Promise<Trace> {
  const path = new URL(`${name}.trace.json`, folder).pathname;
  const records = [];
  for await (const batch of readTraces([{ path, displayName: name }])) records.push(...batch);
  const [record] = records;
  if (records.length !== 1 || record?.kind !== 'trace') throw new Error('not one trace');
  return record.trace;
}

function showCall({ server, name, arguments: passed }: ToolCall): string {
  const value = passed.state === 'parsed' ? JSON.stringify(passed.value) : passed.state;
  return `${server === null ? '' : `${server}.`}${name} ${value}`;
}

function parseFile(file: string): Json {
  const parsed = parseJson(readFileSync(new URL(file, folder), 'utf8'));
  return parsed.ok ? parsed.value : null;
}

/**
 * The calls that the messages of all observations show, each of them once. They are in `tool_calls` or in blocks, and
 * are repeated in the outputs around them and in the inputs after them. An id is a call. A call without an id, or with
 * the tool's name as its id, counts in outputs only. A side with `success: false` could not be shown as messages: it
 * was plain text, or the input or output of a tool. Two frameworks have their calls in text only. Koog writes them as
 * JSON text of an answer. BeeAI's models write `Function Name: …`, which only the histories of later requests show,
 * repeated in each.
 */
function callsShown(observations: Json): string[] {
  const byId = new Map<string, string>();
  const byWords = new Set<string>();
  const others: string[] = [];
  const sides = isJsonObject(observations) ? Object.values(observations).flatMap(sidesOf) : [];
  for (const { message, isOutput } of sides) {
    const text = wordsOf(message);
    for (const call of [
      ...objectsIn(message.tool_calls),
      ...blocksOf(message),
      ...callsInText(text),
    ]) {
      const { name, arguments: passed = call.input } = isJsonObject(call.function)
        ? call.function
        : call;
      const spelled = spell(textOf(name) ?? '', passed ?? null);
      if (typeof call.id === 'string' && call.id !== '' && call.id !== name)
        byId.set(call.id, spelled);
      else if (isOutput) others.push(spelled);
    }
    if (message.role !== 'assistant') continue;
    for (const [, name, passed] of text.matchAll(/Function Name: (\w+)\nFunction Input: (.+)/g))
      byWords.add(spell(name!, passed!));
  }
  return [...byId.values(), ...byWords, ...others];
}

interface Side {
  readonly message: JsonObject;
  readonly isOutput: boolean;
}

function sidesOf(observation: Json): Side[] {
  if (!isJsonObject(observation)) return [];
  return ['input', 'output'].flatMap((key) => {
    const side = observation[key];
    const data = isJsonObject(side) && side.success === true ? objectsIn(side.data) : [];
    return data.map((message) => ({ message, isOutput: key === 'output' }));
  });
}

function wordsOf({ content, json }: JsonObject): string {
  if (typeof content === 'string') return content;
  return [...objectsIn(content), ...objectsIn([json ?? null])]
    .map(({ text }) => textOf(text) ?? '')
    .join('\n');
}

function blocksOf({ content }: JsonObject): JsonObject[] {
  return objectsIn(content).filter(({ type }) => type === 'tool_use');
}

function callsInText(text: string): JsonObject[] {
  const parsed = text.startsWith('[{"function"') ? parseJson(text) : null;
  return parsed?.ok === true ? objectsIn(parsed.value) : [];
}

function objectsIn(list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** A call in words that do not depend on how its arguments are written. */
function spell(name: string, passed: Json): string {
  const value = typeof passed === 'string' ? (JSON.parse(passed) as JsonObject) : passed;
  const entries = isJsonObject(value)
    ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    : [];
  return `${name} ${JSON.stringify(Object.fromEntries(entries))}`;
}
