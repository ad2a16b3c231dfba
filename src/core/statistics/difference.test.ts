import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf } from '../json/decimal.ts';
import {
  type Changes,
  isNonInferior,
  meanDifference,
  newcombeInterval,
  pairedDifference,
} from './difference.ts';

/** Pairs that changed altogether. */
function whole(gained: number, lost: number): Changes {
  return { sum: BigInt(gained - lost), squares: BigInt(gained + lost), scale: 1 };
}

describe("Newcombe's interval", () => {
  it.each([
    ['R34', 56, 70, 48, 80, 0.052431, 0.333873],
    ['R35', 45, 50, 40, 50, -0.043432, 0.242097],
    ['R35', 96, 100, 94, 100, -0.04667, 0.08919],
  ])('%s: %i of %i less %i of %i', (_id, k1, n1, k2, n2, low, high) => {
    const interval = newcombeInterval(k1, n1, k2, n2)!;
    expect(interval[0]).toBeCloseTo(low, 6);
    expect(interval[1]).toBeCloseTo(high, 6);
  });

  it('is none where a sample is empty', () => {
    expect(newcombeInterval(0, 0, 1, 2)).toBeNull();
    expect(newcombeInterval(1, 2, 0, 0)).toBeNull();
  });
});

describe('the paired difference', () => {
  it('R36: 8 gained and 1 lost of 50', () => {
    const { value, error, interval } = pairedDifference(8, 1, 50)!;
    expect(value).toBeCloseTo(0.14, 12);
    expect(error).toBeCloseTo(0.056639, 6);
    expect(interval[0]).toBeCloseTo(0.021179, 6);
    expect(interval[1]).toBeCloseTo(0.248052, 6);
  });

  it('is none without pairs, and stays within -1 and 1', () => {
    expect(pairedDifference(0, 0, 0)).toBeNull();
    expect(pairedDifference(0, 1, 1)!.interval[0]).toBe(-1);
    expect(pairedDifference(1, 0, 1)!.interval[1]).toBe(1);
  });
});

describe('the mean difference', () => {
  it('takes a pair for a cluster of runs', () => {
    // Four pairs that change by -1/2, -1/4, 0 and 1/4: the mean is -1/8, the squares add up to 3/8.
    const result = meanDifference({ sum: -2n, squares: 6n, scale: 4 }, 4)!;
    expect(result.value).toBe(-0.125);
    // sqrt(3/8 - (1/2)^2 / 4) / 4
    expect(result.error).toBeCloseTo(Math.sqrt(0.3125) / 4, 12);
    // With two pairs more: -1/12 -+ 1.959964 sqrt(11/8 - 1/24) / 6.
    expect(result.interval[0]).toBeCloseTo(-0.460529, 6);
    expect(result.interval[1]).toBeCloseTo(0.293862, 6);
  });
});

describe('non-inferiority', () => {
  it('holds when the lower end is above the margin', () => {
    // 8 lost and 1 gained of 50: the interval is -0.248052 to -0.021179.
    expect(isNonInferior(whole(1, 8), 50, decimalOf(0.25))).toBe(true);
    expect(isNonInferior(whole(1, 8), 50, decimalOf(0.248))).toBe(false);
    expect(isNonInferior(whole(0, 0), 0, decimalOf(0.5))).toBe(false);
  });

  it('is decided in integers as the interval says', () => {
    const counts = fc.tuple(fc.nat(60), fc.nat(60), fc.nat(200), fc.integer({ min: 1, max: 99 }));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1 }), (gaps) => {
        const sum = gaps.reduce((all, gap) => all + gap, 0);
        const squares = gaps.reduce((all, gap) => all + gap * gap, 0);
        const changes = { sum: BigInt(sum), squares: BigInt(squares), scale: 4 };
        const [low] = meanDifference(changes, gaps.length)!.interval;
        expect(isNonInferior(changes, gaps.length, decimalOf(0.1))).toBe(low > -0.1);
      }),
    );
    fc.assert(
      fc.property(counts, ([gained, lost, same, percent]) => {
        const pairs = gained + lost + same + 1;
        const [low] = pairedDifference(gained, lost, pairs)!.interval;
        expect(isNonInferior(whole(gained, lost), pairs, decimalOf(percent / 100))).toBe(
          low > -percent / 100,
        );
      }),
    );
  });
});
