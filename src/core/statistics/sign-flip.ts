import { normalTail } from './normal.ts';

/** Enough for any twenty changes, and for hundreds where few runs each make few sizes. */
const MAX_STEPS = 2 ** 20;

/**
 * The sign-flip permutation test, two-sided: how likely the sum of these changes is as far from zero, or farther, when each
 * could as well have gone the other way; and its mid-p. Exact as long as the sums can be counted, by the normal distribution
 * beyond that. With changes of one size it is McNemar's exact test.
 */
export function signFlip(changes: readonly number[]): { exact: number; mid: number } {
  const observed = Math.abs(changes.reduce((sum, change) => sum + change, 0));
  if (observed === 0) return { exact: 1, mid: 1 };
  const chances = sumChances(changes);
  if (chances === null) {
    const squares = changes.reduce((sum, change) => sum + change * change, 0);
    const p = 2 * normalTail(observed / Math.sqrt(squares));
    return { exact: p, mid: p };
  }
  let beyond = 0;
  let at = 0;
  for (const [sum, chance] of chances) {
    if (Math.abs(sum) > observed) beyond += chance;
    else if (Math.abs(sum) === observed) at += chance;
  }
  return { exact: beyond + at, mid: beyond + at / 2 };
}

/**
 * The sums that flipping signs can give, and how likely they are; null when there are too many. The first sign stays, for
 * turning all of them leaves the distance from zero.
 */
function sumChances([first = 0, ...rest]: readonly number[]): ReadonlyMap<number, number> | null {
  let chances = new Map([[first, 1]]);
  let steps = 0;
  for (const change of rest) {
    steps += 2 * chances.size;
    if (steps > MAX_STEPS) return null;
    const next = new Map<number, number>();
    for (const [sum, chance] of chances) {
      next.set(sum + change, (next.get(sum + change) ?? 0) + chance / 2);
      next.set(sum - change, (next.get(sum - change) ?? 0) + chance / 2);
    }
    chances = next;
  }
  return chances;
}
