import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf } from '../decimal.ts';
import { isNonInferior, newcombeInterval, pairedDifference } from './difference.ts';

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

describe('non-inferiority', () => {
  it('holds when the lower end is above the margin', () => {
    // 8 lost and 1 gained of 50: the interval is -0.248052 to -0.021179.
    expect(isNonInferior(1, 8, 50, decimalOf(0.25))).toBe(true);
    expect(isNonInferior(1, 8, 50, decimalOf(0.248))).toBe(false);
    expect(isNonInferior(0, 0, 0, decimalOf(0.5))).toBe(false);
  });

  it('is decided in integers as the interval says', () => {
    const counts = fc.tuple(fc.nat(60), fc.nat(60), fc.nat(200), fc.integer({ min: 1, max: 99 }));
    fc.assert(
      fc.property(counts, ([gained, lost, same, percent]) => {
        const pairs = gained + lost + same + 1;
        const [low] = pairedDifference(gained, lost, pairs)!.interval;
        expect(isNonInferior(gained, lost, pairs, decimalOf(percent / 100))).toBe(
          low > -percent / 100,
        );
      }),
    );
  });
});
