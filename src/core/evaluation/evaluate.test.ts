import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import type { Row } from './evaluation.ts';

const ROWS: readonly Row[] = [
  { id: 'one', tool_calls: [{ name: 'a' }], wanted: ['a'] },
  { id: 'two', trace: { tool_calls: [{ name: 'b' }] }, wanted: ['a'] },
];

const COVERAGE = {
  type: 'function_call_coverage',
  options: (row: Row) => ({ function_calls: row.wanted as readonly string[] }),
} as const;

describe('evaluating a dataset from a program', () => {
  it('scores every row by its own expectation and judges the gates on the sum', async () => {
    const report = await evaluate({
      name: 'orders',
      dataset: ROWS,
      scorers: [COVERAGE],
      expect: { all_required_calls_made: { '>=': 0.5, '<': 1 }, num_unrequired_calls: { '==': 0 } },
    });
    const expected = { calls: [{ tool: 'a' }] };
    expect(report.cases).toEqual([
      {
        id: 'one',
        verdict: 'pass',
        evidence: { where: 'row 1', calls: [{ tool: 'a' }], expected },
      },
      {
        id: 'two',
        verdict: 'fail',
        evidence: { where: 'row 2', calls: [{ tool: 'b', verdict: 'unexpected' }], expected },
      },
    ]);
    expect(
      report.gates.map(({ metric, op, value, observed, outcome }) => [
        metric,
        op,
        value,
        observed,
        outcome,
      ]),
    ).toEqual([
      ['all_required_calls_made', '>=', 0.5, 0.5, 'pass'],
      ['all_required_calls_made', '<', 1, 0.5, 'pass'],
      ['num_unrequired_calls', '==', 0, 1, 'fail'],
    ]);
    expect(report).toMatchObject({ name: 'orders', verdict: 'fail', runs: 2, errors: 0 });
    expect(report.passing).toEqual({ k: 1, n: 2, rate: 0.5, interval: [0.0945, 0.9055] });
    expect(report.scores[0]?.misses.items).toEqual([{ case: 'two', expected: 'a' }]);
  });

  it('drives an agent, and a row whose agent throws or crashed is errored, never a pass', async () => {
    const report = await evaluate({
      dataset: [{ id: 'ok' }, { id: 'throws' }, { id: 'crashed' }],
      agent: async ({ id }) => {
        await Promise.resolve();
        if (id === 'throws') throw new Error('no connection');
        return { tool_calls: [], error: id === 'crashed' ? 'killed' : null };
      },
      scorers: [{ type: 'no_tools', options: true }],
      expect: { 'no_tool.rate': { '==': 1 } },
    });
    expect(report.cases.map(({ verdict }) => verdict)).toEqual(['pass', 'error', 'error']);
    expect(report).toMatchObject({ verdict: 'error', runs: 1, errors: 2 });
    expect(report.gates[0]).toMatchObject({ outcome: 'error', pass: false, observed: 1 });
    expect(report.unmeasured.items.map(({ message }) => message)).toEqual([
      'no connection',
      'the run ended with an error: killed',
    ]);
  });

  it('an empty dataset measures nothing and does not pass', async () => {
    const report = await evaluate({ dataset: [], scorers: [COVERAGE] });
    expect(report).toMatchObject({
      verdict: 'error',
      runs: 0,
      passing: { k: 0, n: 0, rate: null, interval: null },
    });
  });

  it('a row without a run is errored', async () => {
    const report = await evaluate({ dataset: [{ wanted: ['a'] }], scorers: [COVERAGE] });
    expect(report.cases).toEqual([
      {
        id: '1',
        verdict: 'error',
        evidence: { where: 'row 1', expected: { calls: [{ tool: 'a' }] } },
      },
    ]);
  });

  it('keys tell two scorers of one type apart', async () => {
    const report = await evaluate({
      dataset: ROWS,
      scorers: [
        { ...COVERAGE, key: 'own' },
        { type: 'function_call_coverage', key: 'fixed', options: { function_calls: ['b'] } },
      ],
      expect: { 'fixed.required_calls_coverage': { between: [0.5, 1] } },
    });
    expect(report.gates[0]).toMatchObject({ observed: 0.5, outcome: 'pass', value: [0.5, 1] });
    expect(report.scores.map(({ metrics }) => Object.keys(metrics)[0])).toEqual([
      'own.all_required_calls_made',
      'fixed.all_required_calls_made',
    ]);
  });

  it.each([
    [
      { 'tool_selection.f1': { '>=': 80 } },
      'no scorer of this evaluation has the metric "tool_selection.f1"',
    ],
    [
      { required_calls_coverage: { '>=': 80 } },
      'gate on required_calls_coverage: 80 does not fit; a ratio metric takes a decimal from 0 to 1',
    ],
    [
      { required_calls_coverage: { between: 0.5 } },
      'gate on required_calls_coverage: between takes two values',
    ],
  ])('refuses the gate %j', async (gates, message) => {
    await expect(evaluate({ dataset: ROWS, scorers: [COVERAGE], expect: gates })).rejects.toThrow(
      message,
    );
  });

  it('runs an agent several times on a row, and passes a case that always passes', async () => {
    const report = await evaluate({
      dataset: [{ id: 'steady' }, { id: 'flaky' }, { id: 'crashes' }],
      runs: 3,
      agent: ({ id }, run) => {
        if (id === 'crashes' && run === 3) throw new Error('gone');
        return { tool_calls: id === 'flaky' && run === 2 ? [{ name: 'a' }] : [] };
      },
      scorers: [{ type: 'no_tools', options: true }],
    });
    expect(report.cases).toMatchObject([
      {
        id: 'steady',
        verdict: 'pass',
        passing: { k: 3, n: 3 },
        evidence: { where: 'row 1 run 1' },
      },
      { id: 'flaky', verdict: 'fail', passing: { k: 2, n: 3 }, evidence: { where: 'row 2 run 2' } },
      { id: 'crashes', verdict: 'error', passing: { k: 2, n: 2 }, evidence: { run: 3 } },
    ]);
    expect(report).toMatchObject({ runs: 8, errors: 1, passing: { k: 7, n: 8 } });
    expect(report.repeats?.flaky.items).toEqual([{ name: 'flaky', k: 2, n: 3 }]);
  });

  it('keeps as many runs under way as it may, and reports in the order of the rows', async () => {
    let underWay = 0;
    let most = 0;
    const started: string[] = [];
    const of = (concurrency: number): ReturnType<typeof evaluate> =>
      evaluate({
        dataset: Array.from({ length: 12 }, (_, i) => ({ id: `r${i}` })),
        concurrency,
        agent: async ({ id }) => {
          started.push(id);
          most = Math.max(most, ++underWay);
          // Later rows end first.
          for (let i = 12 - Number(id.slice(1)); i > 0; i--) await Promise.resolve();
          underWay--;
          return { tool_calls: [{ name: id }] };
        },
        scorers: [{ type: 'no_tools', options: true }],
      });
    const item = await of(1);
    expect(most).toBe(1);
    expect(await of(4)).toEqual(item);
    expect(most).toBe(4);
    expect(started.slice(0, 12)).toEqual(item.cases.map(({ id }) => id));
  });
});
