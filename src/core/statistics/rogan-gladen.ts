import type { Interval } from '../report/report.ts';
import { Z } from './intervals.ts';

/** How often a judge agrees with people on cases that they call good (q1 of m1) and on the others (q0 of m0). */
export interface JudgeRates {
  /** Sensitivity: the share of good cases that the judge calls good. */
  readonly q1: number;
  readonly m1: number;
  /** Specificity: the share of the other cases that the judge does not call good. */
  readonly q0: number;
  readonly m0: number;
}

/** An estimate with its 95 % interval, or why there is none. */
export type Corrected =
  | {
      readonly ok: true;
      readonly value: number;
      readonly error: number;
      /** Ends at 0 and 1. */
      readonly interval: Interval;
    }
  | { readonly ok: false; readonly reason: 'few' | 'chance'; readonly message: string };

/** With fewer rated cases of a class a correction is refused. */
export const MIN_RATED = 20;

/**
 * The share of good cases where a judge calls `p` of `n` cases good, corrected for its errors as Rogan and Gladen do.
 * The interval covers the cases that the judge saw and the rated cases that its errors are known from. It assumes that
 * the judge errs in both sets alike; how many cases are good may differ between them.
 */
export function roganGladen(p: number, n: number, { q1, m1, q0, m0 }: JudgeRates): Corrected {
  if (n === 0) return refuse('few', 'the judge has seen no case');
  const fewest = Math.min(m1, m0);
  if (fewest < MIN_RATED)
    return refuse(
      'few',
      `people rated ${fewest} cases ${m1 < m0 ? 'good' : 'not good'}; a correction needs ${MIN_RATED}`,
    );
  const skill = q0 + q1 - 1;
  if (!(skill > 0)) return refuse('chance', 'the judge is not better than chance');
  const raw = (p + q0 - 1) / skill;
  const value = Math.min(1, Math.max(0, raw));
  const rest = 1 - value;
  const variance =
    shareVariance(p, n) +
    value * value * shareVariance(q1, m1) +
    rest * rest * shareVariance(q0, m0);
  const error = Math.sqrt(variance) / skill;
  return { ok: true, value, error, interval: normalInterval(raw, error) };
}

/** The variance of a share. One without a miss, or without a hit, gets that of one more of each: zero would be certainty. */
export function shareVariance(share: number, n: number): number {
  if (share > 0 && share < 1) return (share * (1 - share)) / n;
  return (n + 1) / ((n + 2) * (n + 2) * (n + 2));
}

/** The 95 % interval of a share by the normal distribution, which ends at 0 and 1. */
export function normalInterval(value: number, error: number): Interval {
  const end = (limit: number): number => Math.min(1, Math.max(0, limit));
  return [end(value - Z * error), end(value + Z * error)];
}

function refuse(reason: 'few' | 'chance', message: string): Corrected {
  return { ok: false, reason, message };
}
