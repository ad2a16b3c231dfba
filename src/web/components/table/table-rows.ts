/** A value that rows are sorted by; null is not measured. */
export type SortValue = number | string | null;

/** Which column rows are sorted by. */
export interface Sorting {
  readonly column: string;
  readonly isDescending: boolean;
}

/** The rows in order. What is not measured comes last in either direction; equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  isDescending: boolean,
): readonly Row[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [known(valueOf(a)), known(valueOf(b))];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return left === right ? 0 : left < right ? -sign : sign;
  });
}

function known(value: SortValue): SortValue {
  return typeof value === 'number' && Number.isNaN(value) ? null : value;
}

/** The columns that say something: one without a value in any row is left out. */
export function shownColumns<Row, Column extends { readonly value: (row: Row) => SortValue }>(
  columns: readonly Column[],
  rows: readonly Row[],
): readonly Column[] {
  return columns.filter(({ value }) => rows.some((row) => !isEmpty(value(row))));
}

function isEmpty(value: SortValue): boolean {
  return value === null || value === '' || Number.isNaN(value);
}

/** The next order: a column is sorted by its larger values first, then by its smaller ones, then as it was. */
export function nextSorting(now: Sorting | null, column: string): Sorting | null {
  if (now?.column !== column) return { column, isDescending: true };
  return now.isDescending ? { column, isDescending: false } : null;
}
