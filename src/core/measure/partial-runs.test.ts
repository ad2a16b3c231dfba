import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Accumulator, type AccumulatorState } from './accumulator.ts';
import { call, prepared, traceOf } from '../fixtures/calls.ts';
import type { Gate } from '../gates/gate.ts';
import { holds, holdsBetween } from '../gates/holds.ts';
import { decimalOf } from '../json/decimal.ts';
import { judgeGate, observeGap } from '../gates/gate-report.ts';
import { type JudgeVerdict, ruleOf, type Rulings } from '../judge/index.ts';
import type { MetricSpec, MetricValue } from '../metrics/metric.ts';
import { LabelSums } from '../labels/label-sums.ts';
import { allHold } from '../scoring/reach.ts';
import { SECRETS_ONLY } from '../redaction/index.ts';
import { isPerfect } from '../scoring/score-run.ts';
import { findScorer, SCORERS } from '../scorers/index.ts';
import type { CompiledScorer } from '../scoring/scorer.ts';
import type { ToolCall, Trace } from '../trace/trace.ts';

const SCHEMA = { type: 'object', properties: { n: { type: 'number' } } };
const OFFERED = ['a', 'b', 'c'].map((name) => ({
  server: null,
  name,
  description: null,
  inputSchema: SCHEMA,
  cost: null,
}));

const expected = [{ tool: 'a', args: { n: 1 } }, { tool: 'b' }];
const classes = [
  { name: 'one', members: ['a'] },
  { name: 'two', members: ['b', 'c'] },
];
const labels: readonly object[] = [
  { expected_tool: 'a', expected_args: { n: 1 } },
  { expected_tool: 'none' },
  { expected_calls: expected },
];

/** Every scorer with the options that change how further calls move its figures. */
const CONFIGURED: readonly (readonly [string, object])[] = [
  ['equal_function_sets', { classes }],
  ['equal_function_sets', { classes, repeats: 'false_positive', dependencies: [['one', 'two']] }],
  ['equal_function_sets', { classes, repeats: 'collapse' }],
  ['equal_function_sets', { classes: [] }],
  ...['any_order', 'in_order'].map(
    (mode) => ['function_call_coverage', { function_calls: ['b', 'a', 'a'], mode }] as const,
  ),
  ['function_call_coverage', { function_calls: [] }],
  ['tool_call_f1', { expected }],
  ['tool_call_f1', { expected, count: 'multiset' }],
  ['tool_call_accuracy', { expected }],
  ['tool_call_accuracy', { expected, order: 'flexible' }],
  ...['exact', 'in_order', 'any_order', 'unordered', 'subset'].map(
    (match) => ['trajectory', { expected, match }] as const,
  ),
  ['forbidden', { tools: ['c'] }],
  ['no_tools', {}],
  ['call_checks', {}],
  ['recovery', {}],
  ['usage', {}],
  ['tool_args_valid', {}],
  ['text_calls', {}],
  ['answer', { rubric: 'is kind', must: ['has called a'], must_not: ['has called x'] }],
  ['goal', {}],
  ...labels.flatMap((label) =>
    ['first', 'any'].flatMap((decision) => [
      ['tool_name_match', { label, decision }] as const,
      ['tool_name_match', { label, decision, extras: 'allow' }] as const,
      ['tool_args_match', { label, decision }] as const,
      ['tool_args_shape_match', { label, decision }] as const,
      ['tool_args_shape_match', { label, decision, over: 'all' }] as const,
      ['tool_args_shape_match', { label, decision, over: 'first_call' }] as const,
      ['tool_args_semantic', { label, decision }] as const,
      ['failure_modes', { label, decision }] as const,
      ['exposure', { label, decision }] as const,
    ]),
  ),
];

const anyCall = fc
  .tuple(
    fc.constantFrom('a', 'b', 'c', 'x'),
    fc.constantFrom<ToolCall['arguments']>(
      { state: 'absent' },
      { state: 'parsed', value: { n: 1 } },
      { state: 'parsed', value: { n: 2 } },
      { state: 'parsed', value: { n: 3 } },
      { state: 'parsed', value: { n: 'wrong' } },
      { state: 'unparsed', text: '{' },
    ),
    fc.constantFrom<ToolCall['status']>('ok', 'error'),
    fc.constantFrom(undefined, '', 'ann@example.com', 'ann@example.com, bob@example.com'),
  )
  .map(([name, args, status, result]) =>
    call(name, undefined, {
      arguments: args,
      status,
      ...(result === undefined ? {} : { result }),
    }),
  );

/** A judge that decides by the calls that it sees, and fails now and then. */
const rulings: Rulings = {
  redaction: SECRETS_ONLY,
  of(question) {
    const has = (text: string): boolean => JSON.stringify(question).includes(text);
    if (has('"b"')) return ruleOf([], 1);
    const reason = '';
    const verdict: JudgeVerdict =
      question.kind === 'arguments'
        ? { kind: 'arguments', score: has('"n":2') ? 0.5 : 1, reason }
        : question.kind === 'goal'
          ? { kind: 'goal', achieved: has('"a"'), reason }
          : {
              kind: 'answer',
              score: has('"c"') ? 0.5 : 1,
              reason,
              statements: ['"a"', '"x"'].map((call, i) => ({
                id: i === 1 ? 'not2' : 's1',
                met: has(`"call":${call}`),
                reason,
              })),
            };
    return { verdict, error: null, isSplit: false };
  },
};

/** A run, and which of its calls were observed. */
const observedRun = fc.array(fc.tuple(anyCall, fc.boolean()), { maxLength: 5 });
type ObservedRun = readonly (readonly [ToolCall, boolean])[];

function wholeOf(run: ObservedRun): Trace {
  const usage = { inputTokens: run.length, outputTokens: 1, cost: run.length };
  return traceOf(
    run.map(([item]) => item),
    { offered: OFFERED, usage, output: 'done' },
  );
}

function partOf(run: ObservedRun): Trace {
  const seen = run.filter(([, isSeen]) => isSeen).map(([item]) => item);
  const usage = { inputTokens: seen.length, outputTokens: 1, cost: seen.length };
  return traceOf(seen, { offered: OFFERED, usage, output: 'done', partial: true });
}

function sumUp(compiled: CompiledScorer, traces: readonly Trace[]): Accumulator {
  const sum = new Accumulator(compiled.scorer);
  traces.forEach((trace, order) => sum.add(order, compiled, prepared(trace.calls), trace));
  return sum;
}

/** What a figure is known to be between; the figure itself where it was measured. */
function rangesOf(
  sum: Accumulator,
): ReadonlyMap<string, readonly [MetricValue, MetricValue | null]> {
  const gaps = sum.gaps();
  return new Map(
    [...sum.metrics()].flatMap(([id, value]) => {
      const gap = gaps.get(id);
      if (value !== null) return [[id, [value, value]] as const];
      return gap === undefined ? [] : [[id, [gap.low, gap.high]] as const];
    }),
  );
}

const isAtMost = (a: MetricValue, b: MetricValue): boolean => a.num * b.den <= b.num * a.den;

it('covers every scorer', () => {
  const names = new Set(CONFIGURED.map(([name]) => name));
  expect(SCORERS.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
});

describe.each(CONFIGURED)('%s %j', (name, options) => {
  const compiled = findScorer(name)!.compile(options, { rulings });

  it('keeps figures of the whole runs inside the range of what was observed', () => {
    fc.assert(
      fc.property(
        fc.array(observedRun, { minLength: 1, maxLength: 3 }),
        observedRun,
        (runs, last) => {
          const whole = sumUp(compiled, [...runs, last].map(wholeOf)).metrics();
          // The last run was observed as a whole.
          const ranges = rangesOf(sumUp(compiled, [...runs.map(partOf), wholeOf(last)]));
          for (const [id, value] of whole) {
            const range = ranges.get(id);
            if (value === null || range === undefined) continue;
            const [low, high] = range;
            expect([id, isAtMost(low, value), high === null || isAtMost(value, high)]).toEqual([
              id,
              true,
              true,
            ]);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('never calls a partial run perfect or imperfect that the whole run shows otherwise', () => {
    fc.assert(
      fc.property(observedRun, (run) => {
        const [part, whole] = [partOf(run), wholeOf(run)];
        const sum = new Accumulator(compiled.scorer);
        const entry = isPerfect(sum.add(0, compiled, prepared(part.calls), part));
        const truth = isPerfect(sum.add(1, compiled, prepared(whole.calls), whole));
        if (entry !== null) expect(entry).toBe(truth);
      }),
      { numRuns: 150 },
    );
  });

  it('gives the same sums however the runs are split', () => {
    const run: ObservedRun = [
      [call('a', { n: 1 }, { status: 'ok' }), true],
      [call('x'), false],
    ];
    const traces = [partOf(run), wholeOf(run), partOf([]), partOf(run)];
    const all = sumUp(compiled, traces);
    const split = new Accumulator(compiled.scorer);
    for (const order of [2, 0, 3, 1]) {
      const item = new Accumulator(compiled.scorer);
      const trace = traces[order]!;
      item.add(order, compiled, prepared(trace.calls), trace);
      split.merge(structuredClone<AccumulatorState>(item.state()));
    }
    const labelOf = (order: number): { run: number } => ({ run: order + 1 });
    expect(split.report(null, labelOf)).toEqual(all.report(null, labelOf));
    expect(split.gaps()).toEqual(all.gaps());
  });
});

describe('gates over partial runs', () => {
  const gate = (metric: string, op: Gate['op'], value: number): Gate => ({
    metric,
    op,
    value: decimalOf(value),
    source: 'suite',
    certify: false,
  });
  const judged = (
    name: string,
    options: object,
    traces: readonly Trace[],
    expected: Gate,
  ): unknown[] => {
    const compiled = findScorer(name)!.compile(options, {});
    const sum = sumUp(compiled, traces);
    const spec = compiled.scorer.metrics.find(({ id }) => id === expected.metric) as MetricSpec;
    const gap = sum.gaps().get(expected.metric);
    const entry = gap === undefined ? {} : observeGap(gap, sum.runs);
    const value = sum.metrics().get(expected.metric) ?? null;
    const report = judgeGate(expected, { spec, value, interval: null, unmeasured: 0, ...entry });
    return [report.outcome, report.observed, report.note];
  };
  const part = (...tools: string[]): Trace =>
    traceOf(
      tools.map((tool) => call(tool)),
      { partial: true },
    );
  const whole = (...tools: string[]): Trace => traceOf(tools.map((tool) => call(tool)));

  it('pass where further calls cannot lower the figure', () => {
    const required = { function_calls: ['a'] };
    const expected = gate('all_required_calls_made', '==', 1);
    expect(judged('function_call_coverage', required, [part('a', 'x')], expected)).toEqual([
      'pass',
      1,
      null,
    ]);
  });

  it('are not measured where further calls decide', () => {
    expect(
      judged('forbidden', { tools: ['c'] }, [part('a')], gate('forbidden.calls', '==', 0)),
    ).toEqual(['error', null, 'not measured: 1 of 1 run is partial']);
    expect(
      judged(
        'equal_function_sets',
        { classes },
        [part('a', 'b')],
        gate('tool_selection.f1', '>=', 50),
      ),
    ).toEqual(['error', null, 'not measured: 1 of 1 run is partial']);
  });

  it('fail by a violation that was seen', () => {
    expect(
      judged('forbidden', { tools: ['c'] }, [part('c')], gate('forbidden.calls', '==', 0)),
    ).toEqual(['fail', 1, 'at least this: 1 of 1 run is partial']);
  });

  it('count complete runs as they are', () => {
    const clean = gate('no_tool.rate', '>=', 0.5);
    expect(judged('no_tools', {}, [whole(), part()], clean)).toEqual([
      'pass',
      0.5,
      'at least this: 1 of 2 runs is partial',
    ]);
    expect(judged('no_tools', {}, [whole('a'), whole('a'), part()], clean)).toEqual([
      'fail',
      0.3333,
      'at most this: 1 of 3 runs is partial',
    ]);
  });
});

describe('labelled cases that are partial', () => {
  const row = { expected_tool: 'a' };
  const sums = (...traces: Trace[]): LabelSums => {
    const sum = new LabelSums({}, {});
    traces.forEach((trace, order) => sum.add(order, row, trace.calls, trace));
    return sum;
  };
  const seen = traceOf([call('a')]);
  const part = traceOf([call('a'), call('a')], { partial: true });

  it('leave figures of tools open that they could change, and count the rest', () => {
    const report = sums(seen, part).report(String);
    expect(report.perTool).toMatchObject([
      {
        tool: 'a',
        support: 2,
        correct: 2,
        recall: null,
        precision: null,
        f1: null,
        interval: null,
      },
    ]);
    expect(report.confusion.accuracy).toEqual({ k: 2, n: 2, rate: null, interval: null });
    expect(report.failureModes).toMatchObject({
      over_tooling: 1,
      duplicate_call: 1,
      wrong_tool: null,
      unneeded_tool: 0,
      missed_tool: 0,
    });
    expect(sums(seen, seen).report(String).perTool).toMatchObject([{ recall: 1, precision: 1 }]);
  });
});

it('a verdict over several is false before it is unknown', () => {
  expect([allHold([true, null]), allHold([null, false]), allHold([])]).toEqual([null, false, true]);
  const value = { unit: 'count', num: 1n, den: 1n } as const;
  const never: Gate = { metric: 'm', op: '<', value: decimalOf(1), source: 'flag', certify: false };
  expect([holds(never, value), holdsBetween(never, value, null)]).toEqual([false, false]);
});
