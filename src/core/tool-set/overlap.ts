import type { TermWeight } from './tool-profile.ts';

/** The weight of the shared terms among all, 0 to 1. */
export function overlap(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  weight: TermWeight,
): number {
  let shared = 0;
  let all = 0;
  for (const term of a) {
    const worth = weight(term);
    all += worth;
    if (b.has(term)) shared += worth;
  }
  for (const term of b) all += weight(term);
  return all === 0 ? 0 : (2 * shared) / all;
}

/** A share as a whole number of percent. */
export function toPercent(share: number): number {
  return Math.round(share * 100);
}
