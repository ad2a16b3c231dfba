import { Z } from './intervals.ts';

/**
 * Above so many changed pairs the exact sum takes seconds, and the verdict follows the printed p, whose relative error
 * stays below 1e-9.
 */
const MAX_EXACT = 20_000;

/**
 * The exact two-sided p of McNemar's test: how likely so uneven a split of the changed pairs is when a change in
 * either direction is as likely as the other. Uses + * / alone, so it has the same bits everywhere.
 */
export function mcnemarP(b: number, c: number): number {
  return Math.min(1, 2 * lowerTail(Math.min(b, c), b + c).within);
}

/** The mid-p version: half of the observed split's own weight is left out. Less cautious, for display only. */
export function mcnemarMidP(b: number, c: number): number {
  const { within, at } = lowerTail(Math.min(b, c), b + c);
  return Math.min(1, 2 * (within - at / 2));
}

/** The exact one-sided p that `worse` of all changed pairs, or more, are worse by chance. */
export function oneSidedP(worse: number, better: number): number {
  if (worse >= better) return lowerTail(better, worse + better).within;
  return worse === 0 ? 1 : 1 - lowerTail(worse - 1, worse + better).within;
}

/** Whether the two-sided p is at most 1/20, or that divided among several tests; decided in integers. */
export function isMcNemarSignificant(b: number, c: number, tests = 1): boolean {
  const changed = b + c;
  if (changed > MAX_EXACT) return mcnemarP(b, c) * tests <= 0.05;
  const n = BigInt(changed);
  let ways = 1n;
  let sum = 1n;
  for (let i = 1n; i <= BigInt(Math.min(b, c)); i++) {
    ways = (ways * (n - i + 1n)) / i;
    sum += ways;
  }
  return 40n * BigInt(tests) * sum <= 1n << n;
}

/**
 * About how many pairs would decide, if they went on changing as these did: where the test with continuity correction
 * reaches 5 %. Null where the changes, here in parts of the largest, add up to nothing: then no number does.
 */
export function pairsToDecide(sum: number, squares: number, pairs: number): number | null {
  const gap = Math.abs(sum);
  if (gap === 0) return null;
  const spread = Z * Math.sqrt(squares);
  const root = (spread + Math.sqrt(spread * spread + 4 * gap)) / (2 * gap);
  return Math.max(pairs + 1, Math.ceil(pairs * root * root));
}

/** P(X <= k) and P(X = k) of n fair coins, for k up to n / 2. */
function lowerTail(k: number, n: number): { within: number; at: number } {
  // C(n, k) / 2^n, halved as it grows: no factor is below 1 here, so it never leaves the range of doubles.
  let at = 1;
  let halvings = n;
  for (let i = 1; i <= k; i++) {
    at *= (n - k + i) / i;
    for (; at > 1 && halvings > 0; halvings--) at /= 2;
  }
  for (; halvings > 0 && at > 0; halvings--) at /= 2;
  let term = 1;
  let sum = 1;
  for (let i = k; i > 0 && term > 0; i--) {
    term *= i / (n - i + 1);
    sum += term;
  }
  return { within: at * sum, at };
}
