import type { Repeated } from '../statistics/repeats.ts';

/** By how much the share of passing runs changed, for each pair that changed; in whole numbers of 1/scale. */
export interface Gaps {
  readonly scale: number;
  readonly changed: readonly number[];
  readonly sum: bigint;
  readonly squares: bigint;
}

/** Shares without a common denominator up to here are taken to the nearest of so many parts. */
const FINEST = 1_000_000_000;

/** Measures the pairs that changed, each as its runs before and after. */
export function measureGaps(pairs: readonly (readonly [Repeated, Repeated])[]): Gaps {
  const denominators = new Set(pairs.flatMap(([before, after]) => [before.n, after.n]));
  let scale = 1;
  for (const n of denominators) {
    scale = (scale / greatestDivisor(scale, n)) * n;
    if (scale > FINEST) break;
  }
  const isExact = scale <= FINEST;
  if (!isExact) scale = FINEST;
  const changed = pairs.map(([before, after]) => {
    if (isExact) return after.k * (scale / after.n) - before.k * (scale / before.n);
    const share = after.k / after.n - before.k / before.n;
    // However small, it is a change.
    return Math.round(share * scale) || Math.sign(share);
  });
  let sum = 0n;
  let squares = 0n;
  for (const gap of changed.map(BigInt)) {
    sum += gap;
    squares += gap * gap;
  }
  return { scale, changed, sum, squares };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
