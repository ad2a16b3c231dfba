import { describe, expect, it } from 'vitest';
import { decimalOf } from '../json/decimal.ts';
import type { EvalReport, TestReport } from '../report/report.ts';
import type { UsageColumns, UsageTotals } from '../trace/run-usage.ts';
import { shareReport } from '../report/share-report.ts';
import { compareUsage } from './compare-usage.ts';
import type { UsageChange } from './comparison.ts';

const BASE: Omit<TestReport, 'runs' | 'usage'> = {
  name: 'x',
  verdict: 'pass',
  errors: 0,
  scores: [],
  gates: [],
  passing: shareReport(1, 1),
  unmeasured: { total: 0, items: [] },
  suite: null,
};

function test(runs: number, usage: UsageTotals): TestReport {
  return { ...BASE, runs, usage };
}

function orders(caseUsage: UsageColumns, count: number): EvalReport {
  const cases = Array.from({ length: count }, (_, i) => ({
    id: String(i),
    verdict: 'pass' as const,
  }));
  return { ...BASE, runs: count, cases, caseUsage };
}

const TEN = Array.from({ length: 10 }, () => 100);
/** Nine cases of 120 and one of 140: 22 % more than 100 each. */
const MORE = [...TEN.slice(1).map(() => 120), 140];

function figure(changes: readonly UsageChange[], metric: UsageChange['metric']): UsageChange {
  return changes.find((change) => change.metric === metric)!;
}

function cost(
  before: UsageColumns,
  after: UsageColumns,
  demand: Parameters<typeof compareUsage>[1],
) {
  const both = [[orders(before, 10), orders(after, 10)]] as const;
  return figure(compareUsage(both, demand), 'cost.mean');
}

describe('what runs used, before and after', () => {
  it('is a ratio of means with the interval of a ratio estimator', () => {
    // Residuals -2 nine times and 18: 360. se = sqrt(10/9 * 360) / 1000 = 0.02, t(9) = 2.262157.
    const result = cost({ cost: TEN }, { cost: MORE }, null);
    expect(result).toEqual({
      metric: 'cost.mean',
      pairs: 10,
      missing: 0,
      before: 1e-7,
      after: 1.22e-7,
      change: 0.22,
      interval: [0.1747, 0.2653],
      bound: null,
      outcome: null,
    });
  });

  it('fails beyond 10 % by default, and by what the suite says where it says so', () => {
    const any = { rule: 'any' } as const;
    expect(cost({ cost: TEN }, { cost: MORE }, any)).toMatchObject({ bound: 0.1, outcome: 'fail' });
    expect(cost({ cost: TEN }, { cost: TEN.map(() => 110) }, any).outcome).toBe('pass');
    const bounds = new Map([['cost', decimalOf(0.25)]] as const);
    expect(cost({ cost: TEN }, { cost: MORE }, { ...any, bounds }).outcome).toBe('pass');
    expect(cost({ cost: MORE }, { cost: TEN }, any).outcome).toBe('pass');
  });

  it('decides at the bound in integers, whatever the numbers of runs', () => {
    const calls = (before: TestReport, after: TestReport): string | null =>
      figure(compareUsage([[before, after]], { rule: 'any' }), 'calls.mean').outcome;
    // 10/3 calls per run, then 11/3: exactly 10 % more.
    expect(calls(test(3, { calls: 10 }), test(3, { calls: 11 }))).toBe('pass');
    expect(calls(test(3, { calls: 10 }), test(7, { calls: 26 }))).toBe('fail');
    expect(calls(test(3, { calls: 0 }), test(3, { calls: 1 }))).toBe('fail');
    expect(calls(test(3, { calls: 0 }), test(3, { calls: 0 }))).toBe('pass');
  });

  it('needs a rise beyond chance under `significant`', () => {
    const rule = { rule: 'significant' } as const;
    expect(cost({ cost: TEN }, { cost: MORE }, rule).outcome).toBe('fail');
    const wild = [...TEN.slice(1), 400];
    expect(cost({ cost: TEN }, { cost: wild }, rule).outcome).toBe('inconclusive');
    const bounds = new Map([['cost', decimalOf(0.1)]] as const);
    const some = [...TEN.slice(1), 180];
    expect(cost({ cost: TEN }, { cost: some }, rule).outcome).toBe('pass');
    expect(cost({ cost: TEN }, { cost: some }, { ...rule, bounds }).outcome).toBe('inconclusive');
    const few = compareUsage([[test(1, { calls: 1 }), test(1, { calls: 2 })]], rule);
    expect(figure(few, 'calls.mean')).toMatchObject({ interval: null, outcome: 'inconclusive' });
  });

  it('does not pass on what the baseline records and the new report does not', () => {
    const any = { rule: 'any' } as const;
    const gap = [null, ...TEN.slice(1)];
    expect(cost({ cost: TEN }, {}, any)).toMatchObject({ missing: 10, lost: 10, outcome: 'error' });
    expect(cost({ cost: TEN }, { cost: gap }, any)).toMatchObject({ lost: 1, outcome: 'error' });
    expect(cost({ cost: TEN }, { cost: gap }, null)).toMatchObject({ lost: 1, outcome: null });
    expect(cost({ cost: gap }, { cost: TEN }, any).outcome).toBe('pass');
    expect(cost({ cost: gap }, { cost: TEN }, any)).not.toHaveProperty('lost');
    // What can be seen decides where it fails.
    const more = [null, ...MORE.slice(1)];
    expect(cost({ cost: TEN }, { cost: more }, any).outcome).toBe('fail');
  });

  it('skips what is not recorded, unless the suite asks for it', () => {
    const any = { rule: 'any' } as const;
    expect(cost({}, { cost: MORE }, any)).toMatchObject({ pairs: 0, missing: 10, outcome: 'pass' });
    const bounds = new Map([['cost', decimalOf(0.1)]] as const);
    expect(cost({}, { cost: MORE }, { ...any, bounds }).outcome).toBe('error');
    const gap = [null, ...TEN.slice(1)];
    expect(cost({ cost: gap }, { cost: TEN }, { ...any, bounds })).toMatchObject({
      pairs: 9,
      missing: 1,
      outcome: 'error',
    });
    expect(cost({ cost: gap }, { cost: MORE }, { ...any, bounds }).outcome).toBe('fail');
    // A column that does not fit its cases says nothing about them.
    expect(cost({ cost: TEN.slice(1) }, { cost: MORE }, any)).toMatchObject({ pairs: 0 });
  });
});
