import type { Ratio } from '../scoring/scorer.ts';

/** How often something was run, and how many of the runs passed. */
export interface Repeated {
  readonly k: number;
  readonly n: number;
}

/** The chance that `draws` runs all pass, "does it always": C(k, draws) / C(n, draws). Null with fewer runs than that. */
export function passHatK({ k, n }: Repeated, draws: number): Ratio | null {
  if (draws < 1 || n < draws) return null;
  return { num: choose(k, draws), den: choose(n, draws) };
}

/** The chance that one of `draws` runs passes, "can it ever": 1 - C(n - k, draws) / C(n, draws). */
export function passAtK({ k, n }: Repeated, draws: number): Ratio | null {
  if (draws < 1 || n < draws) return null;
  const den = choose(n, draws);
  return { num: den - choose(n - k, draws), den };
}

/** About `passHatK`: off by less than 1e-9 for up to a million draws. */
export function passHatKRoughly({ k, n }: Repeated, draws: number): number {
  let product = 1;
  for (let i = 0; i < draws && product > 0; i++) product *= Math.max(k - i, 0) / (n - i);
  return product;
}

/** About `passAtK`, as closely. */
export function passAtKRoughly({ k, n }: Repeated, draws: number): number {
  return 1 - passHatKRoughly({ k: n - k, n }, draws);
}

/** The mean of exact fractions; null of none. */
export function meanOf(ratios: readonly Ratio[]): Ratio | null {
  // Few denominators occur, because few numbers of runs do: one sum for each keeps the numbers small.
  const sums = new Map<bigint, bigint>();
  for (const { num, den } of ratios)
    sums.set(BigInt(den), (sums.get(BigInt(den)) ?? 0n) + BigInt(num));
  if (sums.size === 0) return null;
  let total = { num: 0n, den: 1n };
  for (const [den, num] of sums)
    total = { num: total.num * den + num * total.den, den: total.den * den };
  return { num: total.num, den: total.den * BigInt(ratios.length) };
}

/** Passes sometimes and fails sometimes. */
export function isFlaky({ k, n }: Repeated): boolean {
  return k > 0 && k < n;
}

/** C(n, draws), zero where there are fewer than that. */
function choose(n: number, draws: number): bigint {
  if (draws > n) return 0n;
  const least = Math.min(draws, n - draws);
  return least === 0 ? 1n : multiply(n - least + 1, n) / multiply(1, least);
}

/** All whole numbers of a range, multiplied: halves of like size are many times faster than one after the other. */
function multiply(from: number, to: number): bigint {
  if (from === to) return BigInt(from);
  const middle = Math.floor((from + to) / 2);
  return multiply(from, middle) * multiply(middle + 1, to);
}
