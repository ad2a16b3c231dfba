import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSorting, shownColumns, sortRows } from './table-rows.ts';

describe('rows of a table', () => {
  it('are sorted with what is not measured last, in either direction', () => {
    const rows = [null, 2, Number.NaN, 1, 3];
    expect(sortRows(rows, (row) => row, false)).toEqual([1, 2, 3, null, Number.NaN]);
    expect(sortRows(rows, (row) => row, true)).toEqual([3, 2, 1, null, Number.NaN]);
  });

  it('keep their order where values are equal', () => {
    const rows = [
      ['a', 1],
      ['b', 0],
      ['c', 1],
    ] as const;
    expect(sortRows(rows, ([, value]) => value, true).map(([name]) => name)).toEqual([
      'a',
      'c',
      'b',
    ]);
  });

  it('are all there after sorting, whatever their values', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.double())), fc.boolean(), (rows, isDescending) => {
        const sorted = sortRows(rows, (row) => row, isDescending);
        expect(sorted).toHaveLength(rows.length);
        const measured = sorted.filter((row) => row !== null && !Number.isNaN(row));
        expect(sorted.slice(0, measured.length)).toEqual(measured);
      }),
    );
  });
});

it('leaves out columns without a value', () => {
  const columns = ['a', 'b', 'c'].map((id) => ({
    id,
    value: (row: Record<string, number | string | null>) => row[id] ?? null,
  }));
  const rows = [
    { a: 0, b: null, c: '' },
    { a: null, b: null, c: '' },
  ];
  expect(shownColumns(columns, rows).map(({ id }) => id)).toEqual(['a']);
  expect(shownColumns(columns, [])).toEqual([]);
});

it('sorts a column by its larger values, then its smaller ones, then not at all', () => {
  const first = nextSorting(null, 'f1');
  const second = nextSorting(first, 'f1');
  expect([first, second, nextSorting(second, 'f1')]).toEqual([
    { column: 'f1', isDescending: true },
    { column: 'f1', isDescending: false },
    null,
  ]);
  expect(nextSorting(second, 'cost')).toEqual({ column: 'cost', isDescending: true });
});
