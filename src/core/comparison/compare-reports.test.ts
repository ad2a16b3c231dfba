import { EMPTY_SCORE } from '../report/empty-score.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf } from '../json/decimal.ts';
import type {
  CaseReport,
  EvalReport,
  GateReport,
  Report,
  TestReport,
  Verdict,
} from '../report/report.ts';
import { shareReport } from '../report/share-report.ts';
import { compareReports } from './compare-reports.ts';
import type { Comparison, RegressionRule } from './comparison.ts';

function test(name: string, k: number, n = 1, options: Partial<TestReport> = {}): TestReport {
  return {
    name,
    verdict: k === n ? 'pass' : 'fail',
    runs: n,
    errors: 0,
    scores: [],
    gates: [],
    passing: shareReport(k, n),
    unmeasured: { total: 0, items: [] },
    suite: null,
    ...options,
  };
}

/** An eval whose cases are called 0, 1, 2, … and end as the letters say: p, f, e; `-` is not a case. */
function orders(letters: string, name = 'orders'): EvalReport {
  const verdicts: Record<string, Verdict> = { p: 'pass', f: 'fail', e: 'error' };
  const cases = letters
    .split('')
    .flatMap((letter, i): CaseReport[] =>
      letter === '-' ? [] : [{ id: String(i), verdict: verdicts[letter]! }],
    );
  return { ...test(name, 1), cases };
}

function report(tests: readonly TestReport[], evals: readonly EvalReport[] = []): Report {
  const none = { pass: 0, fail: 0, error: 0, inconclusive: 0 };
  return {
    schemaVersion: 1,
    verdict: 'pass',
    tests,
    evals,
    totals: { tests: none, evals: none, cases: none, runs: 0, errors: 0, calls: 0, gates: none },
    issues: [],
    suites: [],
    version: '1',
    timing: {},
  };
}

function compared(
  before: Report,
  after: Report,
  rule?: RegressionRule,
  margin?: number,
): Comparison {
  const demand =
    rule === undefined ? null : { rule, margin: margin === undefined ? null : decimalOf(margin) };
  const result = compareReports(before, after, demand);
  if ('code' in result) throw new Error(result.message);
  return result;
}

function cases(before: string, after: string, rule?: RegressionRule, margin?: number): Comparison {
  return compared(report([], [orders(before)]), report([], [orders(after)]), rule, margin);
}

/** A gate that holds. */
function heldGate(options: Pick<GateReport, 'metric' | 'value'> & Partial<GateReport>): GateReport {
  return {
    op: '>=',
    observed: 1,
    pass: true,
    source: 'suite',
    outcome: 'pass',
    unit: 'percent',
    certify: false,
    interval: null,
    note: null,
    ...options,
  };
}

describe('comparing cases', () => {
  it('counts what fails now, what passes now, and what only one report has', () => {
    const [part] = cases('pppff-e', 'pfppfpp').parts;
    expect(part).toMatchObject({
      kind: 'eval',
      name: 'orders',
      verdict: 'unchanged',
      pairs: 5,
      worse: 1,
      better: 1,
      before: { k: 3, n: 5 },
      after: { k: 3, n: 5 },
      difference: { value: 0 },
      p: { exact: 1 },
      deciding: null,
      onlyBefore: { total: 0, items: [] },
      onlyAfter: { total: 1, items: ['5'] },
      unmeasured: { total: 1, items: ['6'] },
    });
    expect(part!.changes.items).toEqual([
      { id: '1', change: 'worse', before: { k: 1, n: 1 }, after: { k: 0, n: 1 } },
      { id: '3', change: 'better', before: { k: 0, n: 1 }, after: { k: 1, n: 1 } },
    ]);
  });

  it('says worse from six losses on, and until then that there are too few to tell', () => {
    const five = cases('p'.repeat(50), `fffff${'p'.repeat(45)}`);
    expect(five.verdict).toBe('inconclusive');
    expect(five.parts[0]).toMatchObject({ p: { exact: 0.0625 }, deciding: 57 });
    const six = cases('p'.repeat(50), `ffffff${'p'.repeat(44)}`);
    expect(six.verdict).toBe('worse');
    expect(six.parts[0]).toMatchObject({ p: { exact: 0.03125 }, deciding: null });
    expect(cases('ffffff', 'pppppp').verdict).toBe('better');
    expect(cases('ppff', 'ppff').verdict).toBe('unchanged');
  });

  it('asks for more where several parts are looked at', () => {
    const two = (letters: string): Report => report([], [orders(letters, 'a'), orders('pp', 'b')]);
    // Six losses: 0.03125 alone, 0.0625 by Holm over two parts.
    const result = compared(two('pppppp'), two('ffffff'));
    expect(result.verdict).toBe('inconclusive');
    expect(result.parts[0]).toMatchObject({ p: { exact: 0.03125, adjusted: 0.0625 } });
    expect(compared(two('p'.repeat(7)), two('f'.repeat(7))).verdict).toBe('worse');
  });

  it('refuses another population', () => {
    const refused = (before: Report, after: Report): unknown => compareReports(before, after);
    const code = { code: 'COMPARE_REFUSED' };
    expect(refused(report([]), report([]))).toMatchObject(code);
    expect(refused(report([test('a', 1)]), report([test('b', 1)]))).toMatchObject(code);
    expect(refused(report([test('a', 1)]), report([], [orders('p')]))).toMatchObject(code);
    expect(refused(report([], [orders('pp--')]), report([], [orders('--pp')]))).toMatchObject({
      ...code,
      message: 'the reports have 0 of 2 cases of "orders" in common, and need 80 %',
    });
  });

  it('refuses cases of which fewer than 80 % are in both reports', () => {
    const refused = (before: string, after: string): boolean =>
      'code' in compareReports(report([], [orders(before)]), report([], [orders(after)]));
    expect(refused('p'.repeat(10), `${'p'.repeat(8)}--`)).toBe(false);
    expect(refused('p'.repeat(10), `${'p'.repeat(7)}---`)).toBe(true);
    expect(refused(`${'p'.repeat(7)}---`, 'p'.repeat(10))).toBe(true);
  });

  it('refuses tests of which fewer than 80 % are left, and compares those that stayed', () => {
    const tests = (...names: readonly string[]): Report =>
      report(names.map((name) => test(name, 1)));
    expect(compareReports(tests('a', 'b', 'c'), tests('a', 'b'))).toMatchObject({
      message: 'the reports have 2 of 3 tests in common, and need 80 %',
    });
    expect(compared(tests('a'), tests('a', 'b', 'c')).parts[0]).toMatchObject({ pairs: 1 });
  });

  it('refuses a vanished eval, unless a filter or a shard leaves it out of both', () => {
    const all = report([], [orders('p', 'a'), orders('p', 'b')]);
    const item = report([], [orders('p', 'a')]);
    expect(compareReports(all, item)).toMatchObject({
      code: 'COMPARE_REFUSED',
      message: 'eval "b" is in the first report only',
    });
    expect(compared(all, { ...item, filter: 'a' }).parts).toHaveLength(1);
    expect(compared(all, { ...item, filter: 'a' }).leftOut).toBe(1);
    expect(compared(item, item).leftOut).toBeUndefined();
    expect(compareReports(all, { ...item, filter: 'b' })).toMatchObject({
      code: 'COMPARE_REFUSED',
    });
    expect(compared(all, { ...item, shard: { index: 1, count: 2 } }).parts).toHaveLength(1);
    expect(compareReports(all, { ...item, shard: { index: 2, count: 2 } })).toMatchObject({
      message: 'eval "b" is in the first report only',
    });
  });

  it('refuses reports of different shards', () => {
    const shard = (index: number): Report => ({
      ...report([], [orders('p')]),
      shard: { index, count: 2 },
    });
    expect(compareReports(shard(1), shard(2))).toMatchObject({ code: 'COMPARE_REFUSED' });
    expect(compared(shard(1), shard(1)).parts).toHaveLength(1);
  });

  it('names what only one report has at all', () => {
    const before = report([], [orders('p')]);
    const after = report([test('t', 1)], [orders('p'), orders('p', 'new')]);
    expect(compared(before, after)).toMatchObject({
      onlyBefore: { total: 0, items: [] },
      onlyAfter: { total: 2, items: ['t', 'new'] },
    });
  });

  it('mirrors when the reports change places', () => {
    const pairs = fc.array(
      fc.tuple(fc.constantFrom('p', 'f', 'e'), fc.constantFrom('p', 'f', 'e')),
      {
        minLength: 5,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(pairs, (both) => {
        const [a, b] = [both.map(([x]) => x).join(''), both.map(([, y]) => y).join('')];
        const there = cases(a, b).parts[0]!;
        const back = cases(b, a).parts[0]!;
        expect([back.worse, back.better, back.pairs]).toEqual([
          there.better,
          there.worse,
          there.pairs,
        ]);
        expect(back.p.exact).toBe(there.p.exact);
      }),
    );
  });

  it('goes by the share of passing runs where a case has several', () => {
    const runs = (...ks: readonly number[]): Report =>
      report(
        [],
        [
          {
            ...orders(''),
            cases: ks.map((k, i) => ({
              id: String(i),
              verdict: k === 4 ? 'pass' : 'fail',
              passing: { k, n: 4 },
            })),
          },
        ],
      );
    // One case loses all four runs and three win one each back: -1 and 3/4 of four, the signs of 4, 1, 1, 1.
    const [part] = compared(runs(4, 3, 3, 3), runs(0, 4, 4, 4)).parts;
    expect(part).toMatchObject({
      verdict: 'inconclusive',
      pairs: 4,
      worse: 1,
      better: 3,
      before: { k: 13, n: 16 },
      after: { k: 12, n: 16 },
      difference: { value: -0.0625 },
      // Every sum is at least as far from zero as 4 - 3 = 1; two of sixteen are exactly there.
      p: { exact: 1, mid: 0.9375 },
    });
    expect(part!.changes.items[0]).toMatchObject({ id: '0', after: { k: 0, n: 4 } });
    const judge = (rule: RegressionRule, margin: number): Verdict | undefined =>
      compared(runs(4, 3, 3, 3), runs(0, 4, 4, 4), rule, margin).regression?.outcome;
    expect([judge('any', 0.06), judge('any', 0.0625)]).toEqual(['fail', 'pass']);
    expect([judge('significant', 0.06), judge('significant', 1)]).toEqual(['inconclusive', 'pass']);
    // Seven that lose a run or two: 2 of 128 signs go as far.
    const worse = compared(runs(4, 4, 4, 4, 4, 4, 4), runs(3, 2, 3, 2, 3, 2, 3));
    expect(worse.parts[0]).toMatchObject({ verdict: 'worse', p: { exact: 0.015625 } });
  });

  it('compares one run with several', () => {
    const item = report([], [{ ...orders(''), cases: [{ id: 'a', verdict: 'pass' }] }]);
    const cases: CaseReport[] = [{ id: 'a', verdict: 'fail', passing: { k: 2, n: 3 } }];
    const [part] = compared(item, report([], [{ ...orders(''), cases }])).parts;
    expect(part).toMatchObject({ pairs: 1, worse: 1, difference: { value: -0.3333 } });
  });

  it('compares any numbers of runs, however large', () => {
    const runs = (k: number): Report =>
      report(
        [],
        [
          {
            ...orders(''),
            cases: [999_983, 999_979, 999_961].map((n, i) => ({
              id: String(i),
              verdict: 'fail',
              passing: { k: k + i, n },
            })),
          },
        ],
      );
    expect(compared(runs(10), runs(9)).parts[0]).toMatchObject({ worse: 3, p: { exact: 0.25 } });
  });

  it('takes any text for an id', () => {
    const item = (verdict: Verdict): Report =>
      report([], [{ ...orders(''), cases: [{ id: '__proto__', verdict }] }]);
    expect(compared(item('pass'), item('fail')).parts[0]).toMatchObject({ pairs: 1, worse: 1 });
  });
});

describe('comparing tests', () => {
  it('goes by the share of passing runs', () => {
    const before = report([test('a', 9, 10), test('b', 1, 2), test('c', 1, 1), test('d', 0, 0)]);
    const after = report([test('a', 8, 10), test('b', 2, 4), test('c', 1, 1), test('d', 1, 1)]);
    const [part] = compared(before, after).parts;
    expect(part).toMatchObject({ kind: 'tests', pairs: 3, worse: 1, better: 0 });
    expect(part!.before).toMatchObject({ k: 11, n: 13 });
    expect(part!.unmeasured.items).toEqual(['d']);
    // Newcombe of 8/10 - 9/10, rounded outward.
    expect(part!.changes.items[0]).toMatchObject({ id: 'a', interval: [-0.4206, 0.2363] });
  });

  it('tells which gates were redefined and which metrics moved', () => {
    const gate = (metric: string, value: number): GateReport => heldGate({ metric, value });
    const score = (f1: number): TestReport['scores'][number] => ({
      scorer: 'equal_function_sets',
      key: 'k',
      tally: {},
      metrics: { 'k.tool_selection.f1': f1, 'k.tool_selection.recall': 50 },
      ...EMPTY_SCORE,
      units: { 'k.tool_selection.f1': 'percent', 'k.tool_selection.recall': 'percent' },
    });
    const before = test('a', 1, 1, { gates: [gate('x', 80), gate('y', 1)], scores: [score(80)] });
    const after = test('a', 1, 1, { gates: [gate('x', 70), gate('y', 1)], scores: [score(75)] });
    const [part] = compared(report([before]), report([after])).parts;
    expect(part!.gates.items).toEqual([
      {
        name: 'a',
        metric: 'x',
        before: { op: '>=', value: 80, unit: 'percent', certify: false },
        after: { op: '>=', value: 70, unit: 'percent', certify: false },
      },
    ]);
    expect(part!.metrics.items).toEqual([
      {
        name: 'a',
        metric: 'k.tool_selection.f1',
        unit: 'percent',
        before: 80,
        after: 75,
        change: 'worse',
      },
    ]);
  });
});

describe('gates over single tools', () => {
  const gate = (tool: string, value: number): GateReport =>
    heldGate({ metric: 'per_tool.recall', unit: 'ratio', tool, value });
  const changes = (then: readonly GateReport[], now: readonly GateReport[]): unknown[] => {
    const [part] = compared(
      report([test('a', 1, 1, { gates: then })]),
      report([test('a', 1, 1, { gates: now })]),
    ).parts;
    return part!.gates.items.map(({ tool, before, after }) => [
      tool,
      before?.value ?? null,
      after?.value ?? null,
    ]);
  };

  it('that ask for something else are told of once, and by tool where they hold no longer', () => {
    expect(changes([gate('x', 0.7), gate('y', 0.7)], [gate('x', 0.6), gate('y', 0.6)])).toEqual([
      [undefined, 0.7, 0.6],
    ]);
    expect(changes([gate('x', 0.7), gate('y', 0.7)], [gate('x', 0.7)])).toEqual([['y', 0.7, null]]);
    expect(changes([gate('x', 0.7)], [gate('x', 0.7)])).toEqual([]);
  });
});

describe('a rule over the comparison', () => {
  const P50 = 'p'.repeat(50);
  const lost = (count: number, gained = 0): [string, string] => [
    `${'p'.repeat(count)}${'f'.repeat(gained)}${P50}`,
    `${'f'.repeat(count)}${'p'.repeat(gained)}${P50}`,
  ];

  it.each<[string, number, number, RegressionRule, number | undefined, Verdict]>([
    ['any: nothing worse', 0, 3, 'any', undefined, 'pass'],
    ['any: one loss, whatever was gained', 1, 3, 'any', undefined, 'fail'],
    ['any with a margin: the net loss within it', 3, 1, 'any', 0.05, 'pass'],
    ['any with a margin: the net loss beyond it', 4, 0, 'any', 0.05, 'fail'],
    ['significant: five losses may be chance', 5, 0, 'significant', undefined, 'inconclusive'],
    ['significant: six are not', 6, 0, 'significant', undefined, 'fail'],
    ['significant: more gained than lost', 1, 2, 'significant', undefined, 'pass'],
    ['significant: nothing changed', 0, 0, 'significant', undefined, 'pass'],
    // 50 unchanged cases exclude a loss of 1.96 / 52 = 3.8 %.
    ['a margin that 50 cases are enough for', 0, 0, 'significant', 0.05, 'pass'],
    ['a margin that 50 cases are too few for', 0, 0, 'significant', 0.02, 'inconclusive'],
    ['significant, but within the margin', 6, 0, 'significant', 0.25, 'pass'],
    ['significant and beyond the margin', 12, 0, 'significant', 0.1, 'fail'],
  ])('%s (%i lost, %i gained)', (_what, count, gained, rule, margin, expected) => {
    expect(cases(...lost(count, gained), rule, margin).regression?.outcome).toBe(expected);
  });

  it('cannot be met by cases that were not measured', () => {
    expect(cases('ppp', 'eee', 'any')).toMatchObject({
      verdict: 'inconclusive',
      regression: { outcome: 'error' },
    });
  });
});
