import type { Interval } from '../report/report.ts';

/** The 0.975 quantile of the normal distribution. */
export const Z = 1.959963984540054;

/** z squared times 10^10, rounded: every verdict is decided with this integer, never with a double. */
export const Z2_E10 = 38_414_588_207n;

/** The 95 % Wilson score interval of k successes in n trials; null when n is 0. */
export function wilsonInterval(k: number, n: number): Interval | null {
  if (n === 0) return null;
  const z2 = Z * Z;
  const centre = (k + z2 / 2) / (n + z2);
  const half = (Z / (n + z2)) * Math.sqrt((k * (n - k)) / n + z2 / 4);
  return [k === 0 ? 0 : centre - half, k === n ? 1 : centre + half];
}

/** Limits with four decimals, each moved away from the middle, so that a printed interval never promises too much. */
export function roundOutward(interval: Interval): Interval {
  const [low, high] = interval;
  return [
    Math.max(0, Math.floor(low * 10_000) / 10_000),
    Math.min(1, Math.ceil(high * 10_000) / 10_000),
  ];
}

/** Whether the lower Wilson bound of k/n meets a/b, decided in integers. */
export function isCertified(
  k: bigint,
  n: bigint,
  a: bigint,
  b: bigint,
  z2: bigint = Z2_E10,
): boolean {
  return boundMeets({ num: k, den: n }, { num: n, den: 1n }, a, b, z2);
}

/** Whether the lower bound of a share meets a/b, where it is as informative as `effective` equal cases. */
export function boundMeets(
  share: { readonly num: bigint; readonly den: bigint },
  effective: { readonly num: bigint; readonly den: bigint },
  a: bigint,
  b: bigint,
  z2: bigint,
): boolean {
  if (share.den <= 0n || a >= b) return false;
  const gap = b * share.num - a * share.den;
  if (gap < 0n) return false;
  const needed = z2 * a * (b - a) * share.den * share.den * effective.den;
  return gap * gap * 10_000_000_000n * effective.num >= needed;
}

/** How many runs, all good, certify a/b; null when no number does. */
export function cleanRunsToCertify(a: bigint, b: bigint, z2: bigint = Z2_E10): bigint | null {
  if (a >= b) return null;
  if (a <= 0n) return 1n;
  const den = 10_000_000_000n * (b - a);
  return (z2 * a + den - 1n) / den;
}

/** How many cases with this share certify a/b; null when the share does not exceed it. */
export function casesToCertify(
  share: { readonly num: bigint; readonly den: bigint },
  a: bigint,
  b: bigint,
  z2: bigint = Z2_E10,
): bigint | null {
  const gap = b * share.num - a * share.den;
  if (gap <= 0n || a >= b) return null;
  const den = gap * gap * 10_000_000_000n;
  return (z2 * a * (b - a) * share.den * share.den + den - 1n) / den;
}

/** Sums over runs from which the spread of a ratio of sums follows: a = 2 TP, d = 2 TP + FP + FN of each run. */
export interface RatioMoments {
  readonly runs: number;
  readonly a: number;
  readonly d: number;
  readonly aa: number;
  readonly ad: number;
  readonly dd: number;
}

/** The standard error of F1 = sum a / sum d with runs as clusters; null where it is not defined. */
export function f1StandardError(m: RatioMoments): number | null {
  if (m.runs < 2 || m.d === 0) return null;
  const f = m.a / m.d;
  const residuals = Math.max(0, m.aa - 2 * f * m.ad + f * f * m.dd);
  return Math.sqrt((m.runs / (m.runs - 1)) * residuals) / m.d;
}

/**
 * The 95 % interval of F1 by the ratio estimator; null below ten runs, where it would mislead, and where a sum is
 * too large to be exact, because then it would depend on the order of the runs.
 */
export function f1Interval(m: RatioMoments): Interval | null {
  const isExact = [m.aa, m.ad, m.dd].every(Number.isSafeInteger);
  const error = m.runs < 10 || !isExact ? null : f1StandardError(m);
  if (error === null) return null;
  const f = m.a / m.d;
  const half = tQuantile975(m.runs - 1) * error;
  return [Math.max(0, f - half), Math.min(1, f + half)];
}

/** The 0.975 quantile of Student's t with a whole number of degrees of freedom. For display only. */
export function tQuantile975(df: number): number {
  if (df > 1000) return Z + (Z * Z * Z + Z) / (4 * df);
  let low = 0;
  let high = 13;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (tWithin(middle, df) < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(|T| <= t), by the finite series for whole degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4). */
function tWithin(t: number, df: number): number {
  const cosine2 = 1 / (1 + (t * t) / df);
  const sine = t / Math.sqrt(df + t * t);
  const odd = df % 2 === 1;
  let term = odd ? Math.sqrt(cosine2) : 1;
  let sum = df === 1 ? 0 : term;
  for (let k = odd ? 3 : 2; k <= df - 2; k += 2) {
    term *= ((k - 1) / k) * cosine2;
    sum += term;
  }
  if (!odd) return sine * sum;
  return (2 / Math.PI) * (Math.atan(t / Math.sqrt(df)) + sine * sum);
}
