import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareScale } from './scale.ts';

describe('a scale of shares', () => {
  it.each([
    [
      [0.84, 0.98],
      [0.8, 0.85, 0.9, 0.95, 1],
    ],
    [
      [0.5, 0.5],
      [0.48, 0.49, 0.5, 0.51, 0.52],
    ],
    [[1], [0.98, 0.99, 1]],
    [[0], [0, 0.01, 0.02]],
    [
      [0, 1],
      [0, 0.25, 0.5, 0.75, 1],
    ],
    [[], [0, 0.25, 0.5, 0.75, 1]],
    [
      [0.901, 0.912],
      [0.9, 0.91, 0.92],
    ],
  ])('of %j has the ticks %j', (shares, ticks) => {
    expect(shareScale(shares).ticks).toEqual(ticks);
  });

  it('contains every value between its ends', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (all) => {
        const { low, high, ticks, place } = shareScale(all);
        expect(low).toBeLessThan(high);
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect([place(low), place(high)]).toEqual([0, 1]);
        for (const share of all) {
          expect(place(share)).toBeGreaterThanOrEqual(-1e-6);
          expect(place(share)).toBeLessThanOrEqual(1 + 1e-6);
        }
      }),
    );
  });
});
