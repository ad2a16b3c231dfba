import { type Decimal, decimalOf, parseDecimal } from '../json/decimal.ts';
import { ExactNumber, type Json } from '../json/json.ts';
import type { MetricSpec } from './metric.ts';
import type { Scorer } from '../scoring/scorer.ts';

/** Weights are whole numbers of this part of one, so that their sums are exact. */
const PARTS = 10n ** 12n;
const MOST = 10n ** 12n;
const MAX_DIGITS = 60;

/** How much of the population a row speaks for, as a whole number of tiny parts; null where that is not a number from 0 to 10^12. */
export function parseWeight(written: Json | undefined): bigint | null {
  const decimal = decimalIn(written);
  if (decimal === null || decimal.num < 0n || decimal.num > MOST * decimal.den) return null;
  return (2n * decimal.num * PARTS + decimal.den) / (2n * decimal.den);
}

/** Rows of a CSV file have text alone. */
function decimalIn(written: Json | undefined): Decimal | null {
  const text = written instanceof ExactNumber ? written.text : written;
  if (typeof text === 'string') return text.length > MAX_DIGITS ? null : parseDecimal(text);
  return typeof written === 'number' && Number.isFinite(written) ? decimalOf(written) : null;
}

/** A weight as a number, for reports. */
export function weightNumber(weight: bigint): number {
  return Number(weight) / Number(PARTS);
}

/** The metrics that a scorer has over rows with weights: each of its shares as one of the population. */
export function weightedMetrics(scorer: Pick<Scorer, 'metrics'>): readonly MetricSpec[] {
  return sharesOf(scorer).map((spec) => ({
    ...spec,
    id: `weighted.${spec.id}`,
    summary: `${spec.summary}, reweighted to the population that rows with a weight were drawn from`,
  }));
}

/** The shares of a scorer over the rows as they are, whether the plain ids are reweighted or not. */
export function rawMetrics(scorer: Pick<Scorer, 'metrics'>): readonly MetricSpec[] {
  return sharesOf(scorer).map((spec) => ({
    ...spec,
    id: `raw.${spec.id}`,
    summary: `${spec.summary}, over the rows as they are`,
  }));
}

function sharesOf({ metrics }: Pick<Scorer, 'metrics'>): readonly MetricSpec[] {
  return metrics.filter(({ proportion }) => proportion);
}
