import { describe, expect, it } from 'vitest';
import type { EvalReport } from '../report/report.ts';
import { changedCells } from './changed-cells.ts';

function evalOf(labels: readonly string[], matrix: readonly (readonly number[])[]): EvalReport {
  const accuracy = { k: 0, n: 0, rate: null, interval: null };
  const confusion = { labels, matrix, accuracy, cells: [], readings: [] };
  return { name: 'orders', cases: [], confusion } as unknown as EvalReport;
}

describe('the matrix of two reports', () => {
  it('lists the cells whose counts differ, what changed most first', () => {
    const then = evalOf(
      ['a', 'b'],
      [
        [5, 1],
        [0, 4],
      ],
    );
    const now = evalOf(
      ['a', 'b', 'c'],
      [
        [3, 1, 2],
        [0, 4, 0],
        [0, 0, 0],
      ],
    );
    expect(changedCells(then, now)).toEqual([
      { expected: 'a', observed: 'a', before: 5, after: 3 },
      { expected: 'a', observed: 'c', before: 0, after: 2 },
    ]);
  });

  it('does not mix up labels that look alike when they are joined', () => {
    const then = evalOf(['a,b', 'b'], [[1], [0, 1]]);
    const now = evalOf(['a,b', 'b'], [[1], [0, 2]]);
    expect(changedCells(then, now)).toEqual([
      { expected: 'b', observed: 'b', before: 1, after: 2 },
    ]);
  });

  it('is not compared where one of them has none', () => {
    const { confusion: _confusion, ...without } = evalOf(['a'], [[1]]);
    expect(changedCells(without, evalOf(['a'], [[2]]))).toEqual([]);
  });
});
