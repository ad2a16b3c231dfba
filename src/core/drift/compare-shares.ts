import type { Interval } from '../report/report.ts';
import { benjaminiHochberg, holm } from '../statistics/adjust.ts';
import { newcombeInterval } from '../statistics/difference.ts';
import { holmDecisions, type SharesTest, testShares } from '../statistics/test-shares.ts';
import type { Decimal } from '../json/decimal.ts';
import type { RunShare, ShareChange } from './drift-report.ts';

/** Two shares to compare; both have runs. */
export interface SharePair {
  readonly before: RunShare;
  readonly after: RunShare;
}

/** Compares shares that are tested together: one family for Holm, and for Benjamini and Hochberg. */
export function compareShares(
  pairs: readonly SharePair[],
  minChange: Decimal,
): readonly ShareChange[] {
  const tests = pairs.map(
    ({ before, after }) => testShares(before.k, before.n, after.k, after.n) as SharesTest,
  );
  const ps = tests.map(({ p }) => p);
  const [adjusted, rates, decisions] = [holm(ps), benjaminiHochberg(ps), holmDecisions(tests)];
  return pairs.map((pair, at): ShareChange => {
    const { before, after } = pair;
    return {
      before,
      after,
      difference: roundShare(after.k / after.n - before.k / before.n),
      interval: roundDifference(newcombeInterval(after.k, after.n, before.k, before.n) as Interval),
      p: roundP(ps[at] as number),
      holm: roundP(adjusted[at] as number),
      bh: roundP(rates[at] as number),
      isSignificant: decisions[at] === true,
      hasChanged: decisions[at] === true && isChange(pair, minChange),
    };
  });
}

/** Whether a share changed by at least so much, decided in integers. */
function isChange(pair: SharePair, { num, den }: Decimal): boolean {
  const { num: gap, den: all } = exactDifference(pair);
  return (gap < 0n ? -gap : gap) * den >= num * all;
}

/** After less before. */
export function exactDifference({ before, after }: SharePair): Decimal {
  const [n1, n2] = [BigInt(before.n), BigInt(after.n)];
  return { num: BigInt(after.k) * n1 - BigInt(before.k) * n2, den: n1 * n2 };
}

/** Four decimals; never -0. */
export function roundShare(value: number): number {
  const rounded = Math.round(Math.abs(value) * 10_000) / 10_000;
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** Limits of a difference of shares with four decimals, each moved outward. */
export function roundDifference([low, high]: Interval): Interval {
  return [
    Math.max(-1, Math.floor(low * 10_000) / 10_000) + 0,
    Math.min(1, Math.ceil(high * 10_000) / 10_000) + 0,
  ];
}

/** Probabilities are shown with six decimals, rounded up: a small one is not 0. */
function roundP(p: number): number {
  return Math.min(1, Math.ceil(p * 1_000_000) / 1_000_000);
}
