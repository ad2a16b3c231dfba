import type { MetricSpec, Unit } from '../metrics/metric.ts';
import type { MeanId, RateId } from './drift-report.ts';

function spec(id: string, unit: Unit, summary: string): MetricSpec {
  return { id, unit, better: 'lower', proportion: false, summary };
}

const RATE_WORDS: Readonly<Record<RateId, string>> = {
  without_calls: 'runs without a call',
  failed: 'runs with a failed call',
  hallucinated: 'runs that call a tool that was not offered',
  invalid_args: "runs with arguments that break the tool's schema",
  unparsed_args: 'runs with arguments that are not JSON',
  duplicate: 'runs that repeat a call',
  text_calls: 'runs in which a call is written as text',
};

const MEAN_WORDS: Readonly<Record<MeanId, string>> = {
  calls: 'calls per run',
  tokens: 'tokens per run',
  cost: 'reported cost per run',
  time: 'duration of a run',
};

export function rateMetric(id: RateId): string {
  return `drift.${id}.increase`;
}

export function meanMetric(id: MeanId): string {
  return `drift.${id}.factor`;
}

export const DRIFT_TOOLS = 'drift.tools';
export const DRIFT_SHARE = 'drift.max_share';
export const DRIFT_NEW = 'drift.new_tools';
export const DRIFT_GONE = 'drift.gone_tools';

/** Figures of two piles together: only `drift` has and gates them. */
export const DRIFT_METRICS: readonly MetricSpec[] = [
  spec(DRIFT_TOOLS, 'count', 'tools whose share of runs changed by more than chance (Holm, 5 %)'),
  spec(DRIFT_SHARE, 'ratio', 'the largest change of the share of runs that call a tool'),
  spec(DRIFT_NEW, 'count', 'tools that only runs after call'),
  spec(DRIFT_GONE, 'count', 'tools that only runs before call'),
  ...Object.entries(RATE_WORDS).map(([id, words]) =>
    spec(rateMetric(id as RateId), 'ratio', `by how much the share rose of ${words}`),
  ),
  ...Object.entries(MEAN_WORDS).map(([id, words]) =>
    spec(meanMetric(id as MeanId), 'mean', `${words} after, divided by before`),
  ),
];
