import { existsSync, readFileSync } from 'node:fs';
import type { Json, Trace } from '#core';
import { expect, test } from 'vitest';
import { SpanAssembler } from '../../spans/span-assembler.ts';

const folder = new URL('../../../../../shared/data/langfuse/', import.meta.url);

interface Observation {
  readonly id: string;
  readonly parentObservationId: string | null;
  readonly name: string;
  readonly startTime: string;
  readonly endTime: string | null;
  readonly metadata: { readonly attributes?: Json } | string | null;
}

function attributesOf(metadata: Observation['metadata']): Json | undefined {
  if (typeof metadata !== 'string') return metadata?.attributes;
  return (JSON.parse(metadata) as { attributes?: Json }).attributes;
}

/** The recorded attributes of an export as the spans that they came from. */
function readCalls(file: string): [string | null, string][] {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const { observations } = JSON.parse(text) as { observations: readonly Observation[] };
  const traces: Trace[] = [];
  const assembler = new SpanAssembler(
    {
      trace: (trace) => traces.push(trace),
      error: (issue) => expect.fail(issue.message),
      warn: () => {},
    },
    { isOneRun: false },
  );
  for (const { id, parentObservationId, name, startTime, endTime, metadata } of observations) {
    assembler.add(
      {
        name,
        context: { trace_id: 'a1', span_id: id },
        parent_id: parentObservationId,
        start_time: startTime,
        end_time: endTime,
        attributes: attributesOf(metadata) ?? {},
      },
      { file },
    );
  }
  Array.from(assembler.end() ?? []);
  return traces.flatMap(({ calls }) =>
    calls.map((call): [string | null, string] => [call.server, call.name]),
  );
}

// The exports omit inputs and outputs of models, so these are the tools that were run.
test.skipIf(!existsSync(folder)).each([
  ['agno-2025-06-11', [[null, 'duckduckgo_search']]],
  [
    'beeai-2025-08-01',
    [
      [null, 'Wikipedia'],
      [null, 'OpenMeteoTool'],
    ],
  ],
  [
    'claude-agent-2025-12-22',
    [
      ['weather', 'get_weather'],
      ['weather', 'get_weather'],
    ],
  ],
  [
    'csharp-agent-with-gemini-2026-03-09',
    [
      [null, 'get_custom_report'],
      [null, 'final_result'],
    ],
  ],
  ['google-adk-2025-08-28', [[null, 'say_hello']]],
  [
    'koog-2025-08-26',
    [
      [null, 'HelloTool'],
      [null, 'ByeTool'],
    ],
  ],
  ['microsoft-agent-2025-12-17', [[null, 'get_weather']]],
  ['openai-agents-2025-09-30', [[null, 'get_weather']]],
  [
    'pydantic-ai-tools-2025-12-04',
    [
      [null, 'get_pun_suggestion'],
      [null, 'get_dad_joke_suggestion'],
      [null, 'get_one_liner_suggestion'],
    ],
  ],
  ['vercel-aisdk-2025-11-17', [[null, 'getWeather']]],
])('the recorded spans of %s tell of each call once', (name, calls) => {
  expect(readCalls(`${name}.trace.json`)).toEqual(calls);
});
