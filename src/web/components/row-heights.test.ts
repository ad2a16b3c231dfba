import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowHeights } from './row-heights.ts';

it('sums estimated and measured heights, and finds rows by height', () => {
  const rows = new RowHeights(5, 10);
  expect([rows.total, rows.topOf(3), rows.rowAt(29), rows.rowAt(30)]).toEqual([50, 30, 2, 3]);
  expect(rows.set(1, 100)).toBe(true);
  expect([rows.total, rows.topOf(1), rows.topOf(2)]).toEqual([140, 10, 110]);
  expect([rows.rowAt(109), rows.rowAt(110), rows.rowAt(1000), rows.rowAt(-5)]).toEqual([
    1, 2, 4, 0,
  ]);
});

it('says whether a height changed', () => {
  const rows = new RowHeights(2, 10);
  expect([rows.set(0, 10.2), rows.set(0, 12), rows.set(7, 12)]).toEqual([false, true, false]);
});

it('agrees with plain sums, whatever is measured', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 70 }),
      fc.array(fc.tuple(fc.nat(69), fc.integer({ min: 1, max: 500 })), { maxLength: 80 }),
      fc.nat(40_000),
      (count, measured, height) => {
        const rows = new RowHeights(count, 20);
        const plain = Array.from({ length: count }, () => 20);
        for (const [row, size] of measured) {
          rows.set(row, size);
          if (row < count) plain[row] = size;
        }
        const tops = plain.map((_, row) =>
          plain.slice(0, row).reduce((sum, each) => sum + each, 0),
        );
        expect(tops.map((_, row) => rows.topOf(row))).toEqual(tops);
        expect(rows.rowAt(height)).toBe(tops.findLastIndex((top) => top <= height));
      },
    ),
  );
});
