import { wilsonInterval } from '#core';

/** Pairs drawn at random from strata, and labelled without a look at what was proposed. */
export interface PairSample {
  readonly strata: readonly { readonly name: string; readonly pairs: number }[];
  readonly pairs: readonly SampledPair[];
}

interface SampledPair {
  readonly stratum: string;
  /** As labels write them, the smaller first. */
  readonly tools: readonly [string, string];
  readonly same: 'yes' | 'no' | 'unsure';
}

/** A figure over all pairs of the strata, with its 95 % limits. */
export interface Estimate {
  readonly value: number;
  readonly limits: readonly [number, number];
}

/**
 * Precision and recall of proposed pairs over all that a sample was drawn from. Pairs on which the reader was unsure are
 * left out. Limits of a count are Wilson's, those of a sum over strata follow from them (MOVER), and those of recall
 * take the worst of both its parts.
 */
export function estimateSample(
  { strata, pairs }: PairSample,
  isProposed: (a: string, b: string) => boolean,
): { readonly precision: Estimate; readonly recall: Estimate } {
  let right = NOTHING;
  let missed = NOTHING;
  const weights: { readonly weight: number; readonly isRight: boolean }[] = [];
  for (const { name, pairs: size } of strata) {
    const labelled = pairs.filter(({ stratum, same }) => stratum === name && same !== 'unsure');
    const proposed = labelled.filter(({ tools }) => isProposed(...tools));
    const others = labelled.filter(({ tools }) => !isProposed(...tools));
    const sum = (part: readonly SampledPair[]): Estimate =>
      part.length === 0 ? NOTHING : scale(part.filter(isSame).length, labelled.length, size);
    right = add(right, sum(proposed));
    missed = add(missed, sum(others));
    const weight = size / labelled.length;
    weights.push(...proposed.map((pair) => ({ weight, isRight: isSame(pair) })));
  }
  return { precision: weightedShare(weights), recall: shareOf(right, missed) };
}

function isSame({ same }: SampledPair): boolean {
  return same === 'yes';
}

/** With Wilson's limits at the effective size. */
function weightedShare(
  weights: readonly { readonly weight: number; readonly isRight: boolean }[],
): Estimate {
  const sum = (of: (one: (typeof weights)[number]) => number): number =>
    weights.reduce((total, one) => total + of(one), 0);
  const all = sum(({ weight }) => weight);
  const value = sum(({ weight, isRight }) => (isRight ? weight : 0)) / all;
  const size = (all * all) / sum(({ weight }) => weight * weight);
  return { value, limits: wilsonInterval(value * size, size) ?? [0, 1] };
}

const NOTHING: Estimate = { value: 0, limits: [0, 0] };

function scale(k: number, n: number, size: number): Estimate {
  const [low, high] = wilsonInterval(k, n) ?? [0, 1];
  return { value: (k / n) * size, limits: [low * size, high * size] };
}

function add(a: Estimate, b: Estimate): Estimate {
  const value = a.value + b.value;
  const reach = (side: 0 | 1): number =>
    Math.sqrt((a.limits[side] - a.value) ** 2 + (b.limits[side] - b.value) ** 2);
  return { value, limits: [Math.max(0, value - reach(0)), value + reach(1)] };
}

function shareOf(good: Estimate, bad: Estimate): Estimate {
  return {
    value: good.value / (good.value + bad.value),
    limits: [
      good.limits[0] / (good.limits[0] + bad.limits[1]),
      good.limits[1] / (good.limits[1] + bad.limits[0]),
    ],
  };
}
