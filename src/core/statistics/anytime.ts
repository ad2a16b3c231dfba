import type { Interval } from '../report/report.ts';

/** One in twenty: how often a bound that is looked at after every run may be wrong, in all. */
const ALPHA_INVERSE = 20n;
const STEPS = 60;

/**
 * Whether k of n runs speak against a/b so clearly that it may be said after any number of looks: the beta-binomial
 * mixture B(1+k, 1+n-k) / (p^k (1-p)^(n-k)) reaches 20, decided in integers.
 */
export function rejectsAnytime(k: bigint, n: bigint, a: bigint, b: bigint): boolean {
  const misses = n - k;
  const left = factorial(k) * factorial(misses) * b ** n;
  return left >= ALPHA_INVERSE * factorial(n + 1n) * a ** k * (b - a) ** misses;
}

/** Whether the lower bound of k/n that holds at every look meets a/b. */
export function meetsAnytime(k: bigint, n: bigint, a: bigint, b: bigint): boolean {
  return n > 0n && a < b && b * k >= a * n && rejectsAnytime(k, n, a, b);
}

/** The shares that k of n do not speak against at any look, with 95 %; null when n is 0. */
export function anytimeInterval(k: number, n: number): Interval | null {
  if (n === 0) return null;
  // Over the whole range the mixture is a constant over the likelihood, so the set is an interval around k/n.
  const limit = Math.log(20);
  const constant = logFactorial(k) + logFactorial(n - k) - logFactorial(n + 1);
  const speaksAgainst = (p: number): boolean =>
    constant - power(k, p) - power(n - k, 1 - p) >= limit;
  const share = k / n;
  return [
    k === 0 ? 0 : bisect(0, share, speaksAgainst),
    k === n ? 1 : 1 - bisect(0, 1 - share, (q) => speaksAgainst(1 - q)),
  ];
}

/** The border between where something holds, at `low`, and where it does not, at `high`. */
function bisect(low: number, high: number, holds: (at: number) => boolean): number {
  let [from, to] = [low, high];
  for (let i = 0; i < STEPS; i++) {
    const middle = (from + to) / 2;
    if (holds(middle)) from = middle;
    else to = middle;
  }
  return from;
}

function power(times: number, share: number): number {
  return times === 0 ? 0 : times * Math.log(share);
}

function logFactorial(n: number): number {
  let sum = 0;
  for (let i = 2; i <= n; i++) sum += Math.log(i);
  return sum;
}

function factorial(n: bigint): bigint {
  let product = 1n;
  for (let i = 2n; i <= n; i++) product *= i;
  return product;
}
