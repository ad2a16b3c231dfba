import type { Gate } from '../gates/gate.ts';
import { limitOf } from '../gates/gate-report.ts';
import { holds, holdsBetween } from '../gates/holds.ts';
import { metricNumber, type MetricSpec } from '../metrics/metric.ts';
import type { FailedGate } from '../report/run-evidence.ts';
import { allHold } from '../scoring/reach.ts';
import type { RunScore } from '../scoring/scorer.ts';
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

/** The gates of a test or an eval, each with its target. */
export interface PlannedGates {
  readonly gates: readonly Gate[];
  readonly targets: readonly (GateTarget | null)[];
  readonly parts: readonly Part[];
}

/** Whether gates hold on one run: false where one fails, null where none does but some was not measured. */
export function passesAlone(planned: PlannedGates, scores: readonly RunScore[]): boolean | null {
  return allHold(
    planned.gates.map((gate, i) => {
      const figure = figureFor(planned, i, scores);
      return figure === null || holdsAlone(gate, figure);
    }),
  );
}

/** The gates that fail on one run alone, with what the run has. */
export function failedAlone(
  planned: PlannedGates,
  scores: readonly RunScore[],
): readonly FailedGate[] {
  const { targets, parts } = planned;
  return planned.gates.flatMap((gate, i): FailedGate[] => {
    const figure = figureFor(planned, i, scores);
    const target = targets[i] ?? null;
    if (figure === null || target === null || holdsAlone(gate, figure) !== false) return [];
    const { key, scorer } = (parts[target.part] as Part).plan;
    return [
      {
        metric: gate.metric,
        op: gate.op,
        value: limitOf(gate),
        unit: target.spec.unit,
        observed: figure.value ? metricNumber(figure.value) : null,
        scorer: key ?? scorer.name,
      },
    ];
  });
}

/** What one run has of the metric of a gate; null where the gate is not about single runs. */
function figureFor(
  { targets, parts }: PlannedGates,
  gate: number,
  scores: readonly RunScore[],
): Figure | null {
  const target = targets[gate] ?? null;
  if (target === null) return null;
  const { scorer } = (parts[target.part] as Part).plan;
  const figures = figuresOfRun(scorer, scores[target.part] as RunScore);
  return figures[scorer.metrics.indexOf(target.spec)] as Figure;
}

/** Whether a gate holds on one run; null where that was not measured. */
function holdsAlone(gate: Gate, { value, gap }: Figure): boolean | null {
  if (value) return holds(gate, value);
  // A figure that does not apply to a run is not met by it.
  if (gap === null) return false;
  const isMet = holdsBetween(gate, gap.low, gap.high);
  return isMet === true && gap.runs > 0 ? null : isMet;
}
