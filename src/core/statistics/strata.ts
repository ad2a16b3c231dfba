import { choose, type ExactP, probabilityNumber } from './fisher.ts';
import type { Repeated } from './repeats.ts';
import type { SharesTest } from './test-shares.ts';

/** The runs of one unit before and after a change. */
export interface Stratum {
  readonly before: Repeated;
  readonly after: Repeated;
}

/** The test over strata, and which way the runs went. */
export interface StrataTest extends SharesTest {
  /** Positive where more runs pass after the change than chance would have, negative where fewer do. */
  readonly direction: number;
}

/** More steps than this take seconds. */
const MAX_STEPS = 1_000_000;

/**
 * The exact test that runs of several units pass as often after a change as before, two-sided: within each unit, any of
 * its runs could have been before or after. With one unit it is Fisher's exact test, with one run each McNemar's. Null where
 * nothing was run, or where there are too many runs to count.
 */
export function testStrata(strata: readonly Stratum[]): StrataTest | null {
  const mixed = strata.filter(({ before, after }) => before.n > 0 && after.n > 0);
  if (mixed.length === 0 || stepsOf(mixed) > MAX_STEPS) return null;
  let sums: readonly bigint[] = [1n];
  let least = 0;
  for (const stratum of mixed) {
    const { first, ways } = waysOf(stratum);
    sums = convolve(sums, ways);
    least += first;
  }
  const observed = mixed.reduce((sum, { after }) => sum + after.k, 0);
  const exact = pOf(sums, sums[observed - least] ?? 0n);
  return {
    p: probabilityNumber(exact),
    isSignificant: (tests) => exact.num * 20n * BigInt(tests) <= exact.den,
    direction: mixed.reduce((sum, stratum) => sum + excessOf(stratum), 0),
  };
}

/** In how many ways 0, 1, 2, … of the passing runs of a unit can be after the change, from the least number on. */
function waysOf({ before, after }: Stratum): { first: number; ways: readonly bigint[] } {
  const passing = before.k + after.k;
  const first = Math.max(0, passing - before.n);
  const last = Math.min(after.n, passing);
  const ways = Array.from(
    { length: last - first + 1 },
    (_, i) => choose(after.n, first + i) * choose(before.n, passing - first - i),
  );
  return { first, ways };
}

function convolve(a: readonly bigint[], b: readonly bigint[]): readonly bigint[] {
  const sums = Array.from({ length: a.length + b.length - 1 }, () => 0n);
  for (const [i, x] of a.entries())
    for (const [j, y] of b.entries()) sums[i + j] = (sums[i + j] as bigint) + x * y;
  return sums;
}

function pOf(sums: readonly bigint[], observed: bigint): ExactP {
  let [num, den] = [0n, 0n];
  for (const ways of sums) {
    den += ways;
    if (ways <= observed) num += ways;
  }
  return { num, den };
}

/** How many more runs pass after the change than its share of all passing runs of the unit. */
function excessOf({ before, after }: Stratum): number {
  return (after.k * before.n - before.k * after.n) / (before.n + after.n);
}

function stepsOf(strata: readonly Stratum[]): number {
  let [width, steps] = [1, 0];
  for (const { before, after } of strata) {
    const range = Math.min(before.n, after.n) + 1;
    steps += width * range;
    width += range;
  }
  return steps;
}
