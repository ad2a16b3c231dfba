import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { choose, fisherP, probabilityNumber } from './fisher.ts';
import { canDiffer, holmDecisions, type SharesTest, testShares } from './test-shares.ts';

const counts = fc
  .tuple(fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(40))
  .map(([k1, more1, k2, more2]) => [k1, k1 + more1, k2, k2 + more2] as const)
  .filter(([, n1, , n2]) => n1 > 0 && n2 > 0);

function brute(k1: number, n1: number, k2: number, n2: number): number {
  const ways = (x: number): bigint => choose(n1, x) * choose(n2, k1 + k2 - x);
  let [num, den] = [0n, 0n];
  for (let x = 0; x <= n1; x++) {
    if (k1 + k2 - x < 0 || k1 + k2 - x > n2) continue;
    den += ways(x);
    if (ways(x) <= ways(k1)) num += ways(x);
  }
  return probabilityNumber({ num, den });
}

describe("Fisher's exact test", () => {
  test.each([
    // 94 and 96 of 100; the tea of Fisher; textbook tables.
    [94, 100, 96, 100, 0.74753],
    [3, 4, 1, 4, 0.485714],
    [1, 12, 9, 12, 0.002759],
    [8, 10, 1, 6, 0.034965],
    [0, 5, 0, 5, 1],
  ])('%i of %i against %i of %i has p = %f', (k1, n1, k2, n2, p) => {
    expect(probabilityNumber(fisherP(k1, n1, k2, n2))).toBeCloseTo(p, 6);
  });

  it('is the sum over all tables that are not more likely', () => {
    fc.assert(
      fc.property(counts, ([k1, n1, k2, n2]) => {
        expect(probabilityNumber(fisherP(k1, n1, k2, n2))).toBeCloseTo(brute(k1, n1, k2, n2), 12);
      }),
    );
  });
});

describe('a test of two shares', () => {
  it('is the same in both orders, and for what is not counted', () => {
    fc.assert(
      fc.property(counts, ([k1, n1, k2, n2]) => {
        const { p } = testShares(k1, n1, k2, n2)!;
        expect(testShares(k2, n2, k1, n1)!.p).toBe(p);
        expect(testShares(n1 - k1, n1, n2 - k2, n2)!.p).toBe(p);
      }),
    );
  });

  it('is nearly exact where it is not, and never surer', () => {
    const normal = testShares(130, 50_000, 180, 50_000)!;
    const exact = probabilityNumber(fisherP(130, 50_000, 180, 50_000));
    expect([normal.p, exact].map((p) => p.toFixed(6))).toEqual(['0.005314', '0.005232']);
    const far = testShares(3000, 500_000, 4000, 500_000)!;
    expect(far.p).toBeLessThan(1e-20);
    expect([far.isSignificant(1), far.isSignificant(100_000)]).toEqual([true, true]);
    expect(testShares(2000, 500_000, 2000, 500_000)!.p).toBe(1);
  });

  it('is significant where its p is at most 0.05 shared by the tests', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 50 }), ([k1, n1, k2, n2], tests) => {
        const { p, isSignificant } = testShares(k1, n1, k2, n2)!;
        fc.pre(Math.abs(p - 0.05 / tests) > 1e-12);
        expect(isSignificant(tests)).toBe(p < 0.05 / tests);
      }),
    );
  });

  it('does not exist without a sample', () => {
    expect(testShares(0, 0, 1, 2)).toBeNull();
  });
});

describe('tests together', () => {
  const at = (p: number): SharesTest => ({ p, isSignificant: (tests) => p * tests <= 0.05 });

  it('are decided by Holm: adjusted .03, .06, .06, .02', () => {
    expect(holmDecisions([0.01, 0.04, 0.03, 0.005].map(at))).toEqual([true, false, false, true]);
  });

  it('can be significant only where the samples are large enough', () => {
    // 2 of 70 tables are as extreme for 4 and 4 runs, and 2 of 20 for 3 and 3.
    expect([canDiffer(4, 4, 1), canDiffer(3, 3, 1)]).toEqual([true, false]);
    expect([canDiffer(4, 4, 2), canDiffer(7, 7, 20)]).toEqual([false, true]);
    expect([canDiffer(0, 9, 1), canDiffer(2000, 2000, 100_000)]).toEqual([false, true]);
  });
});
