import type { Interval } from '../report/report.ts';
import { normalInterval, shareVariance } from './rogan-gladen.ts';

/** A case that the judge rated: 1 good, 0 not, or between. */
export interface JudgedCase {
  readonly judge: number;
  /** How much of the population the case represents; 1 by default. */
  readonly weight?: number;
}

/** A case that people rated too. */
export interface RatedPair extends JudgedCase {
  readonly people: number;
}

/** An estimate from few ratings of people and many of a judge. */
export interface PoweredEstimate {
  readonly value: number;
  readonly error: number;
  /** The 95 % interval, which ends at 0 and 1. */
  readonly interval: Interval;
  /** How far the judge is relied on: 0 is people alone. */
  readonly lambda: number;
}

/**
 * Prediction-powered inference: the mean of the judge over the unrated cases, moved by how far people differ from it on
 * the rated ones. It assumes that the rated cases are a random part of all, and nothing about the judge.
 */
export function ppi(
  rated: readonly RatedPair[],
  unrated: readonly JudgedCase[],
): PoweredEstimate | null {
  return estimate(rated, unrated, 1);
}

/** The same with the judge relied on as far as its ratings vary with those of people: PPI++. */
export function ppiPlusPlus(
  rated: readonly RatedPair[],
  unrated: readonly JudgedCase[],
): PoweredEstimate | null {
  if (rated.length === 0) return null;
  if (unrated.length === 0) return estimate(rated, unrated, 0);
  const people = weighted(rated, ({ people: value }) => value);
  const judge = weighted(rated, judgeOf);
  const both = weighted(rated, (pair) => pair.people * pair.judge);
  const covariance = both.mean - people.mean * judge.mean;
  const { variance } = weighted([...rated, ...unrated], judgeOf);
  const ratio = 1 + people.size / weighted(unrated, judgeOf).size;
  const lambda = variance > 0 ? Math.min(1, Math.max(0, covariance / (ratio * variance))) : 0;
  return estimate(rated, unrated, lambda);
}

function estimate(
  rated: readonly RatedPair[],
  unrated: readonly JudgedCase[],
  lambda: number,
): PoweredEstimate | null {
  if (rated.length === 0 || (unrated.length === 0 && lambda > 0)) return null;
  const rest = weighted(rated, ({ people, judge }) => people - lambda * judge);
  const trusted = lambda > 0 ? weighted(unrated, judgeOf) : null;
  const restVariance = Math.max(rest.variance / rest.size, smallest(rated, rest.size, lambda));
  const value = rest.mean + lambda * (trusted?.mean ?? 0);
  const error = Math.sqrt(
    restVariance + (trusted === null ? 0 : (lambda * lambda * trusted.variance) / trusted.size),
  );
  return {
    value: Math.min(1, Math.max(0, value)),
    error,
    interval: normalInterval(value, error),
    lambda,
  };
}

/**
 * The least variance of what people add. Where every rated case is of one kind, or none differs from the judge, the
 * observed variance would promise certainty: then it is that of one more case of each.
 */
function smallest(rated: readonly RatedPair[], size: number, lambda: number): number {
  const floor = shareVariance(0, size);
  const isUniform = rated.every(({ people }) => people === rated[0]!.people);
  return isUniform ? floor : lambda * lambda * floor;
}

function judgeOf({ judge }: JudgedCase): number {
  return judge;
}

/** Mean and population variance with weights, and how many cases of equal weight say as much (Kish). */
function weighted<T extends JudgedCase>(
  cases: readonly T[],
  valueOf: (item: T) => number,
): { readonly mean: number; readonly variance: number; readonly size: number } {
  let [all, squares, sum] = [0, 0, 0];
  for (const item of cases) {
    const { weight = 1 } = item;
    all += weight;
    squares += weight * weight;
    sum += weight * valueOf(item);
  }
  const mean = sum / all;
  let spread = 0;
  for (const item of cases) {
    const gap = valueOf(item) - mean;
    spread += (item.weight ?? 1) * gap * gap;
  }
  return { mean, variance: spread / all, size: (all * all) / squares };
}
