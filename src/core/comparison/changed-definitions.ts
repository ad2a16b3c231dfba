import type { EvalReport, GateReport, ScoreReport, TestReport } from '../report.ts';
import { findScorer } from '../scorers/index.ts';
import type { GateChange, GateDefinition, MetricChange } from './comparison.ts';

type Measured = TestReport | EvalReport;

/** The gates of a test or an eval that are not defined as they were. */
export function changedGates(before: Measured, after: Measured): GateChange[] {
  const then = byMetric(before.gates);
  const now = byMetric(after.gates);
  const changes: GateChange[] = [];
  for (const metric of new Set([...then.keys(), ...now.keys()])) {
    const gone = without(then.get(metric), now.get(metric));
    const come = without(now.get(metric), then.get(metric));
    for (let i = 0; i < Math.max(gone.length, come.length); i++)
      changes.push({
        name: after.name,
        metric,
        before: gone[i] ?? null,
        after: come[i] ?? null,
      });
  }
  return changes;
}

function byMetric(gates: readonly GateReport[]): Map<string, GateDefinition[]> {
  const found = new Map<string, GateDefinition[]>();
  for (const { metric, op, value, unit, certify } of gates) {
    const list = found.get(metric) ?? [];
    list.push({ op, value, unit, certify });
    found.set(metric, list);
  }
  return found;
}

/** Those of the first list that the second does not have. */
function without(
  list: readonly GateDefinition[] = [],
  other: readonly GateDefinition[] = [],
): GateDefinition[] {
  const texts = new Set(other.map((gate) => JSON.stringify(gate)));
  return list.filter((gate) => !texts.has(JSON.stringify(gate)));
}

/** The metrics of a test or an eval that are not what they were. */
export function changedMetrics(before: Measured, after: Measured): MetricChange[] {
  const then = new Map(before.scores.flatMap(({ metrics }) => Object.entries(metrics)));
  return after.scores.flatMap((score) =>
    Object.entries(score.metrics).flatMap(([metric, now]): MetricChange[] => {
      const old = then.get(metric);
      if (old === undefined || old === now) return [];
      const unit = (Object.hasOwn(score.units, metric) ? score.units[metric] : null) ?? 'mean';
      const change = changeOf(score, metric, old, now);
      return [{ name: after.name, metric, unit, before: old, after: now, change }];
    }),
  );
}

function changeOf(
  { scorer, key }: ScoreReport,
  metric: string,
  before: number | null,
  after: number | null,
): MetricChange['change'] {
  if (before === null || after === null) return null;
  const id = key === null ? metric : metric.slice(key.length + 1);
  const spec = findScorer(scorer)?.metrics.find((one) => one.id === id);
  if (spec === undefined) return null;
  return after > before === (spec.better === 'higher') ? 'better' : 'worse';
}
