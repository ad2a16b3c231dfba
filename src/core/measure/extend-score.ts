import { metricNumber } from '../metrics/metric.ts';
import type { Observation } from '../gates/observation.ts';
import type { ScoreReport } from '../report/report.ts';
import type { ScorerPlan } from './plan.ts';
import type { Folded } from './class-sums.ts';
import { clashWith } from './metric-clashes.ts';

/** A report is large to copy, and most plans say nothing about how it is shown. */
export function withPlan(score: ScoreReport, { purpose, displayName }: ScorerPlan): ScoreReport {
  if (score.purpose === purpose && score.displayName === displayName) return score;
  return { ...score, purpose, displayName };
}

/** The score with what its outputs were folded to. */
export function withFolds(score: ScoreReport, folded: ReadonlyMap<string, Folded>): ScoreReport {
  if (folded.size === 0) return score;
  const metrics = { ...score.metrics };
  const units = { ...score.units };
  const notMeasured = { ...score.notMeasured };
  for (const [id, each] of folded) {
    const { value, why } = clashWith(score, id, each);
    metrics[id] = value === null ? null : metricNumber(value);
    units[id] = value?.unit ?? 'mean';
    if (why !== undefined) notMeasured[id] = why;
  }
  const hasGaps = Object.keys(notMeasured).length > 0;
  return { ...score, metrics, units, ...(hasGaps ? { notMeasured } : {}) };
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

/** The id of a share behind `weighted.`. */
export function plainId(weighted: string, { key }: ScorerPlan): string {
  const prefix = key === null ? '' : `${key}.`;
  return prefix + weighted.slice(`${prefix}weighted.`.length);
}

/** The score with the reweighted shares under their plain ids, and the raw ones as `raw.`. */
export function withHeadline(
  score: ScoreReport,
  plan: ScorerPlan,
  weighted: ReadonlyMap<string, Omit<Observation, 'unmeasured'>>,
): ScoreReport {
  const metrics = { ...score.metrics };
  const units = { ...score.units };
  const intervals = { ...score.intervals };
  const notMeasured = { ...score.notMeasured };
  const prefix = plan.key === null ? '' : `${plan.key}.`;
  for (const [id, { value, interval, spec, why }] of weighted) {
    const plain = plainId(id, plan);
    const raw = `${prefix}raw.${plain.slice(prefix.length)}`;
    metrics[raw] = metrics[plain] ?? null;
    units[raw] = spec.unit;
    if (intervals[plain] !== undefined) intervals[raw] = intervals[plain];
    if (notMeasured[plain] !== undefined) notMeasured[raw] = notMeasured[plain];
    metrics[plain] = value === null ? null : metricNumber(value);
    if (interval === null) delete intervals[plain];
    else intervals[plain] = interval;
    if (value === null && why !== undefined) notMeasured[plain] = why;
  }
  const hasGaps = Object.keys(notMeasured).length > 0;
  return { ...score, metrics, units, intervals, ...(hasGaps ? { notMeasured } : {}) };
}
