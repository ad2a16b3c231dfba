import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemarMidP, mcnemarP } from './mcnemar.ts';
import { signFlip } from './sign-flip.ts';

describe('the sign-flip test', () => {
  it.each<[string, readonly number[], number, number]>([
    ['nothing changed', [], 1, 1],
    ['the changes make up for each other', [2, -1, -1], 1, 1],
    // Of the eight signs of 1, 2, 3 only all plus and all minus reach 6.
    ['all one way', [-1, -2, -3], 0.25, 0.125],
    // 1 + 2 + 3 + 4 = 10: 8 or farther are +-10 and +-8 (the 1 turned), 4 of 16.
    ['the smallest the other way', [-1, 2, 3, 4], 0.25, 0.1875],
  ])('%s', (_what, changes, exact, mid) => {
    expect(signFlip(changes)).toEqual({ exact, mid });
  });

  it('is that of McNemar where all changes are of one size', () => {
    const counts = fc.nat(30);
    fc.assert(
      fc.property(counts, counts, fc.integer({ min: 1, max: 9 }), (b, c, size) => {
        const result = signFlip([...Array(b).fill(-size), ...Array(c).fill(size)] as number[]);
        expect(result.exact).toBeCloseTo(mcnemarP(b, c), 12);
        expect(result.mid).toBeCloseTo(mcnemarMidP(b, c), 12);
      }),
    );
  });

  it('does not depend on the order, the unit or the direction', () => {
    const changes = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 20 });
    fc.assert(
      fc.property(changes, (options) => {
        const { exact } = signFlip(options);
        expect(signFlip(options.toReversed()).exact).toBe(exact);
        expect(signFlip(options.map((change) => -7 * change)).exact).toBe(exact);
      }),
    );
  });

  it('counts twenty changes of whatever size, and goes by the normal distribution beyond what can be counted', () => {
    const powers = Array.from({ length: 20 }, (_, i) => 2 ** i);
    expect(signFlip(powers).exact).toBe(2 / 2 ** 20);
    // 30,000 changes of 1 and 2, 600 more up than down of each: z = 1800 / sqrt(15000 * 5) = 6.57.
    const many = [1, 2].flatMap((size) =>
      Array.from({ length: 15_000 }, (_, i) => (i < 7800 ? size : -size)),
    );
    const { exact, mid } = signFlip(many);
    expect(mid).toBe(exact);
    expect(exact).toBeGreaterThan(4e-11);
    expect(exact).toBeLessThan(6e-11);
  });
});
