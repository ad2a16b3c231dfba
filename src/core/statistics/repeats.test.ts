import { describe, expect, it } from 'vitest';
import type { Ratio } from '../scoring/scorer.ts';
import { isFlaky, meanOf, passAtK, passHatK, type Repeated } from './repeats.ts';

function number(ratio: Ratio | null): number | null {
  return ratio === null ? null : Number(ratio.num) / Number(ratio.den);
}

describe('pass@k and pass^k', () => {
  it.each([
    ['R20', passAtK, 10, 3, 5, 0.916667],
    ['R21', passAtK, 5, 2, 2, 0.7],
    ['R22', passHatK, 8, 6, 4, 0.214286],
    ['R23', passHatK, 10, 9, 8, 0.2],
    ['R24', passHatK, 5, 4, 3, 0.4],
  ])('%s', (_id, of, n, k, draws, expected) => {
    expect(number(of({ k, n }, draws))).toBeCloseTo(expected, 6);
  });

  const tests: readonly Repeated[] = [4, 3, 2, 0, 4].map((k) => ({ k, n: 4 }));

  it('R25 and R26: the means over five tests of four runs', () => {
    const means = (of: typeof passHatK): (number | null)[] =>
      [1, 2, 3, 4].map((draws) => number(meanOf(tests.flatMap((test) => of(test, draws) ?? []))));
    const hat = [0.65, 0.533333, 0.45, 0.4];
    const at = [0.65, 0.766667, 0.8, 0.8];
    means(passHatK).forEach((mean, i) => expect(mean).toBeCloseTo(hat[i]!, 6));
    means(passAtK).forEach((mean, i) => expect(mean).toBeCloseTo(at[i]!, 6));
  });

  it('are exact fractions, also over different numbers of runs', () => {
    expect(passHatK({ k: 2, n: 3 }, 2)).toEqual({ num: 1n, den: 3n });
    // 1/3 and 1/2: five sixths in all, five twelfths on average.
    expect(
      meanOf([
        { num: 1, den: 3 },
        { num: 1, den: 2 },
      ]),
    ).toEqual({ num: 5n, den: 12n });
  });

  it('are none with fewer runs than asked for', () => {
    expect(passHatK({ k: 2, n: 2 }, 3)).toBeNull();
    expect(passAtK({ k: 2, n: 2 }, 3)).toBeNull();
    expect(meanOf([])).toBeNull();
  });
});

it('calls flaky what passes and fails', () => {
  expect([0, 1, 2, 3].map((k) => isFlaky({ k, n: 3 }))).toEqual([false, true, true, false]);
});
