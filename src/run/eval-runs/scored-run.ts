import { type Json, metricNumber, metricValue, type RunScore, type Trace } from '#core';
import type { EvalPlan } from '#suite';
import type { CustomOutputs } from '#core';

/** A run of a case of an eval with its figures, reported while it is scored. */
export interface ScoredRun {
  readonly eval: string;
  readonly case: string;
  /** Its number, or how many of the case came before it and 1. */
  readonly run: number;
  readonly input: Json;
  /** Null where there is none. */
  readonly trace: Trace | null;
  /** Why it could not be measured. */
  readonly error: string | null;
  /** Whether every scorer is perfect on it; null where it was not measured. */
  readonly passed: boolean | null;
  /** Shares of this run alone, from 0 to 1, by metric; what does not apply or was not recorded is not there. */
  readonly figures: ReadonlyMap<string, number>;
}

/** The figures of one run. */
export function figuresOf(
  { scorers }: EvalPlan,
  scores: readonly RunScore[],
  own: CustomOutputs | null,
): ReadonlyMap<string, number> {
  const figures = new Map<string, number>();
  let part = 0;
  for (const plan of scorers) {
    const prefix = plan.key === null ? '' : `${plan.key}.`;
    for (const [name, value] of own?.get(plan) ?? []) figures.set(`${prefix}${name}`, value);
    if (plan.own !== null) continue;
    const { tally, sample } = scores[part++] as RunScore;
    const mean = sample === null ? null : metricValue('ratio', sample.num, sample.den);
    for (const metric of plan.scorer.metrics) {
      if (metric.unit !== 'ratio' && metric.unit !== 'percent') continue;
      const value = metric.derive === undefined ? mean : metric.derive(tally, 1);
      if (value) figures.set(`${prefix}${metric.id}`, metricNumber({ ...value, unit: 'ratio' }));
    }
  }
  return figures;
}
