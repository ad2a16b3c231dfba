import type { EvalReport, TestReport } from '../report/report.ts';
import { compareText } from '../text/compare-text.ts';
import type { CellChange } from './comparison.ts';

/** The cells of the matrix whose counts differ, what changed most first; empty where one report has no matrix. */
export function changedCells(
  then: TestReport | EvalReport,
  now: TestReport | EvalReport,
): readonly CellChange[] {
  const [before, after] = [cellsOf(then), cellsOf(now)];
  if (before === null || after === null) return [];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((key): CellChange => {
      const [expected = '', observed = ''] = JSON.parse(key) as string[];
      return { expected, observed, before: before.get(key) ?? 0, after: after.get(key) ?? 0 };
    })
    .filter((cell) => cell.before !== cell.after)
    .sort(
      (a, b) =>
        Math.abs(b.after - b.before) - Math.abs(a.after - a.before) ||
        compareText(a.expected, b.expected) ||
        compareText(a.observed, b.observed),
    );
}

/** Counts by cell; labels may contain anything, so that a key is JSON. */
function cellsOf(measured: TestReport | EvalReport): ReadonlyMap<string, number> | null {
  if (!('cases' in measured) || measured.confusion === undefined) return null;
  const { labels, matrix } = measured.confusion;
  const cells = new Map<string, number>();
  matrix.forEach((counts, row) => {
    counts.forEach((count, column) => {
      if (count > 0) cells.set(JSON.stringify([labels[row], labels[column]]), count);
    });
  });
  return cells;
}
