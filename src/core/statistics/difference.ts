import type { Decimal } from '../json/decimal.ts';
import type { Interval } from '../report/report.ts';
import { wilsonInterval, Z, Z2_E10 } from './intervals.ts';

/** Newcombe's 95 % score interval of k1/n1 - k2/n2 for two samples that are not paired; null when one is empty. */
export function newcombeInterval(k1: number, n1: number, k2: number, n2: number): Interval | null {
  const first = wilsonInterval(k1, n1);
  const second = wilsonInterval(k2, n2);
  if (first === null || second === null) return null;
  const p1 = k1 / n1;
  const p2 = k2 / n2;
  const reach = (a: number, b: number): number => Math.sqrt(a * a + b * b);
  return [
    p1 - p2 - reach(p1 - first[0], second[1] - p2),
    p1 - p2 + reach(first[1] - p1, p2 - second[0]),
  ];
}

/** The difference of two shares over the same things. */
export interface PairedDifference {
  /** (gained - lost) / pairs. */
  readonly value: number;
  readonly error: number;
  /** The 95 % interval of Agresti and Min: half a pair added to each of the four kinds. */
  readonly interval: Interval;
}

/** What `gained` and `lost` of a number of pairs say about the difference; null without a pair. */
export function pairedDifference(
  gained: number,
  lost: number,
  pairs: number,
): PairedDifference | null {
  return meanDifference({ sum: gained - lost, squares: gained + lost, scale: 1 }, pairs);
}

/** The changes of pairs and their squares, added up: in parts of 1/scale, and of 1/scale squared. */
export interface Changes<N extends number | bigint = bigint> {
  readonly sum: N;
  readonly squares: N;
  readonly scale: number;
}

/** The same where a pair may change by less than 1, as the mean of its runs does: a pair is a cluster. */
export function meanDifference(
  { sum, squares, scale }: Changes<number | bigint>,
  pairs: number,
): PairedDifference | null {
  if (pairs === 0) return null;
  const gap = Number(sum) / scale;
  const square = Number(squares) / scale / scale;
  const spread = (squared: number, n: number): number =>
    Math.sqrt(Math.max(0, squared - (gap * gap) / n)) / n;
  const centre = gap / (pairs + 2);
  const half = Z * spread(square + 1, pairs + 2);
  return {
    value: gap / pairs,
    error: spread(square, pairs),
    interval: [Math.max(-1, centre - half), Math.min(1, centre + half)],
  };
}

/** Whether the lower end of that interval is above -margin, decided in integers. */
export function isNonInferior(
  { sum, squares, scale }: Changes,
  pairs: number,
  { num, den }: Decimal,
): boolean {
  if (pairs === 0) return false;
  const n = BigInt(pairs) + 2n;
  const unit = BigInt(scale);
  const room = den * sum + num * n * unit;
  const spread = (squares + unit * unit) * n - sum * sum;
  return room > 0n && room * room * n * 10_000_000_000n > Z2_E10 * den * den * spread;
}
