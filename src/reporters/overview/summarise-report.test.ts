import { describe, expect, it } from 'vitest';
import type { EvalReport, TestReport } from '#core';
import { ordersReport } from '../fixtures/orders-report.ts';
import { sampleReport } from '../fixtures/sample-report.ts';
import { summariseReport } from './summarise-report.ts';

describe('a report in figures', () => {
  const [orders] = summariseReport(ordersReport()).entries;

  it('has every metric with its interval, those with a gate first', () => {
    expect(orders?.metrics.map(({ id, value, gates }) => [id, value, gates.length])).toEqual([
      ['tool_name_match', 0.8733, 1],
      ['tool_args_shape_match', 0.981, 1],
      ['per_tool.recall', null, 1],
      ['calls.mean', 0.9, 1],
    ]);
    expect(orders?.metrics[0]?.interval).toEqual([0.8309, 0.9064]);
    expect(orders?.metrics[2]?.gates).toEqual([
      { op: '>=', value: 0.95, outcome: 'fail', tool: 'get_shipping_eta' },
    ]);
  });

  it('names the tools that were missed most and what came instead', () => {
    // Rows of the matrix: 18 + 3 + 1 of 164, 1 + 9 of 32, 2 + 4 of 57; nothing of 47.
    expect(orders?.tools).toEqual([
      {
        name: 'get_order_status',
        missed: 22,
        expected: 164,
        instead: { name: 'get_order_history', count: 18 },
      },
      {
        name: 'get_shipping_eta',
        missed: 10,
        expected: 32,
        instead: { name: 'get_order_status', count: 9 },
      },
      { name: '(none)', missed: 6, expected: 57, instead: { name: 'get_order_status', count: 4 } },
    ]);
    expect(orders?.confusions[0]).toEqual({
      expected: 'get_order_status',
      observed: 'get_order_history',
      count: 18,
      support: 164,
    });
  });

  it('keeps "not measured" apart from none', () => {
    const modes = new Map(orders?.modes?.map(({ mode, cases }) => [mode, cases]));
    expect(modes.get('hallucinated_tool')).toBeNull();
    expect(modes.get('wrong_tool')).toBe(38);
    expect(modes.has('duplicate_call')).toBe(false);
  });

  it('sums what cases used, and leaves out what one of them does not record', () => {
    const base = ordersReport().evals[0] as EvalReport;
    const measured: EvalReport = {
      ...base,
      cases: [
        { id: 'a', verdict: 'pass' },
        { id: 'b', verdict: 'fail', modes: ['wrong_tool'] },
        { id: 'c', verdict: 'fail', modes: ['wrong_tool'] },
      ],
      caseUsage: { calls: [1, 2, 3], tokens: [10, 20, null] },
    };
    const [entry] = summariseReport({ evals: [measured], tests: [] }).entries;
    expect(entry?.passingUsage).toEqual({ cases: 1, sums: { calls: 1, tokens: 10 } });
    expect(entry?.modes?.find(({ mode }) => mode === 'wrong_tool')?.usage).toEqual({
      cases: 2,
      sums: { calls: 5 },
    });
  });

  it('lists the models that runs record', () => {
    expect(orders?.models).toEqual(['gpt-5-mini-2026-08-07']);
  });

  it('counts tests beyond the first', () => {
    const [test] = sampleReport().tests as readonly [TestReport];
    const tests = Array.from({ length: 45 }, (_, i) => ({ ...test, name: `t${i}` }));
    const summary = summariseReport({ evals: [], tests });
    expect([summary.entries.length, summary.moreEntries]).toEqual([40, 5]);
  });
});
