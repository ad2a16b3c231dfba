import type { ConfusionReport } from '#core';

/** A cell of a row: a count, or empty columns up to the next one. */
export type MatrixCell =
  | {
      readonly kind: 'count';
      readonly column: number;
      readonly count: number;
      readonly share: number;
    }
  | { readonly kind: 'gap'; readonly column: number; readonly columns: number };

/** A row as it is drawn. */
export interface MatrixRow {
  readonly label: number;
  readonly sum: number;
  readonly cells: readonly MatrixCell[];
}

/** Which labels are shown, in which order. */
export interface MatrixShape {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** Whether there are rows that are not shown. */
  readonly isCut: boolean;
}

type Matrix = Pick<ConfusionReport, 'labels' | 'matrix'>;

/** A larger matrix shows its confused rows first; all of it when it is asked for. */
export const MAX_SMALL = 24;

/** The rows and columns to show. Rows with the most confusion come first where that is asked for. */
export function shapeOf(
  { labels, matrix }: Matrix,
  { isWhole, byConfusion }: { readonly isWhole: boolean; readonly byConfusion: boolean },
): MatrixShape {
  const all = labels.map((_, i) => i);
  const wrong = all.map((row) => wrongIn(matrix[row] ?? [], row));
  const bySize = (a: number, b: number): number => (wrong[b] ?? 0) - (wrong[a] ?? 0) || a - b;
  const used = all.filter((label) => hasCounts(matrix, label));
  const isSmall = used.length <= MAX_SMALL;
  const rows =
    isWhole || isSmall
      ? used
      : used
          .toSorted(bySize)
          .slice(0, MAX_SMALL)
          .filter((row) => (wrong[row] ?? 0) > 0);
  const order = byConfusion ? rows.toSorted(bySize) : rows.toSorted((a, b) => a - b);
  const columns = isWhole || isSmall ? order : columnsOf(matrix, order);
  return {
    rows: order.filter((row) => (matrix[row] ?? []).some((count) => count > 0)),
    columns: columns.filter((column) => matrix.some((row) => (row[column] ?? 0) > 0)),
    isCut: !isWhole && !isSmall,
  };
}

/** The rows themselves, then what else they were taken for, the most frequent first. */
function columnsOf(matrix: Matrix['matrix'], rows: readonly number[]): readonly number[] {
  const sums = new Map<number, number>();
  for (const row of rows)
    for (const [column, count] of (matrix[row] ?? []).entries())
      if (count > 0 && !rows.includes(column)) sums.set(column, (sums.get(column) ?? 0) + count);
  const others = [...sums].sort(([a, x], [b, y]) => y - x || a - b).slice(0, MAX_SMALL);
  return [...rows, ...others.map(([column]) => column)];
}

function hasCounts(matrix: Matrix['matrix'], label: number): boolean {
  return (
    (matrix[label] ?? []).some((count) => count > 0) || matrix.some((row) => (row[label] ?? 0) > 0)
  );
}

function wrongIn(counts: readonly number[], row: number): number {
  return counts.reduce((sum, count, column) => (column === row ? sum : sum + count), 0);
}

/** The rows to draw. Columns without a count are drawn as one where there are many. */
export function rowsOf({ matrix }: Matrix, { rows, columns }: MatrixShape): readonly MatrixRow[] {
  const isSparse = columns.length > MAX_SMALL * 2;
  return rows.map((label) => {
    const counts = matrix[label] ?? [];
    const sum = counts.reduce((all, count) => all + count, 0);
    const cells: MatrixCell[] = [];
    for (const [place, column] of columns.entries()) {
      const count = counts[column] ?? 0;
      const last = cells.at(-1);
      if (count > 0) cells.push({ kind: 'count', column, count, share: count / sum });
      else if (isSparse && last?.kind === 'gap')
        cells[cells.length - 1] = { ...last, columns: last.columns + 1 };
      else cells.push({ kind: 'gap', column: place, columns: 1 });
    }
    return { label, sum, cells };
  });
}
