import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fisherP, probabilityNumber } from './fisher.ts';
import { mcnemarP } from './mcnemar.ts';
import { type Stratum, testStrata } from './strata.ts';

const stratum = (k: number, n: number, k2: number, n2: number): Stratum => ({
  before: { k, n },
  after: { k: k2, n: n2 },
});

describe('runs of several units before and after', () => {
  it('is Fisher’s test of one unit', () => {
    const table = fc
      .tuple(
        fc.nat(12),
        fc.nat(12),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
      )
      .map(([a, b, n, m]) => [Math.min(a, n), n, Math.min(b, m), m] as const);
    fc.assert(
      fc.property(table, ([k, n, k2, n2]) => {
        const p = probabilityNumber(fisherP(k, n, k2, n2));
        expect(testStrata([stratum(k, n, k2, n2)])?.p).toBeCloseTo(p, 12);
      }),
      { numRuns: 50 },
    );
  });

  it('is McNemar’s test of units with one run each', () => {
    const units = [
      ...Array.from({ length: 7 }, () => stratum(0, 1, 1, 1)),
      stratum(1, 1, 0, 1),
      stratum(1, 1, 1, 1),
    ];
    const result = testStrata(units);
    expect(result?.p).toBeCloseTo(mcnemarP(1, 7), 12);
    expect(result?.direction).toBeGreaterThan(0);
  });

  it('counts two units by hand', () => {
    // Of 0/2 -> 2/2 there are 1, 4, 1 ways for 0, 1, 2; of both together 1, 8, 18, 8, 1 of 36.
    const result = testStrata([stratum(0, 2, 2, 2), stratum(0, 2, 2, 2)]);
    expect(result?.p).toBeCloseTo(2 / 36, 12);
    expect([result?.isSignificant(1), result?.direction]).toEqual([false, 2]);
    const three = testStrata(Array.from({ length: 3 }, () => stratum(2, 2, 0, 2)));
    expect([three?.p, three?.direction, three?.isSignificant(1)]).toEqual([2 / 216, -3, true]);
  });

  it('says nothing without runs on both sides, and where there are too many to count', () => {
    expect(testStrata([])).toBeNull();
    expect(testStrata([stratum(0, 0, 1, 1)])).toBeNull();
    const many = Array.from({ length: 200 }, () => stratum(100, 200, 150, 200));
    expect(testStrata(many)).toBeNull();
  });
});
