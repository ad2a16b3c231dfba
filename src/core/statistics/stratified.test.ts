import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundOutward, wilsonInterval } from './intervals.ts';
import { stratifiedShare, type WeightedCase } from './stratified.ts';

function cases(stratum: string, weight: number, good: number, bad: number): WeightedCase[] {
  return Array.from({ length: good + bad }, (_, i) => ({
    stratum,
    weight: BigInt(weight),
    k: i < good ? 1 : 0,
    n: 1,
  }));
}

function effective(of: readonly WeightedCase[]): number {
  const share = stratifiedShare(of);
  return share === null ? 0 : Number(share.effective.num) / Number(share.effective.den);
}

describe('a share of the population', () => {
  it('is the mean of the strata by their sizes', () => {
    // 900 of the population with 5 of 10 good, 100 with 20 of 20: (900 * 0.5 + 100 * 1) / 1000.
    const share = stratifiedShare([...cases('large', 90, 5, 5), ...cases('rare', 5, 20, 0)]);
    expect([share?.num, share?.den]).toEqual([550n, 1000n]);
  });

  it('tells less where few cases speak for many', () => {
    // Kish: 1000^2 / (10 * 90^2 + 20 * 5^2) = 12.27; the variance within strata says
    // 30/29 * 0.55 * 0.45 / (0.81 * 0.25 / 9) = 11.38, which is less.
    const sample = [...cases('large', 90, 5, 5), ...cases('rare', 5, 20, 0)];
    expect(effective(sample)).toBeCloseTo(11.379, 3);
  });

  it('promises no certainty where every stratum is all good or all bad', () => {
    const sample = [...cases('good', 1, 8, 0), ...cases('bad', 1, 0, 8)];
    expect(effective(sample)).toBe(16);
    expect(stratifiedShare(sample)?.interval).toEqual(roundOutward(wilsonInterval(8, 16)!));
  });

  it('is unknown without weight', () => {
    expect(stratifiedShare([])).toBeNull();
    expect(stratifiedShare(cases('a', 0, 3, 1))).toBeNull();
  });

  it('of equal weights is that of the sample, interval and all', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), fc.integer({ min: 1, max: 10 ** 9 }), (good, bad, w) => {
        fc.pre(good + bad > 0);
        const share = stratifiedShare(cases('all', w, good, bad));
        expect(share?.interval).toEqual(roundOutward(wilsonInterval(good, good + bad)!));
        expect(share?.effective.num).toBe(BigInt(good + bad) * (share?.effective.den ?? 0n));
      }),
    );
  });

  it('does not depend on the order of the cases', () => {
    const item = fc.record({
      stratum: fc.constantFrom('a', 'b', 'c'),
      weight: fc.bigInt(0n, 10n ** 15n),
      k: fc.nat(2),
      n: fc.integer({ min: 2, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), (list) => {
        const [share, reversed] = [stratifiedShare(list), stratifiedShare(list.toReversed())];
        expect(reversed).toEqual(share);
        if (share !== null)
          expect(share.effective.num <= BigInt(list.length) * share.effective.den).toBe(true);
      }),
    );
  });
});
