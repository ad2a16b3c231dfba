import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Distribution } from './distribution.ts';
import { metricNumber } from '../metrics/metric.ts';
import type { Ratio } from '../scoring/scorer.ts';

function of(...values: readonly (readonly [number, number])[]): Distribution {
  const distribution = new Distribution();
  for (const [num, den] of values) distribution.add({ num, den });
  return distribution;
}

describe('a distribution of exact values', () => {
  it('of nothing has no mean, no extreme, no deviation and no share', () => {
    const none = new Distribution();
    expect(none.total).toBe(0);
    expect(none.mean('ratio')).toBeNull();
    expect(none.extreme('ratio', 'min')).toBeNull();
    expect(none.standardDeviation('mean')).toBeNull();
    expect(none.nonZeroShare()).toBeNull();
  });

  it('has the exact mean of thirds, sevenths and halves', () => {
    // (1/3 + 2/7 + 1/2) / 3 = 47/126
    const { num, den } = of([1, 3], [2, 7], [1, 2]).mean('ratio')!;
    expect(num * 126n).toBe(47n * den);
  });

  it('has the population standard deviation', () => {
    // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, deviation 2
    const values = [2, 4, 4, 4, 5, 5, 7, 9].map((value) => [value, 1] as const);
    expect(metricNumber(of(...values).standardDeviation('mean')!)).toBe(2);
    expect(metricNumber(of([1, 3], [1, 3], [2, 6]).standardDeviation('mean')!)).toBe(0);
    // 0 and 1: one half; 0, 0, 1: sqrt(2)/3 = 0.47140...
    expect(metricNumber(of([0, 1], [1, 1]).standardDeviation('mean')!)).toBe(0.5);
    expect(metricNumber(of([0, 1], [0, 1], [1, 1]).standardDeviation('mean')!)).toBe(0.4714);
  });

  it('has extremes by value, not by how they are written', () => {
    const mixed = of([1, 2], [2, 3], [3, 6], [5, 8]);
    expect(metricNumber(mixed.extreme('ratio', 'min')!)).toBe(0.5);
    expect(metricNumber(mixed.extreme('ratio', 'max')!)).toBe(0.6667);
  });

  it('counts how often a value is not zero', () => {
    expect(metricNumber(of([0, 1], [0, 5], [1, 9], [1, 1]).nonZeroShare()!)).toBe(0.5);
  });

  it('takes a great many different values', () => {
    const many = new Distribution();
    for (let i = 1; i <= 200_000; i++) many.add({ num: i, den: 1 });
    expect(metricNumber(many.mean('mean')!)).toBe(100_000.5);
    expect(metricNumber(many.extreme('mean', 'max')!)).toBe(200_000);
    expect(many.nonZeroShare()).toMatchObject({ num: 200_000n, den: 200_000n });
  });

  it('does not depend on the order in which values come', () => {
    const ratio = fc.record({ num: fc.nat(50), den: fc.integer({ min: 1, max: 50 }) });
    fc.assert(
      fc.property(
        fc
          .array(ratio, { minLength: 1 })
          .chain((all) =>
            fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
          ),
        ([all, shuffled]) => {
          const numbers = (values: readonly Ratio[]): readonly number[] => {
            const distribution = new Distribution();
            for (const value of values) distribution.add(value);
            return [
              distribution.mean('ratio')!,
              distribution.extreme('ratio', 'min')!,
              distribution.extreme('ratio', 'max')!,
              distribution.standardDeviation('mean')!,
            ].map(metricNumber);
          };
          expect(numbers(shuffled)).toEqual(numbers(all));
        },
      ),
    );
  });
});
