import {
  evaluate,
  type EvaluationScorer,
  type Json,
  parseJson,
  stringifyJson,
  toNativeTrace,
  type Trace,
} from '#core';
import { describe, expect, test } from 'vitest';
import { isFull } from '../../test/support/full.ts';
import { loadReaderCases } from './fixtures/load-reader-cases.ts';
import { UNDETECTED } from './fixtures/undetected-damage.ts';
import { readTraces } from './read-traces.ts';
import type { TraceFormat } from './trace-format.ts';

const readers = await loadReaderCases();

const NEVER = 'a_tool_that_no_fixture_calls';
const NONE = { label: { expected_tool: 'none' } };

interface GateCase {
  readonly scorer: EvaluationScorer;
  readonly expect: Readonly<Record<string, Partial<Record<'==' | '>=' | '<=', number>>>>;
}

/** Gates that fail on calls, or on what is not recorded of them: at least one of every scorer that needs no dataset. */
const GATES: readonly GateCase[] = [
  { scorer: { type: 'no_tools', options: true }, expect: { 'no_tool.rate': { '==': 1 } } },
  {
    scorer: { type: 'equal_function_sets', options: { classes: [] } },
    expect: { 'tool_selection.f1': { '>=': 50 } },
  },
  {
    scorer: {
      type: 'equal_function_sets',
      options: { classes: [{ name: 'c', members: [NEVER] }] },
    },
    expect: { 'tool_selection.recall': { '>=': 1 } },
  },
  {
    scorer: { type: 'function_call_coverage', options: { function_calls: [] } },
    expect: { num_unrequired_calls: { '==': 0 } },
  },
  {
    scorer: { type: 'function_call_coverage', options: { function_calls: [NEVER] } },
    expect: { all_required_calls_made: { '==': 1 } },
  },
  {
    scorer: { type: 'tool_call_f1', options: { expected: [] } },
    expect: { 'tool_call.f1': { '==': 1 } },
  },
  {
    scorer: { type: 'tool_call_f1', options: { expected: [{ tool: NEVER }] } },
    expect: { 'tool_call.recall': { '==': 1 } },
  },
  {
    scorer: { type: 'tool_call_accuracy', options: { expected: [] } },
    expect: { 'tool_call.accuracy': { '==': 1 } },
  },
  {
    scorer: { type: 'trajectory', options: { expected: [], match: 'subset' } },
    expect: { 'trajectory.match': { '==': 1 } },
  },
  { scorer: { type: 'tool_name_match', options: NONE }, expect: { tool_name_match: { '==': 1 } } },
  {
    scorer: { type: 'failure_modes', options: NONE },
    expect: { 'failure_modes.unneeded_tool': { '==': 0 } },
  },
  {
    scorer: { type: 'failure_modes', options: { label: { expected_tool: NEVER } } },
    expect: { 'failure_modes.hallucinated_tool': { '==': 0 } },
  },
  ...[
    'hallucinated.calls',
    'invalid_args.calls',
    'failed.calls',
    'unparsed_args.calls',
    'duplicate.calls',
  ].map((metric) => ({
    scorer: { type: 'call_checks', options: {} } as const,
    expect: { [metric]: { '==': 0 } },
  })),
  ...['calls.total', 'tokens.total', 'cost.total'].map((metric) => ({
    scorer: { type: 'usage', options: {} } as const,
    expect: { [metric]: { '<=': 0 } },
  })),
];

/** The same for the tools that are called: gates on their names, on their arguments, and on how the calls ended. */
function gatesOf(tools: readonly string[]): readonly GateCase[] {
  const label = {
    expected_tool: tools.length > 0 ? tools : [NEVER],
    expected_args: { an_argument_of_no_fixture: 1 },
  };
  return [
    ...GATES,
    {
      scorer: { type: 'forbidden', options: { tools: [NEVER, ...tools] } },
      expect: { 'forbidden.calls': { '==': 0 } },
    },
    { scorer: { type: 'text_calls', options: {} }, expect: { 'text_calls.runs': { '==': 0 } } },
    ...(['tool_args_match', 'tool_args_shape_match', 'tool_args_semantic'] as const).map(
      (type) => ({ scorer: { type, options: { label } }, expect: { [type]: { '==': 1 } } }),
    ),
    {
      scorer: { type: 'tool_args_shape_match', options: { label, over: 'first_call' } },
      expect: { tool_args_shape_match: { '==': 1 } },
    },
    {
      scorer: { type: 'tool_args_valid', options: {} },
      expect: { tool_args_valid: { '==': 1 } },
    },
  ];
}

function toolsOf(outcomes: readonly Outcome[]): readonly string[] {
  const calls = outcomes.flatMap(({ trace }) => trace?.calls ?? []);
  return [...new Set(calls.flatMap(({ name, rawName }) => [name, rawName ?? name]))];
}

/** The gates that pass on a run alone. */
async function passesOf(trace: Trace, cases: readonly GateCase[]): Promise<readonly string[]> {
  const scorers = cases.map(({ scorer }, at) => ({ ...scorer, key: `g${at}` }));
  const gates = cases.flatMap(({ expect: ofCase }, at) =>
    Object.entries(ofCase).map(([metric, matcher]) => [`g${at}.${metric}`, matcher]),
  );
  const report = await evaluate({
    dataset: [{ trace }],
    scorers,
    expect: Object.fromEntries(gates) as GateCase['expect'],
  });
  if (report.errors > 0) throw new Error(report.unmeasured.items[0]?.message);
  return report.gates.flatMap(({ metric, outcome }) => (outcome === 'pass' ? [metric] : []));
}

interface Outcome {
  readonly id: string | null;
  /** What is scored of the run; null where it is not measured. */
  readonly text: string | null;
  readonly trace: Trace | null;
  /** Why it is not measured. */
  readonly error: string | null;
}

async function outcomesOf(
  file: string,
  content: string,
  format: TraceFormat,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const input = { path: file, displayName: file, bytes: Buffer.from(content) };
  for await (const batch of readTraces([input], { format }))
    for (const record of batch) {
      if (record.kind === 'warning') continue;
      const trace = record.kind === 'trace' ? record.trace : null;
      const measured = trace !== null && trace.error === null ? trace : null;
      outcomes.push({
        id: trace?.id ?? null,
        text: measured === null ? null : scoredPart(measured),
        trace: measured,
        error: record.kind === 'trace' ? (trace?.error ?? null) : record.issue.message,
      });
    }
  return outcomes;
}

/** Whether there is an error that was not there before. */
function hasNewError(after: readonly Outcome[], before: readonly Outcome[]): boolean {
  const errors = new Set(before.map(({ error }) => error));
  return after.some(({ error }) => error !== null && !errors.has(error));
}

function scoredPart(trace: Trace): string {
  const { tool_calls: calls, tools, usage, partial } = toNativeTrace(trace);
  const words = [trace.said ?? null, trace.output];
  return stringifyJson([
    calls,
    tools ?? null,
    usage ?? null,
    partial ?? null,
    words,
  ] as unknown as Json);
}

/** The number of places at which a file is cut. */
const CUTS = isFull ? 40 : 15;

type Mutant = readonly [how: string, where: string, value: Json];

/** Ways to damage a value, applied at every place. */
const DAMAGE: Readonly<Record<string, (value: Json) => Json | undefined>> = {
  null: () => null,
  unknown: () => ({ type: 'x_unknown_part', x_unknown: 1 }),
  cut: (value) =>
    typeof value === 'string' && /^\s*[[{]/.test(value)
      ? value.slice(0, Math.floor(value.length / 2))
      : undefined,
};

function* mutantsOf(value: Json, path: readonly string[] = []): Generator<Mutant> {
  if (path.length > 0)
    for (const [how, damage] of Object.entries(DAMAGE)) {
      const put = damage(value);
      if (put !== undefined) yield [how, path.join('/'), put];
    }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const step = Array.isArray(value) ? '*' : key;
    for (const [how, where, put] of mutantsOf(member as Json, [...path, step]))
      yield [how, where, replaced(value, key, put)];
  }
}

function replaced(value: object, key: string, put: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json, at) => (String(at) === key ? put : item));
  return { ...(value as Record<string, Json>), [key]: put };
}

/** The text of a fixture with a single damaged place each, and that place. Of places that differ in an index alone, the first. */
function* damaged(file: string, content: string): Generator<readonly [string, string]> {
  const seen = new Set<string>();
  const isLines = /\.(?:jsonl|ndjson)$/.test(file);
  const texts = isLines ? content.split('\n').filter((line) => line !== '') : [content];
  for (const [at, text] of texts.entries()) {
    const parsed = parseJson(text);
    if (!parsed.ok) continue;
    for (const [how, where, value] of mutantsOf(parsed.value)) {
      const damage = `${how} ${where}`;
      if (!isFull && seen.has(damage)) continue;
      seen.add(damage);
      const changed = stringifyJson(value);
      yield [damage, texts.map((entry, i) => (i === at ? changed : entry)).join('\n')];
    }
  }
  for (let part = 1; part < CUTS; part++)
    yield ['cut file', content.slice(0, Math.floor((content.length * part) / CUTS))];
}

describe.each(readers.map((reader) => [reader.format.id, reader] as const))(
  '%s: a gate that does not pass on the whole record',
  (id, { format, fixtures }) => {
    test('does not pass on a damaged one', async () => {
      const undetected = new Set<string>();
      for (const { file, content } of fixtures) {
        if (typeof content !== 'string') continue;
        const original = await outcomesOf(file, content, format);
        const gates = gatesOf(toolsOf(original));
        const expectedPlaces = new Map<string, readonly string[]>();
        const passes = async ({ text, trace }: Outcome): Promise<readonly string[]> => {
          if (text === null || trace === null) return [];
          const passed = expectedPlaces.get(text) ?? (await passesOf(trace, gates));
          expectedPlaces.set(text, passed);
          return passed;
        };
        for (const [damage, mutated] of damaged(file, content)) {
          const after = await outcomesOf(file, mutated, format);
          // A record that cannot be read keeps every gate over the file from passing.
          if (hasNewError(after, original)) continue;
          for (const [at, run] of after.entries()) {
            const same = original.find((outcome) => outcome.id !== null && outcome.id === run.id);
            const before = same ?? (after.length === original.length ? original[at] : undefined);
            // A removed error leaves no trace.
            if (before === undefined || before.text === null || before.text === run.text) continue;
            const had = await passes(before);
            if ((await passes(run)).some((gate) => !had.includes(gate))) undetected.add(damage);
          }
        }
      }
      const expected = (UNDETECTED.get(id) ?? []).flatMap(({ places }) => places);
      expect([...undetected].filter((damage) => !expected.includes(damage)).sort()).toEqual([]);
      if (process.env['WHICHTOOL_UNDETECTED'] === 'exact')
        expect([...undetected].sort()).toEqual([...expected].sort());
    });

    test('does not pass without the catalog, the schemas, the status or the usage', async () => {
      for (const { file, content } of fixtures) {
        if (typeof content !== 'string') continue;
        const outcomes = await outcomesOf(file, content, format);
        const gates = gatesOf(toolsOf(outcomes));
        for (const { trace } of outcomes) {
          if (trace === null) continue;
          const had = await passesOf(trace, gates);
          for (const [lacking, less] of Object.entries(withLess(trace))) {
            const greener = (await passesOf(less, gates)).filter((entry) => !had.includes(entry));
            expect([file, lacking, greener]).toEqual([file, lacking, []]);
          }
        }
      }
    });
  },
);

/** A run of which less was recorded. */
function withLess(trace: Trace): Readonly<Record<string, Trace>> {
  const offered = trace.offered?.map((tool) => ({ ...tool, inputSchema: null })) ?? null;
  return {
    catalog: { ...trace, offered: null },
    schemas: { ...trace, offered },
    status: { ...trace, calls: trace.calls.map((call) => ({ ...call, status: null })) },
    usage: { ...trace, usage: null },
  };
}
