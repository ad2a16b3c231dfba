/** How a metric is written and which gate values fit it. */
export type Unit = 'percent' | 'ratio' | 'count' | 'mean';

/** What is known about a metric before anything is measured. */
export interface MetricSpec {
  readonly id: string;
  readonly unit: Unit;
  readonly better: 'higher' | 'lower';
  /** A share k/n of independent things: carries a Wilson interval and can be certified. */
  readonly proportion: boolean;
  /** Of a share of runs that a judge decides by one question each: the kind of question. A calibration can correct it. */
  readonly judgedBy?: 'answer' | 'goal';
  readonly summary: string;
  /** F1 of sums: its interval is that of a ratio of sums over runs. */
  readonly isRatioOfSums?: true;
  /** The metric whose values of single runs it is the mean of, where that has an id of its own. */
  readonly meanOf?: string;
}

/** A measured metric as the exact fraction it is, not reduced: for a proportion `num` of `den`. */
export interface MetricValue {
  readonly unit: Unit;
  readonly num: bigint;
  readonly den: bigint;
}

/** A value from counts: `num` of `den` in the given unit. */
export function metricValue(
  unit: Unit,
  num: number | bigint,
  den: number | bigint = 1,
): MetricValue {
  return { unit, num: BigInt(num), den: BigInt(den) };
}

/**
 * A share of counts where nothing may have been counted:
 * the perfect value when that is vacuous, zero otherwise.
 */
export function shareOf(unit: Unit, num: number, den: number, vacuous: boolean): MetricValue {
  if (den !== 0) return metricValue(unit, num, den);
  return metricValue(unit, vacuous ? 1 : 0);
}

/** The number that is printed and stored: percents floored to integers, ratios and means to four decimals half up. */
export function metricNumber(value: MetricValue): number {
  if (value.unit === 'percent') return Number((100n * value.num) / value.den);
  if (value.unit === 'count' && value.den === 1n) return Number(value.num);
  return Number(roundHalfUp(value.num * 10_000n, value.den)) / 10_000;
}

function roundHalfUp(num: bigint, den: bigint): bigint {
  const doubled = 2n * num + den;
  const quotient = doubled / (2n * den);
  return doubled < 0n && doubled % (2n * den) !== 0n ? quotient - 1n : quotient;
}
