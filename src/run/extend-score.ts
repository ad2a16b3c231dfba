import { metricNumber, type MetricValue, type Observation, type ScoreReport } from '#core';
import type { ScorerPlan } from '#suite';

/** A report is large to copy, and most plans say nothing about how it is shown. */
export function withPlan(score: ScoreReport, { purpose, displayName }: ScorerPlan): ScoreReport {
  if (score.purpose === purpose && score.displayName === displayName) return score;
  return { ...score, purpose, displayName };
}

/** The score with what its outputs were folded to. */
export function withFolds(
  score: ScoreReport,
  folded: ReadonlyMap<string, MetricValue | null>,
): ScoreReport {
  if (folded.size === 0) return score;
  const metrics = { ...score.metrics };
  const units = { ...score.units };
  for (const [id, value] of folded) {
    metrics[id] = value === null ? null : metricNumber(value);
    units[id] = value?.unit ?? 'mean';
  }
  return { ...score, metrics, units };
}

/** The score with its shares reweighted. */
export function withWeights(
  score: ScoreReport,
  weighted: ReadonlyMap<string, Omit<Observation, 'unmeasured'>>,
): ScoreReport {
  const metrics = { ...score.metrics };
  const units = { ...score.units };
  const intervals = { ...score.intervals };
  for (const [id, { spec, value, interval }] of weighted) {
    metrics[id] = value === null ? null : metricNumber(value);
    units[id] = spec.unit;
    if (interval !== null) intervals[id] = interval;
  }
  return { ...score, metrics, units, intervals };
}
