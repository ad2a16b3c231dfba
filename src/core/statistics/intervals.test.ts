import { describe, expect, it } from 'vitest';
import {
  cleanRunsToCertify,
  f1Interval,
  f1StandardError,
  isCertified,
  type RatioMoments,
  roundOutward,
  tQuantile975,
  wilsonInterval,
} from './intervals.ts';

describe('the Wilson interval', () => {
  it.each([
    ['R1', 0, 10, 0, 0.277533],
    ['R2', 10, 10, 0.722467, 1],
    ['R3', 1, 1, 0.206549, 1],
    ['R4', 19, 20, 0.763869, 0.991119],
    ['R5', 95, 100, 0.88825, 0.978456],
    ['R6', 142, 164, 0.805245, 0.909715],
    ['R7', 47, 47, 0.924442, 1],
    ['R8', 22, 32, 0.514333, 0.820475],
    ['R9', 262, 300, 0.830919, 0.906308],
  ])('%s: %i of %i', (_id, k, n, low, high) => {
    const interval = wilsonInterval(k, n)!;
    expect(interval[0]).toBeCloseTo(low, 6);
    expect(interval[1]).toBeCloseTo(high, 6);
  });

  it('is none of nothing, and reaches 0 and 1 exactly', () => {
    expect(wilsonInterval(0, 0)).toBeNull();
    expect(wilsonInterval(0, 3)![0]).toBe(0);
    expect(wilsonInterval(3, 3)![1]).toBe(1);
  });

  it('is printed rounded outward, within 0 and 1', () => {
    expect(roundOutward([0.722467, 0.991119])).toEqual([0.7224, 0.9912]);
    expect(roundOutward([0, 1])).toEqual([0, 1]);
    expect(roundOutward([-0.2, 1.3])).toEqual([0, 1]);
  });
});

describe('certifying a proportion', () => {
  it('agrees with the floating formula for all k of n up to 200', () => {
    let wrong = 0;
    for (const percent of [50, 75, 80, 90, 95]) {
      for (let n = 1; n <= 200; n++) {
        for (let k = 0; k <= n; k++) {
          const certified = isCertified(BigInt(k), BigInt(n), BigInt(percent), 100n);
          if (certified !== wilsonInterval(k, n)![0] >= percent / 100) wrong++;
        }
      }
    }
    expect(wrong).toBe(0);
  });

  it.each([
    [80n, 16n],
    [90n, 35n],
    [95n, 73n],
    [97n, 125n],
    [99n, 381n],
  ])('R14: %i %% needs %i clean runs', (percent, runs) => {
    expect(cleanRunsToCertify(percent, 100n)).toBe(runs);
  });

  it('needs exactly as many clean runs as it says', () => {
    for (let percent = 1n; percent < 100n; percent++) {
      const runs = cleanRunsToCertify(percent, 100n)!;
      expect(isCertified(runs, runs, percent, 100n)).toBe(true);
      expect(isCertified(runs - 1n, runs - 1n, percent, 100n)).toBe(false);
    }
  });

  it('counts a whole number of runs as that number', () => {
    const [a, b] = [10n ** 10n, 10n ** 10n + 1n];
    expect(cleanRunsToCertify(a, b)).toBe(38_414_588_207n);
    expect(isCertified(38_414_588_207n, 38_414_588_207n, a, b)).toBe(true);
    expect(isCertified(38_414_588_206n, 38_414_588_206n, a, b)).toBe(false);
  });

  it('is impossible for all of it, without runs, and trivial for none of it', () => {
    expect(isCertified(1000n, 1000n, 1n, 1n)).toBe(false);
    expect(cleanRunsToCertify(1n, 1n)).toBeNull();
    expect(isCertified(0n, 0n, 1n, 2n)).toBe(false);
    expect(isCertified(0n, 1n, 0n, 1n)).toBe(true);
    expect(cleanRunsToCertify(0n, 1n)).toBe(1n);
  });

  it('does not depend on how the value is written', () => {
    expect(isCertified(47n, 47n, 9n, 10n)).toBe(isCertified(47n, 47n, 900n, 1000n));
    expect(isCertified(47n, 47n, 95n, 100n)).toBe(false);
  });
});

function momentsOf(runs: readonly (readonly [tp: number, fp: number, fn: number])[]): RatioMoments {
  const m = { runs: 0, a: 0, d: 0, aa: 0, ad: 0, dd: 0 };
  for (const [tp, fp, fn] of runs) {
    const [a, d] = [2 * tp, 2 * tp + fp + fn];
    m.runs++;
    m.a += a;
    m.d += d;
    m.aa += a * a;
    m.ad += a * d;
    m.dd += d * d;
  }
  return m;
}

const R30 = [
  [2, 0, 0],
  [1, 1, 1],
  [2, 1, 0],
  [0, 2, 2],
  [2, 0, 0],
] as const;

describe('the spread of F1 over runs', () => {
  it('R30: F and its standard error', () => {
    const moments = momentsOf(R30);
    expect(moments.a / moments.d).toBeCloseTo(0.666667, 6);
    expect(f1StandardError(moments)).toBeCloseTo(0.18098, 6);
  });

  it('has an interval from ten runs on', () => {
    expect(f1Interval(momentsOf(R30))).toBeNull();
    expect(f1Interval(momentsOf([...R30, ...R30.slice(1)]))).toBeNull();
    // Twice the runs: the error of ten is that of five times sqrt(4/9), t(0.975, 9) = 2.262157.
    const half = 2.262157 * 0.18098 * (2 / 3);
    const interval = f1Interval(momentsOf([...R30, ...R30]))!;
    expect(interval[0]).toBeCloseTo(2 / 3 - half, 5);
    expect(interval[1]).toBeCloseTo(2 / 3 + half, 5);
  });

  it('stays within 0 and 1', () => {
    const mixed = Array.from(
      { length: 10 },
      (_, i) => [i < 8 ? 1 : 0, i < 8 ? 0 : 1, i < 8 ? 0 : 1] as const,
    );
    expect(f1Interval(momentsOf(mixed))![1]).toBe(1);
    const perfect = Array.from({ length: 10 }, () => [3, 0, 0] as const);
    expect(f1Interval(momentsOf(perfect))).toEqual([1, 1]);
  });

  it('is not defined for one run or for runs in which nothing was expected or called', () => {
    expect(f1StandardError(momentsOf([[1, 0, 0]]))).toBeNull();
    const empty = Array.from({ length: 12 }, () => [0, 0, 0] as const);
    expect(f1Interval(momentsOf(empty))).toBeNull();
  });

  it('is not given where a sum is no longer exact', () => {
    const huge = Array.from({ length: 12 }, () => [30_000_000, 1, 1] as const);
    expect(f1Interval(momentsOf(huge))).toBeNull();
  });
});

describe("Student's t at 0.975", () => {
  it.each([
    [1, 12.706205],
    [2, 4.302653],
    [3, 3.182446],
    [4, 2.776445],
    [9, 2.262157],
    [30, 2.042272],
    [99, 1.984217],
    [1000, 1.962339],
    [100_000, 1.959988],
  ])('with %i degrees of freedom', (df, t) => {
    expect(tQuantile975(df)).toBeCloseTo(t, 6);
  });
});
