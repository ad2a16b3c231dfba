// What real instrumentations recorded of test/capture-agents/langgraph.cjs, with the delays of a busy machine added.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinCaptured } from './join-captured.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

interface Scope {
  readonly scope: { readonly name: string };
  readonly spans: readonly Span[];
}

interface Line {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly Scope[] }[];
}

const OPENINFERENCE = '@arizeai/openinference-instrumentation-langchain';
const OPENLLMETRY = '@traceloop/instrumentation-langchain';
const OPENLLMETRY_OPENAI = '@traceloop/instrumentation-openai';
const OTEL_OPENAI = '@opentelemetry/instrumentation-openai';

/** Their spans are made by callbacks, which wait in a queue; those of clients are made at the time of the request. */
const FRAMEWORKS: ReadonlySet<string> = new Set([OPENINFERENCE, OPENLLMETRY]);

const EXPECTED = [
  ['search', 'call_1', { q: 1 }, 1, 'ok'],
  ['search', 'call_2', { q: 2 }, 2, 'ok'],
  ['fetch', 'call_3', { u: 1 }, 2, 'ok'],
];

const MAX_DELAY_MS = 500;

it.each([
  ['langgraph-otel', [OPENINFERENCE]],
  ['langgraph-openllmetry', [OPENLLMETRY]],
  ['langgraph-openllmetry', [OPENLLMETRY, OPENLLMETRY_OPENAI]],
  ['langgraph-otel', [OPENINFERENCE, OTEL_OPENAI]],
  ['langgraph-openllmetry', [OPENINFERENCE, OPENLLMETRY]],
  ['langgraph-openllmetry', [OPENINFERENCE, OPENLLMETRY_OPENAI]],
  ['langgraph-openllmetry', [OPENINFERENCE, OPENLLMETRY, OPENLLMETRY_OPENAI]],
])('reads the same calls from %s by %j, whatever the delays', async (file, names) => {
  const path = join(import.meta.dirname, 'fixtures', `${file}.jsonl.gz`);
  const lines = gunzipSync(readFileSync(path)).toString().trim().split('\n');
  const recorded = lines.map((line) => JSON.parse(line) as Line);
  const scopes = recorded
    .flatMap(({ resourceSpans = [] }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
    .filter(({ scope }) => names.includes(scope.name));
  const logs = names.includes(OTEL_OPENAI)
    ? recorded.filter(({ resourceSpans }) => resourceSpans === undefined)
    : [];
  expect(new Set(scopes.map(({ scope }) => scope.name)).size).toBe(names.length);
  const delays = fc.infiniteStream(fc.integer({ min: 0, max: MAX_DELAY_MS }));
  const places = fc.infiniteStream(fc.integer({ min: 0, max: 1e6 }));
  await fc.assert(
    fc.asyncProperty(delays, places, async (delay, place) => {
      const spans = scopes.flatMap((scope) =>
        (FRAMEWORKS.has(scope.scope.name) ? delaySpans(scope.spans, delay) : scope.spans).map(
          (span): Line => ({ resourceSpans: [{ scopeSpans: [{ ...scope, spans: [span] }] }] }),
        ),
      );
      const otlp = shuffle([...spans, ...logs], place).map((line) => `${JSON.stringify(line)}\n`);
      const trace = await joinCaptured({
        kind: 'captured',
        models: [],
        unknownRequests: 0,
        otlp: renameIds(otlp.join(''), place),
        wire: '',
        stdout: '',
      });
      expect(
        trace.calls.map(({ name, id, arguments: passed, turn, status }) => [
          name,
          id,
          passed.state === 'parsed' ? passed.value : passed,
          turn,
          status,
        ]),
      ).toEqual(EXPECTED);
      expect(trace.usage).toMatchObject({ inputTokens: 300, outputTokens: 60 });
    }),
    { numRuns: 40, seed: 11 },
  );
});

/** Callbacks run late, but in their order: the clock is read when each runs, in whole milliseconds. */
function delaySpans(spans: readonly Span[], delay: Iterator<number>): readonly Span[] {
  const moments = spans.flatMap((span, index) => [
    { index, isStart: true, at: Number(BigInt(span.startTimeUnixNano) / 1_000_000n) },
    { index, isStart: false, at: Number(BigInt(span.endTimeUnixNano) / 1_000_000n) },
  ]);
  moments.sort((a, b) => a.at - b.at);
  const delayed = spans.map((span) => ({ ...span }));
  let before = 0;
  let now = 0;
  for (const { index, isStart, at } of moments) {
    now = Math.max(at > before ? now + 1 : now, at + Number(delay.next().value));
    before = at;
    delayed[index]![isStart ? 'startTimeUnixNano' : 'endTimeUnixNano'] = `${now}000000`;
  }
  return delayed;
}

function shuffle<T>(values: readonly T[], place: Iterator<number>): readonly T[] {
  return values
    .map((value) => ({ value, rank: Number(place.next().value) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}

/** Ids of spans are random: what begins in one millisecond may be sorted either way. */
function renameIds(text: string, place: Iterator<number>): string {
  const renamed = new Map<string, string>();
  return text.replace(/"((?:parentS|s)panId)":"([0-9a-f]{16})"/g, (_, key: string, id: string) => {
    const other =
      renamed.get(id) ??
      (Number(place.next().value) + 1).toString(16).padStart(8, '0') + id.slice(8);
    renamed.set(id, other);
    return `"${key}":"${other}"`;
  });
}
