import type { FoldName } from '../measure/fold.ts';
import type { ScorerMetrics, ScorerName } from '../scorers/index.ts';

/** The id of a metric of a scorer, as reports have it without a key: `tool_selection.f1`. */
export type MetricId = ScorerMetrics[ScorerName];

/** A metric of the confusion matrix of an eval. */
type MatrixMetricId = 'per_tool.recall' | 'per_tool.precision' | 'per_tool.f1' | 'confusion.mutual';

/** How reliable cases are over their runs. */
type RepeatsMetricId = 'repeats.pass_hat_k' | 'repeats.pass_at_k' | 'repeats.flaky';

/** A figure over cases: as it is, reweighted, or a fold over the cases. */
type FigureId =
  | MetricId
  | MatrixMetricId
  | RepeatsMetricId
  | FoldName
  | `${FoldName}.${string}`
  | `weighted.${MetricId}`
  | `raw.${MetricId}`;

/**
 * What a gate may be on: a figure, or one of a scorer with a key, such as `orders.tool_selection.f1`. The metric before
 * a fold is any: a pattern for every pair of metric and fold costs a compiler seven seconds.
 */
export type GateId = FigureId | `${string}.${MetricId}` | `${string}.${string}.${FoldName}`;
