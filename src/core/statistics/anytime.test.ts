import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anytimeInterval, meetsAnytime, rejectsAnytime } from './anytime.ts';

const close = (value: number | undefined, expected: number): void =>
  expect(Math.abs((value as number) - expected)).toBeLessThan(5e-7);

describe('the bound that may be looked at after every run', () => {
  it('reproduces R47 to R49', () => {
    close(anytimeInterval(20, 20)?.[0], 0.739329);
    close(anytimeInterval(50, 50)?.[0], 0.870619);
    close(anytimeInterval(18, 20)?.[0], 0.589739);
    close(anytimeInterval(18, 20)?.[1], 0.996341);
    close(anytimeInterval(95, 100)?.[0], 0.839741);
    close(anytimeInterval(95, 100)?.[1], 0.993423);
  });

  it('is decided in integers as the interval says', () => {
    fc.assert(
      fc.property(
        fc.nat(40).chain((n) => fc.tuple(fc.constant(n), fc.nat(n))),
        fc.integer({ min: 1, max: 99 }),
        ([n, k], percent) => {
          const [low, high] = anytimeInterval(k, n) ?? [0, 1];
          const value = percent / 100;
          if (Math.abs(value - low) < 1e-9 || Math.abs(value - high) < 1e-9) return;
          const isOutside = value < low || value > high;
          expect(rejectsAnytime(BigInt(k), BigInt(n), BigInt(percent), 100n)).toBe(isOutside);
        },
      ),
    );
  });

  it('certifies later than a bound that is looked at once', () => {
    // Wilson certifies 0.8 with 16 clean runs.
    expect(meetsAnytime(16n, 16n, 8n, 10n)).toBe(false);
    expect(meetsAnytime(29n, 29n, 8n, 10n)).toBe(true);
    expect(meetsAnytime(28n, 28n, 8n, 10n)).toBe(false);
  });

  it('never certifies nothing, or that no run ever fails', () => {
    expect(meetsAnytime(0n, 0n, 1n, 2n)).toBe(false);
    expect(meetsAnytime(1000n, 1000n, 1n, 1n)).toBe(false);
    expect(anytimeInterval(0, 0)).toBeNull();
  });
});
