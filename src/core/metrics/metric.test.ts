import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metricNumber, metricValue, shareOf } from './metric.ts';
import { derivedNumbers } from '../fixtures/derived-numbers.ts';
import { equalFunctionSets } from '../scorers/equal-function-sets/equal-function-sets.ts';

const F1 = 'tool_selection.f1';
const IDS = ['tool_selection.precision', 'tool_selection.recall', F1];

describe('percent metrics', () => {
  it('are floored from whole counts for all TP, FP, FN up to 60', () => {
    // The largest p with p * den <= 100 * num, found by counting up: no division at all.
    const floored = (num: number, den: number): number => {
      let percent = 0;
      while (BigInt(percent + 1) * BigInt(den) <= 100n * BigInt(num)) percent++;
      return percent;
    };
    const table = new Map<string, number>();
    const expected = (num: number, den: number): number => {
      if (den === 0) return 0;
      const key = `${num}/${den}`;
      const entry = table.get(key) ?? floored(num, den);
      table.set(key, entry);
      return entry;
    };
    let wrong = 0;
    for (let tp = 0; tp <= 60; tp++) {
      for (let fp = 0; fp <= 60; fp++) {
        for (let fn = 0; fn <= 60; fn++) {
          if (tp + fp + fn === 0) continue;
          const [precision, recall, f1] = derivedNumbers(equalFunctionSets, { tp, fp, fn }, IDS);
          if (precision !== expected(tp, tp + fp)) wrong++;
          if (recall !== expected(tp, tp + fn)) wrong++;
          if (f1 !== expected(2 * tp, 2 * tp + fp + fn)) wrong++;
        }
      }
    }
    expect(wrong).toBe(0);
  });

  it.each([
    [1, 0, 2, 50],
    [6, 1, 2, 80],
    [34, 6, 11, 80],
    [57, 1, 5, 95],
    [133, 2, 12, 95],
    [198, 1, 3, 99],
  ])('F1 of TP %i, FP %i, FN %i is %i', (tp, fp, fn, f1) => {
    expect(derivedNumbers(equalFunctionSets, { tp, fp, fn }, [F1])).toEqual([f1]);
  });

  it('never reach 100 while anything is wrong, however large the counts', () => {
    const tally = { tp: 4_000_000_000_000_000, fp: 1, fn: 0 };
    expect(derivedNumbers(equalFunctionSets, tally, [F1])).toEqual([99]);
  });
});

describe('ratio metrics', () => {
  it.each([
    [2, 3, 0.6667],
    [1, 2, 0.5],
    [1, 3, 0.3333],
    [0, 7, 0],
    [7, 7, 1],
    [1, 20_000, 0.0001],
    [1, 20_001, 0],
    [262, 300, 0.8733],
    [12_345, 100_000, 0.1235],
    [28_250_000_000_000_001n, 10n ** 20n, 0.0003],
    [99_995, 100_000, 1],
  ])('%s of %s is written %s', (num, den, written) => {
    expect(metricNumber(metricValue('ratio', num, den))).toBe(written);
  });

  it('are rounded half up on the exact fraction, also below zero', () => {
    expect(metricNumber(metricValue('mean', 5, 100_000))).toBe(0.0001);
    expect(metricNumber(metricValue('mean', -5, 100_000))).toBe(0);
    expect(metricNumber(metricValue('mean', -15, 100_000))).toBe(-0.0001);
    expect(metricNumber(metricValue('mean', -16, 100_000))).toBe(-0.0002);
  });

  it('are within half of the fourth decimal of the fraction, the upper half included', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), fc.bigInt(1n, 10n ** 12n), (num, den) => {
        const written = BigInt(Math.round(metricNumber(metricValue('ratio', num, den)) * 10_000));
        // written - 1/2 <= 10000 num/den < written + 1/2
        const doubled = 20_000n * num;
        expect((2n * written - 1n) * den <= doubled && doubled < (2n * written + 1n) * den).toBe(
          true,
        );
      }),
    );
  });
});

it('counts are written as they are', () => {
  expect(metricNumber(metricValue('count', 9_007_199_254_740_991))).toBe(9_007_199_254_740_991);
});

it('a share of nothing is perfect when that is vacuous, else zero', () => {
  expect(metricNumber(shareOf('percent', 0, 0, true))).toBe(100);
  expect(metricNumber(shareOf('ratio', 0, 0, true))).toBe(1);
  expect(metricNumber(shareOf('percent', 0, 0, false))).toBe(0);
  expect(metricNumber(shareOf('percent', 1, 3, true))).toBe(33);
});
