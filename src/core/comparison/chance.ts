import { isMcNemarSignificant, mcnemarMidP, mcnemarP } from '../statistics/mcnemar.ts';
import { signFlip } from '../statistics/sign-flip.ts';
import type { Pairing } from './pair-units.ts';

/** How far chance alone explains a change. */
export interface Chance {
  readonly exact: number;
  readonly mid: number;
  /** Whether the two-sided p is at most 1/20, or that divided among several tests. */
  readonly isSignificant: (tests: number) => boolean;
}

/** McNemar's test where all changes are of one size, as with one run each; else the sign-flip test over their sizes. */
export function chanceOf({ worse, better, gaps: { changed } }: Pairing): Chance {
  const sizes = new Set(changed.map(Math.abs));
  if (sizes.size <= 1)
    return {
      exact: mcnemarP(worse, better),
      mid: mcnemarMidP(worse, better),
      isSignificant: (tests) => isMcNemarSignificant(worse, better, tests),
    };
  const { exact, mid } = signFlip(changed);
  return { exact, mid, isSignificant: (tests) => 20 * tests * exact <= 1 };
}
