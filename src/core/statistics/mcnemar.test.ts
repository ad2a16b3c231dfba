import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isMcNemarSignificant,
  mcnemarMidP,
  mcnemarP,
  oneSidedP,
  pairsToDecide,
} from './mcnemar.ts';

describe('the exact p of McNemar', () => {
  it.each([
    ['R16', 0, 5, 0.0625],
    ['R16', 0, 6, 0.03125],
    ['R17', 1, 8, 0.0390625],
    ['R18', 3, 12, 0.035156],
    ['R18', 10, 20, 0.098737],
    ['R61, as a test of order', 9, 21, 0.042774],
    ['nothing changed', 0, 0, 1],
    ['as many better as worse', 4, 4, 1],
  ])('%s: %i and %i', (_id, b, c, p) => {
    expect(mcnemarP(b, c)).toBeCloseTo(p, 6);
    expect(mcnemarP(c, b)).toBe(mcnemarP(b, c));
  });

  it('has a mid-p (R17) and a one-sided version (R19)', () => {
    expect(mcnemarMidP(1, 8)).toBeCloseTo(0.021484, 6);
    expect(oneSidedP(8, 1)).toBeCloseTo(0.019531, 6);
    expect(oneSidedP(1, 8)).toBeCloseTo(1 - 1 / 512, 9);
    expect(oneSidedP(0, 3)).toBe(1);
  });

  it('is decided in integers as the floating value says', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.integer({ min: 1, max: 9 }), (b, c, tests) => {
        expect(isMcNemarSignificant(b, c, tests)).toBe(mcnemarP(b, c) * tests <= 0.05);
      }),
    );
  });

  it('stays in range for a million changed pairs', () => {
    expect(mcnemarP(500_000, 500_000)).toBe(1);
    // The normal value of a gap of 1.96 standard deviations.
    expect(mcnemarP(500_980, 499_020)).toBeCloseTo(0.05, 3);
    expect(mcnemarP(1_000_000, 0)).toBe(0);
    expect(isMcNemarSignificant(501_000, 499_000)).toBe(true);
    expect(isMcNemarSignificant(500_100, 499_900)).toBe(false);
  });
});

describe('the pairs that would decide', () => {
  it.each([
    [1, 0, 1, 6],
    [0, 1, 10, 57],
    [5, 0, 50, 57],
    [3, 1, 50, 240],
  ])('%i worse and %i better of %i: about %i', (b, c, pairs, expected) => {
    expect(pairsToDecide(b - c, b + c, pairs)).toBe(expected);
  });

  it('are more than there are, and none where nothing leans either way', () => {
    expect(pairsToDecide(7, 9, 50)).toBe(51);
    expect(pairsToDecide(0, 8, 50)).toBeNull();
    expect(pairsToDecide(0, 0, 50)).toBeNull();
  });
});
