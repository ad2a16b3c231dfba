import { describe, expect, it } from 'vitest';
import type { CaseReport, ConfusedCell, EvalReport } from '#core';
import { compareCells } from './compare-cells.ts';

/** An eval with these cells in row `a`, of 100 cases `c0` to `c99`. */
function evalOf(
  cells: readonly Omit<ConfusedCell, 'expected'>[],
  failing: readonly string[] = [],
): EvalReport {
  const named = new Set([...failing, ...cells.flatMap(({ cases }) => cases)]);
  const cases = Array.from({ length: 100 }, (_, i): CaseReport => {
    const id = `c${i}`;
    return { id, verdict: named.has(id) ? 'fail' : 'pass' };
  });
  return {
    cases,
    confusion: {
      labels: [],
      matrix: [],
      cells: cells.map((cell) => ({ ...cell, expected: 'a' })),
    },
  } as unknown as EvalReport;
}

const ids = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `c${from + i}`);
const compare = (before: EvalReport, after: EvalReport): ReturnType<typeof compareCells> =>
  compareCells(before, after, new Set(['a']));

describe('a cell before and after', () => {
  it('follows its cases: fixed, still there, or gone to another wrong tool', () => {
    const before = evalOf([{ observed: 'b', count: 4, cases: ids(0, 4) }]);
    const after = evalOf([
      { observed: 'b', count: 1, cases: ['c0'] },
      { observed: 'd', count: 1, cases: ['c1'] },
    ]);
    expect(compare(before, after)).toEqual([
      {
        expected: 'a',
        observed: 'b',
        before: 4,
        after: 1,
        verdict: 'inconclusive',
        named: { total: 4, fixed: 2, still: 1, elsewhere: 1, unknown: 0 },
        // Three left and none came: 2 / 2^3, twice that over two cells.
        p: { exact: 0.25, adjusted: 0.5 },
      },
      {
        expected: 'a',
        observed: 'd',
        before: 0,
        after: 1,
        verdict: 'inconclusive',
        named: { total: 0, fixed: 0, still: 0, elsewhere: 0, unknown: 0 },
        p: { exact: 1, adjusted: 1 },
      },
    ]);
  });

  it('counts a case that now fails for its arguments alone as fixed', () => {
    const before = evalOf([{ observed: 'b', count: 1, cases: ['c0'] }]);
    expect(compare(before, evalOf([], ['c0']))[0]?.named).toMatchObject({ fixed: 1 });
  });

  it('does not guess where the later report names only the first cases', () => {
    const before = evalOf([{ observed: 'b', count: 1, cases: ['c99'] }]);
    const after = evalOf([{ observed: 'b', count: 30, cases: ids(0, 20) }], ['c99']);
    expect(compare(before, after)[0]?.named).toMatchObject({ unknown: 1, fixed: 0, still: 0 });
  });

  it('takes only those that are known to have stayed out of the test', () => {
    const before = evalOf([{ observed: 'b', count: 40, cases: ids(0, 20) }], ids(20, 20));
    const after = evalOf([{ observed: 'b', count: 30, cases: ids(0, 20) }], ids(20, 20));
    // 20 are known to have stayed: 20 left against 10 that came, p 0.098737; with all 30 it would be 0.001953.
    const [cell] = compare(before, after);
    expect(cell?.p?.exact).toBe(0.098737);
    expect(cell?.verdict).toBe('inconclusive');
  });

  it('has no p where a case ran several times', () => {
    const before = evalOf([{ observed: 'b', count: 8, cases: ids(0, 8) }]);
    const after: EvalReport = {
      ...evalOf([]),
      cases: [{ id: 'c0', verdict: 'pass', passing: { k: 2, n: 2 } }],
    };
    expect(compare(before, after)[0]).toMatchObject({ p: null, verdict: 'inconclusive' });
  });
});
