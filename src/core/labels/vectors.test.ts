import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Accumulator } from '../measure/accumulator.ts';
import { call, prepared, traceOf } from '../fixtures/calls.ts';
import type { JsonObject } from '../json/json.ts';
import type { Report } from '../report/report.ts';
import { findScorer } from '../scorers/index.ts';
import { mergeTools } from '../merge-tools/merge-tools.ts';
import { LabelSums } from './label-sums.ts';

const FOLDER = new URL('../../../vectors/', import.meta.url);

interface LabelVector {
  readonly id: string;
  readonly tool_calls: readonly { readonly name: string; readonly arguments?: JsonObject }[];
  readonly tool_costs?: Readonly<Record<string, number>>;
  readonly pairs?: readonly (readonly [string, string])[];
  readonly modes: readonly string[];
  readonly tool_name_match: number;
  readonly tool_args_match?: number;
  readonly tool_args_shape_match?: number;
  readonly tool_args_semantic?: number | 'ask';
}

const LABELS = JSON.parse(
  readFileSync(new URL('labels.json', FOLDER), 'utf8'),
) as readonly LabelVector[];

describe('labels.json', () => {
  it.each(LABELS)('$id', (vector) => {
    const { tool_calls, tool_costs = {}, pairs, modes } = vector;
    const calls = tool_calls.map((item) => call({ server: null, name: item.name }, item.arguments));
    const options = { label: vector, tool_costs };
    const metric = (name: string): number | null => {
      const compiled = findScorer(name)!.compile(options, {});
      const sum = new Accumulator(compiled.scorer);
      sum.add(0, compiled, prepared(calls), traceOf(calls));
      return sum.report(null, () => ({ run: 1 })).metrics[name] ?? null;
    };
    expect(metric('tool_name_match')).toBe(vector.tool_name_match);
    for (const name of ['tool_args_match', 'tool_args_shape_match'] as const) {
      if (vector[name] !== undefined) expect([name, metric(name)]).toEqual([name, vector[name]]);
    }
    const semantic = vector.tool_args_semantic;
    if (semantic !== undefined) {
      expect(metric('tool_args_semantic')).toBe(semantic === 'ask' ? null : semantic);
    }
    const sums = new LabelSums({ tool_costs }, {});
    sums.add(0, vector as unknown as JsonObject, calls, traceOf(calls));
    const { confusion, failureModes } = sums.report(String);
    const shown = Object.entries(failureModes).filter(([, count]) => (count ?? 0) > 0);
    expect(shown.map(([mode]) => mode).sort()).toEqual([...modes].sort());
    expect(Object.keys(failureModes)).toHaveLength(10);
    if (pairs === undefined) return;
    const cells = confusion.labels.flatMap((expected, row) =>
      confusion.labels.flatMap((observed, column) =>
        Array.from({ length: confusion.matrix[row]![column]! }, () => `${expected} > ${observed}`),
      ),
    );
    expect(cells.toSorted()).toEqual(pairs.map((pair) => pair.join(' > ')).toSorted());
  });
});

interface MatrixVector {
  readonly labels: readonly string[];
  readonly matrix: readonly (readonly number[])[];
  readonly expected: {
    readonly total: number;
    readonly correct: number;
    readonly accuracy: number;
    readonly per_label: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly macro_f1: number;
  };
}

const MATRIX = JSON.parse(readFileSync(new URL('confusion.json', FOLDER), 'utf8')) as MatrixVector;

/** A labelled case for every count of the published matrix. */
function publishedSums(): LabelSums {
  const sums = new LabelSums({ tool_costs: { get_order_history: 3 } }, {});
  let order = 0;
  MATRIX.labels.forEach((expected, row) => {
    MATRIX.labels.forEach((observed, column) => {
      for (let i = 0; i < MATRIX.matrix[row]![column]!; i++) {
        const calls = observed === '(none)' ? [] : [call({ server: null, name: observed })];
        const label = { expected_tool: expected === '(none)' ? 'none' : expected };
        sums.add(order++, label, calls, traceOf(calls));
      }
    });
  });
  return sums;
}

/** Four decimals, half up, as ratios are reported. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

describe('confusion.json, from 300 cases', () => {
  const { confusion, perTool } = publishedSums().report((order) => `case ${order}`);

  it('the matrix is the published one, its labels by code unit', () => {
    expect(confusion.labels).toEqual([
      'get_order_history',
      'get_order_status',
      'get_shipping_eta',
      '(none)',
    ]);
    const at = (label: string): number => confusion.labels.indexOf(label);
    MATRIX.labels.forEach((expected, row) => {
      MATRIX.labels.forEach((observed, column) => {
        expect(confusion.matrix[at(expected)]?.[at(observed)]).toBe(MATRIX.matrix[row]?.[column]);
      });
    });
  });

  it('262 of 300 are right', () => {
    const { total, correct, accuracy } = MATRIX.expected;
    expect(confusion.accuracy).toEqual({
      k: correct,
      n: total,
      rate: rounded(accuracy),
      interval: [0.8309, 0.9064],
    });
  });

  it('the shape of the first call is right in 274 of 300, of the right tool always', () => {
    const passed: Readonly<Record<string, JsonObject>> = {
      get_order_status: { order_id: 'ORD-9182' },
      get_shipping_eta: { order_id: 'ORD-9182' },
      get_order_history: { user_id: 'u-1' },
    };
    const { metrics: first } = shapes({ over: 'first_call' });
    const { metrics: pairs } = shapes({});
    expect(first).toEqual({ tool_args_shape_match: 0.9133 });
    expect(pairs).toEqual({ tool_args_shape_match: 1 });

    function shapes(options: object) {
      const scorer = findScorer('tool_args_shape_match')!;
      const sum = new Accumulator(scorer);
      let order = 0;
      MATRIX.labels.forEach((expected, row) => {
        MATRIX.labels.forEach((observed, column) => {
          const calls =
            observed === '(none)' ? [] : [call({ server: null, name: observed }, passed[observed])];
          const label =
            expected === '(none)'
              ? { expected_tool: 'none' }
              : { expected_tool: expected, expected_args: passed[expected] };
          const compiled = scorer.compile({ label, ...options }, {});
          for (let i = 0; i < MATRIX.matrix[row]![column]!; i++) {
            sum.add(order++, compiled, prepared(calls), traceOf(calls));
          }
        });
      });
      return sum.report(null, () => ({ run: 1 }));
    }
  });

  it.each(Object.entries(MATRIX.expected.per_label))('%s in numbers', (label, expected) => {
    const tool = perTool.find((item) => item.tool === label)!;
    const { support, predicted, precision, recall, f1 } = expected;
    expect(tool).toMatchObject({
      support,
      predicted,
      precision: rounded(precision!),
      recall: rounded(recall!),
      f1: rounded(f1!),
    });
    const mean = perTool.reduce((sum, item) => sum + item.f1!, 0) / perTool.length;
    expect(mean).toBeCloseTo(MATRIX.expected.macro_f1, 3);
  });

  it('a perfect row of 47 has the Wilson interval that does not reach 0.95', () => {
    const tool = perTool.find((item) => item.tool === 'get_order_history')!;
    expect(tool.interval).toEqual([0.9244, 1]);
  });

  it('the readings say what went where, the costliest first', () => {
    expect(confusion.readings.slice(0, 3).map(({ text }) => text)).toEqual([
      '18 of 164 get_order_status cases went to get_order_history, which costs 3x: over-tooling, one way',
      '9 of 32 get_shipping_eta cases went to get_order_status: wrong tool, one way',
      '2 of 57 cases that need no tool went to get_order_history: unneeded tool',
    ]);
    expect(confusion.readings[0]?.fix).toContain('tighten the description of get_order_history');
    expect(confusion.readings[1]?.fix).toBe(
      'add an example to the description of get_shipping_eta, the tool that was missed',
    );
  });

  it('nine of 32 one way and three of 164 the other are hardly mutual', () => {
    expect(confusion.mutual).toEqual([
      {
        tools: ['get_order_status', 'get_shipping_eta'],
        shares: [
          { k: 3, n: 164, rate: 0.0183, interval: [0.0062, 0.0524] },
          { k: 9, n: 32, rate: 0.2813, interval: [0.1556, 0.4538] },
        ],
        rate: 0.0183,
      },
    ]);
  });

  it('a cell names its first cases', () => {
    expect(confusion.cells[0]).toEqual({
      expected: 'get_order_status',
      observed: 'get_order_history',
      count: 18,
      cases: Array.from({ length: 18 }, (_, i) => `case ${142 + i}`),
    });
  });

  it('two tools as one: their confusion is no fault any more', () => {
    const empty = { gates: [], scores: [], cases: [], runs: 300, errors: 0 };
    const passing = { k: 262, n: 300 };
    const item = { confusion, perTool, passing, ...empty } as unknown as Report['evals'][number];
    const merged = mergeTools(item, ['get_order_status', 'get_order_history'])!;
    const both = 'get_order_status+get_order_history';
    expect(merged.confusion?.labels).toEqual([both, 'get_shipping_eta', '(none)']);
    expect(merged.confusion?.matrix).toEqual([
      [207, 3, 1],
      [10, 22, 0],
      [6, 0, 51],
    ]);
    expect(merged.confusion?.accuracy).toMatchObject({ k: 280, n: 300 });
    expect(merged.perTool?.[0]).toMatchObject({ tool: both, support: 211, correct: 207, cost: 3 });
    expect(mergeTools(item, ['nothing', 'like', 'it'])).toBeNull();
  });
});
