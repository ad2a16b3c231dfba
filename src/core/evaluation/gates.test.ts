import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import type { Evaluation, EvaluationGate, Row } from './evaluation.ts';

/** Rows with labels: `found` of them call the expected tool. */
function labelledRows(right: number, missed: number): readonly Row[] {
  const row = (tool: string, i: number): Row => ({
    id: `${tool}-${i}`,
    expected_tool: 'search',
    tool_calls: [{ name: tool }],
  });
  return [
    ...Array.from({ length: right }, (_, i) => row('search', i)),
    ...Array.from({ length: missed }, (_, i) => row('fetch', i)),
  ];
}

/** Rows over one class: `found` of them call a member. */
function classRows(right: number, missed: number): readonly Row[] {
  return labelledRows(right, missed).map(({ expected_tool: _label, ...row }) => row);
}

const BY_LABEL = { type: 'tool_name_match', options: {} } as const;
const BY_CLASS = {
  type: 'equal_function_sets',
  options: { classes: [{ name: 'find', members: ['search'] }] },
} as const;

/** The share of rows that call the tool, which has an interval. */
const BY_TOOL = {
  type: 'function_call_coverage',
  options: { function_calls: ['search'] },
} as const;
/** A gate that takes the calibration of a suite. */
const CORRECTED = { '>=': 1, corrected: true };
const SHARE = 'all_required_calls_made';

async function outcomes(evaluation: Evaluation): Promise<readonly [string, string][]> {
  const { gates } = await evaluate(evaluation);
  return gates.map(({ metric, tool, outcome }) => [tool ?? metric, outcome]);
}

describe('gates of evaluate', () => {
  it('judges single tools, from the support that is asked for', async () => {
    const rows = [
      ...labelledRows(1, 3),
      { id: 'rare', expected_tool: 'rare', tool_calls: [{ name: 'search' }] },
    ];
    const gate = { 'per_tool.recall': { '>=': 0.5, min_support: 2 } };
    expect(await outcomes({ dataset: rows, scorers: [BY_LABEL], expect: gate })).toEqual([
      ['search', 'fail'],
    ]);
  });

  it('takes labels from options that are a function of the row', async () => {
    const dataset = labelledRows(2, 1).map(({ expected_tool: truth, ...row }) => ({
      ...row,
      truth,
    }));
    const report = await evaluate({
      dataset,
      scorers: [
        { type: 'tool_name_match', options: (row) => ({ label: { expected_tool: row.truth } }) },
      ],
      expect: { 'per_tool.recall': { '>=': 0.6 } },
    });
    expect(report.gates.map(({ outcome, tool }) => [tool, outcome])).toEqual([['search', 'pass']]);
    expect(report.confusion?.accuracy).toMatchObject({ k: 2, n: 3 });
  });

  it('reports a row without a label as not measured', async () => {
    const dataset = [...labelledRows(2, 0), { id: 'bare', tool_calls: [] }];
    const report = await evaluate({ dataset, scorers: [BY_LABEL] });
    expect(report).toMatchObject({ runs: 2, errors: 1, verdict: 'error' });
    expect(report.unmeasured.items[0]).toMatchObject({ case: 'bare', code: 'CASE_FAILED' });
  });

  it('certifies a share by its lower bound', async () => {
    const gate = (certify: boolean): Record<string, EvaluationGate> => ({
      [SHARE]: { '>=': 0.5, certify },
    });
    const few = { dataset: classRows(2, 0), scorers: [BY_TOOL] };
    const many = { dataset: classRows(20, 0), scorers: [BY_TOOL] };
    expect(await outcomes({ ...few, expect: gate(false) })).toEqual([[SHARE, 'pass']]);
    expect(await outcomes({ ...few, expect: gate(true) })).toEqual([[SHARE, 'inconclusive']]);
    expect(await outcomes({ ...many, expect: gate(true) })).toEqual([[SHARE, 'pass']]);
  });

  it('reweights shares by the column that is named', async () => {
    const dataset = classRows(1, 1).map((row, i) => ({ ...row, size: i === 0 ? 3 : 1 }));
    const report = await evaluate({
      dataset,
      weights: 'size',
      scorers: [BY_TOOL],
      expect: {
        [SHARE]: { '>=': 0.75 },
        [`raw.${SHARE}`]: { '<=': 0.5 },
        [`weighted.${SHARE}`]: { '>=': 0.75 },
      },
    });
    expect(report.gates.map(({ outcome }) => outcome)).toEqual(['pass', 'pass', 'pass']);
    expect(report.weighting).toMatchObject({ column: 'size' });
  });

  it('does not pass a gate on weights that rows do not have', async () => {
    const evaluation = {
      dataset: classRows(2, 0),
      scorers: [BY_TOOL],
      expect: { [`weighted.${SHARE}`]: { '>=': 0 } },
    };
    expect(await outcomes(evaluation)).toEqual([[`weighted.${SHARE}`, 'error']]);
  });

  it('folds outputs by name, and one of them by its field', async () => {
    const field = 'tool_selection.recall';
    const report = await evaluate<Row, 'lowest'>({
      dataset: classRows(3, 1),
      scorers: [
        {
          ...BY_CLASS,
          metrics: ['mean', 'f1', { kind: 'output', name: 'min', field, id: 'lowest' }],
        },
      ],
      expect: { [`${field}.mean`]: { '>=': 75 }, f1: { '>=': 0.7 }, lowest: { '==': 0 } },
    });
    expect(report.gates.map(({ metric, observed }) => [metric, observed])).toEqual([
      [`${field}.mean`, 75],
      ['f1', 0.75],
      ['lowest', 0],
    ]);
    expect(report.verdict).toBe('pass');
  });

  it('gates how reliable cases are over their runs', async () => {
    const evaluation: Evaluation = {
      dataset: [{ id: 'a' }],
      runs: 4,
      agent: (_, run) => ({ tool_calls: run === 1 ? [] : [{ name: 'search' }] }),
      scorers: [BY_CLASS],
      expect: { 'repeats.flaky': { '==': 0 }, 'repeats.pass_at_k': { '==': 1 } },
    };
    expect(await outcomes(evaluation)).toEqual([
      ['repeats.flaky', 'fail'],
      ['repeats.pass_at_k', 'pass'],
    ]);
  });

  it('allows as many unmeasured runs as `maxErrors`', async () => {
    const evaluation: Evaluation = {
      dataset: classRows(3, 0),
      agent: ({ id, tool_calls: calls = [] }) => {
        if (id === 'search-0') throw new Error('no answer');
        return { tool_calls: calls };
      },
      scorers: [BY_CLASS],
      expect: { 'tool_selection.recall': { '>=': 90 } },
    };
    expect((await evaluate(evaluation)).verdict).toBe('error');
    expect((await evaluate({ ...evaluation, maxErrors: 1 })).verdict).toBe('pass');
  });

  it.each<[string, Partial<Evaluation>]>([
    ['it is not a share of cases', { expect: { 'tool_selection.f1': { '>=': 1, certify: true } } }],
    ['a lower bound', { scorers: [BY_TOOL], expect: { [SHARE]: { '<=': 1, certify: true } } }],
    ['single tools', { expect: { 'tool_selection.recall': { '>=': 1, min_support: 3 } } }],
    ['calibration', { expect: { 'tool_selection.recall': CORRECTED } }],
    ['per_tool.recall', { expect: { 'per_tool.recall': { '>=': 1 } } }],
    ['needs two classes', { scorers: [{ ...BY_CLASS, metrics: ['binary_classification'] }] }],
    [
      'has no output "recal"',
      {
        scorers: [
          { ...BY_CLASS, metrics: [{ kind: 'output', name: 'mean', field: 'recal', id: 'x' }] },
        ],
      },
    ],
  ])('refuses what cannot hold: %s', async (message, options) => {
    const evaluation = { dataset: classRows(1, 0), scorers: [BY_CLASS], ...options };
    await expect(evaluate(evaluation)).rejects.toThrow(message);
  });
});
