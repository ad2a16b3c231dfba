import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { allocate } from './allocate.ts';

const all = (...populations: number[]): { population: number; available: number }[] =>
  populations.map((population) => ({ population, available: population }));

it('deals in proportion to the population', () => {
  expect(allocate(all(600, 300, 100), 10, 0)).toEqual([6, 3, 1]);
});

it('guarantees rare strata their minimum', () => {
  expect(allocate(all(9000, 990, 10), 100, 5)).toEqual([86, 9, 5]);
  expect(allocate(all(9000, 990, 3), 100, 5)).toEqual([88, 9, 3]);
});

it('lowers a minimum that does not fit', () => {
  expect(allocate(all(100, 100, 100), 6, 5)).toEqual([2, 2, 2]);
});

it('gives all there is when the size asks for more', () => {
  expect(allocate(all(3, 2), 500, 1)).toEqual([3, 2]);
});

it('refuses more strata than cases', () => {
  expect(() => allocate(all(1, 1, 1), 2, 1)).toThrow('3 strata and a sample of 2');
});

it('never gives more than there is, and uses the whole size where it can', () => {
  const share = fc
    .tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }))
    .map(([a, b]) => ({ population: Math.max(a, b), available: Math.min(a, b) }));
  fc.assert(
    fc.property(
      fc.array(share, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 20, max: 2000 }),
      fc.integer({ min: 0, max: 30 }),
      (strata, size, minimum) => {
        const options = allocate(strata, size, minimum);
        const available = strata.reduce((total, item) => total + item.available, 0);
        expect(options.reduce((a, b) => a + b, 0)).toBe(Math.min(size, available));
        options.forEach((count, i) => expect(count).toBeLessThanOrEqual(strata[i]!.available));
      },
    ),
  );
});
