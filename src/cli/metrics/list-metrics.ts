import {
  DRIFT_METRICS,
  INSPECTION_METRICS,
  MATRIX_METRICS,
  REPEATS_METRICS,
  type Scorer,
  SCORERS,
  rawMetrics,
  weightedMetrics,
} from '#core';
import type { MetricEntry } from '#reporters';

/** A metric as `whichtool metrics` and docs/metric-ids.md list it. */
interface ListedMetric extends MetricEntry {
  readonly proportion: boolean;
  /** Whether a model may decide it: the summary begins with `judged: ` then. */
  readonly judged: boolean;
}

/** Every metric of every scorer, those of single tools, rows with weights and several runs, then those that only `inspect` or `drift` has. */
export function listMetrics(): readonly ListedMetric[] {
  const ofScorers = SCORERS.flatMap((scorer) =>
    scorer.metrics.map(({ id, unit, better, proportion, summary }) => {
      const gate = scorer.defaultGates.find(({ metric }) => metric === id);
      return {
        id,
        unit,
        scope: scorer.name,
        better,
        defaultGate: gate === undefined ? null : `${gate.op} ${gate.value}`,
        proportion,
        ...judgedOf(scorer, summary),
      };
    }),
  );
  const ofMatrix = MATRIX_METRICS.map((spec) => ({
    ...spec,
    scope: 'labels',
    defaultGate: null,
    judged: false,
  }));
  const ofWeights = SCORERS.flatMap((scorer) =>
    [...weightedMetrics(scorer), ...rawMetrics(scorer)].map((spec) => ({
      ...spec,
      scope: scorer.name,
      defaultGate: null,
      ...judgedOf(scorer, spec.summary),
    })),
  );
  const ofRepeats = REPEATS_METRICS.map((spec) => ({
    ...spec,
    scope: 'runs',
    defaultGate: null,
    judged: false,
  }));
  const ofInspect = INSPECTION_METRICS.map((spec) => {
    return { ...spec, scope: 'inspect', defaultGate: null, judged: false };
  });
  const ofDrift = DRIFT_METRICS.map((spec) => {
    return { ...spec, scope: 'drift', defaultGate: null, judged: false };
  });
  return [...ofScorers, ...ofMatrix, ...ofWeights, ...ofRepeats, ...ofInspect, ...ofDrift];
}

function judgedOf(
  { isJudged }: Pick<Scorer, 'isJudged'>,
  summary: string,
): Pick<ListedMetric, 'judged' | 'summary'> {
  const judged = isJudged === true;
  return { judged, summary: judged ? `judged: ${summary}` : summary };
}
