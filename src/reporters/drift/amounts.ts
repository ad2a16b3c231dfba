import type { Interval, RunShare } from '#core';

/** `62.1 %`; a dash where there is no run. */
export function share({ k, n }: RunShare): string {
  return n === 0 ? '-' : `${((100 * k) / n).toFixed(1)} %`;
}

/** A change of a share in percentage points, with its sign: `+20.0`. */
export function points(difference: number): string {
  return signed(100 * difference, 1);
}

/** An interval of such a change: `+5.2 to +33.4`. */
export function pointsInterval([low, high]: Interval): string {
  return `${points(low)} to ${points(high)}`;
}

/** A probability; small ones are only said to be small. */
export function probability(p: number): string {
  return p < 0.0001 ? '<0.0001' : p.toFixed(4);
}

export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value < 0 ? '-' : '+'}${text}`;
}
