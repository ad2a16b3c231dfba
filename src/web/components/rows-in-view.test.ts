import { expect, it } from 'vitest';
import { rowsInView, scrollFor } from './rows-in-view.ts';

it('draws the rows of the window and a few beside them', () => {
  expect(rowsInView({ count: 1000, rowPx: 10, top: 500, viewPx: 100 })).toEqual({
    first: 42,
    last: 68,
    shift: 0,
    height: 10_000,
  });
});

it('draws the first rows where the list begins further down', () => {
  const { first, last } = rowsInView({ count: 1000, rowPx: 10, top: -60, viewPx: 100 });
  expect([first, last]).toEqual([0, 12]);
  expect(rowsInView({ count: 1000, rowPx: 10, top: -500, viewPx: 100 }).last).toBe(8);
  expect(rowsInView({ count: 3, rowPx: 10, top: -500, viewPx: 100 }).last).toBe(3);
});

it('reaches the last row of a list that is taller than a page may be', () => {
  const view = { count: 3_000_000, rowPx: 10, viewPx: 100 };
  const { first, last, shift } = rowsInView({ ...view, top: 8_000_000 - 100 });
  expect(last).toBe(3_000_000);
  expect(first).toBe(3_000_000 - 10 - 8);
  // The last row ends where the list ends.
  expect(3_000_000 * 10 + shift).toBeCloseTo(8_000_000);
});

it('scrolls to a row that is not in view, and not to one that is', () => {
  const view = { count: 1000, rowPx: 20, top: 400, viewPx: 600 };
  expect(scrollFor(30, view)).toBe(0);
  expect(scrollFor(0, view)).toBeLessThan(0);
  expect(scrollFor(100, view)).toBe(100 * 20 - 400 + 20 - 600 + 20);
});
