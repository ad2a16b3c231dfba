import type { Gate } from '../gates/gate.ts';
import { holds, holdsBetween } from '../gates/holds.ts';
import type { MetricSpec } from '../metrics/metric.ts';
import { allHold } from '../scoring/reach.ts';
import type { RunScore, Scorer } from '../scoring/scorer.ts';
import { type Figure, figuresOfRun } from './figures.ts';
import { prefixOf, type ScorerPlan } from './plan.ts';

/** The metric of a scorer that a gate is about. */
export interface GateTarget {
  /** The place of the scorer. */
  readonly part: number;
  readonly spec: MetricSpec;
  /** The id of the metric in a report. */
  readonly shownAs: string;
}

type Part = { readonly plan: ScorerPlan };

/** The scorer and the metric behind an id; null for folds and outputs of custom scorers. */
export function findTarget(metric: string, parts: readonly Part[]): GateTarget | null {
  for (const [part, { plan }] of parts.entries()) {
    const prefix = prefixOf(plan);
    const spec = plan.scorer.metrics.find(
      ({ id, proportion }) =>
        prefix + id === metric || (proportion && `${prefix}raw.${id}` === metric),
    );
    if (spec !== undefined) return { part, spec, shownAs: prefix + spec.id };
  }
  return null;
}

/** Whether gates hold on one run: false where one fails, null where none does but some was not measured. */
export function passesAlone(
  gates: readonly Gate[],
  targets: readonly (GateTarget | null)[],
  parts: readonly Part[],
  scores: readonly RunScore[],
): boolean | null {
  return allHold(
    gates.map((gate, i) => {
      const target = targets[i] ?? null;
      if (target === null) return true;
      const { plan } = parts[target.part] as Part;
      return holdsAlone(gate, target.spec, scores[target.part] as RunScore, plan.scorer);
    }),
  );
}

/** Whether a gate holds on one run; null where that was not measured. */
function holdsAlone(gate: Gate, spec: MetricSpec, score: RunScore, scorer: Scorer): boolean | null {
  const { value, gap } = figuresOfRun(scorer, score)[scorer.metrics.indexOf(spec)] as Figure;
  if (value) return holds(gate, value);
  // A figure that does not apply to a run is not met by it.
  if (gap === null) return false;
  const isMet = holdsBetween(gate, gap.low, gap.high);
  return isMet === true && gap.runs > 0 ? null : isMet;
}
