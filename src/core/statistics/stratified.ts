import type { Interval } from '../report/report.ts';
import { roundOutward, wilsonInterval } from './intervals.ts';

/** A case of a sample: how much of the population it speaks for, and k of n things in it that are good. */
export interface WeightedCase {
  readonly stratum: string;
  readonly weight: bigint;
  readonly k: number;
  readonly n: number;
}

/** A fraction of whole numbers. */
interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

/** A share of the population, estimated from a sample. */
export interface StratifiedShare extends Fraction {
  /** How many cases of equal weight, drawn from the whole, would be as informative. */
  readonly effective: Fraction;
  /** The 95 % Wilson interval of the share with that many cases, rounded outward. */
  readonly interval: Interval | null;
}

/**
 * The share of the population: the sum of weight * k over the sum of weight * n; null where that is zero.
 * Its information follows from the variance within the strata, and is never more than Kish's rule for unequal weights allows:
 * in strata without a miss, or without a hit, the variance alone would promise certainty.
 */
export function stratifiedShare(cases: readonly WeightedCase[]): StratifiedShare | null {
  let [good, all, squares] = [0n, 0n, 0n];
  for (const { weight, k, n } of cases) {
    const size = weight * BigInt(n);
    good += weight * BigInt(k);
    all += size;
    squares += size * size;
  }
  if (all === 0n) return null;
  const byWeights = { num: all * all, den: squares };
  const spread = spreadWithin(cases, good, all);
  const count = BigInt(cases.length);
  // share * (1 - share) over the variance, by the same small-sample correction as a single stratum has.
  const byVariance = {
    num: count * good * (all - good) * all * all * spread.den,
    den: (count - 1n) * spread.num,
  };
  const isWider = byVariance.num * byWeights.den < byWeights.num * byVariance.den;
  const effective = byVariance.den > 0n && isWider ? byVariance : byWeights;
  return { num: good, den: all, effective, interval: intervalOf(good, all, effective) };
}

/** The variance of the share times all^4: what cases differ from the share, around the mean of their stratum. */
function spreadWithin(cases: readonly WeightedCase[], good: bigint, all: bigint): Fraction {
  const strata = new Map<string, { count: bigint; sum: bigint; squares: bigint }>();
  for (const { stratum, weight, k, n } of cases) {
    let sums = strata.get(stratum);
    if (sums === undefined) strata.set(stratum, (sums = { count: 0n, sum: 0n, squares: 0n }));
    const rest = weight * (BigInt(k) * all - good * BigInt(n));
    sums.count += 1n;
    sums.sum += rest;
    sums.squares += rest * rest;
  }
  // Few denominators occur: one sum for each keeps the numbers small.
  const byDenominator = new Map<bigint, bigint>();
  for (const { count, sum, squares } of strata.values()) {
    // A single case has no spread of its own: it is taken around the share.
    const den = count === 1n ? 1n : count - 1n;
    const num = count === 1n ? squares : count * squares - sum * sum;
    byDenominator.set(den, (byDenominator.get(den) ?? 0n) + num);
  }
  let total = { num: 0n, den: 1n };
  for (const [den, num] of byDenominator)
    total = { num: total.num * den + num * total.den, den: total.den * den };
  return total;
}

function intervalOf(good: bigint, all: bigint, { num, den }: Fraction): Interval | null {
  const n = Number((num * 1_000_000n) / den) / 1_000_000;
  const interval = wilsonInterval((Number(good) / Number(all)) * n, n);
  return interval === null ? null : roundOutward(interval);
}
