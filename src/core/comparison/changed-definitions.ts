import type { EvalReport, GateReport, ScoreReport, TestReport } from '../report/report.ts';
import { findScorer } from '../scorers/index.ts';
import { rawMetrics, weightedMetrics } from '../metrics/weight.ts';
import type { GateChange, GateDefinition, MetricChange } from './comparison.ts';

type Measured = TestReport | EvalReport;

/** The gates of a test or an eval that are not defined as they were. */
export function changedGates(before: Measured, after: Measured): GateChange[] {
  const then = byName(before.gates);
  const now = byName(after.gates);
  const changes = new Map<string, GateChange>();
  for (const key of new Set([...then.keys(), ...now.keys()])) {
    const gone = without(then.get(key), now.get(key));
    const come = without(now.get(key), then.get(key));
    for (let i = 0; i < Math.max(gone.length, come.length); i++) {
      const [metric, tool] = JSON.parse(key) as [string, string?];
      const [was, is] = [gone[i] ?? null, come[i] ?? null];
      // A changed gate over all tools is reported once; which tools it holds for no longer, one by one.
      const isOfAll = tool === undefined || (was !== null && is !== null);
      const of = { name: after.name, metric, ...(isOfAll ? {} : { tool }) };
      const change: GateChange = { ...of, before: was, after: is };
      changes.set(JSON.stringify(change), change);
    }
  }
  return [...changes.values()];
}

function byName(gates: readonly GateReport[]): Map<string, GateDefinition[]> {
  const definitions = new Map<string, GateDefinition[]>();
  for (const { metric, tool, op, value, unit, certify, corrected } of gates) {
    const key = JSON.stringify(tool === undefined ? [metric] : [metric, tool]);
    const list = definitions.get(key) ?? [];
    const definition = { op, value, unit, certify };
    list.push(corrected === undefined ? definition : { ...definition, corrected: true });
    definitions.set(key, list);
  }
  return definitions;
}

/** Those of the first list that the second does not have. */
function without(
  list: readonly GateDefinition[] = [],
  other: readonly GateDefinition[] = [],
): GateDefinition[] {
  const texts = new Set(other.map((gate) => JSON.stringify(gate)));
  return list.filter((gate) => !texts.has(JSON.stringify(gate)));
}

/** The metrics of a test or an eval that are not what they were; judged ones only of the same judge. */
export function changedMetrics(
  before: Measured,
  after: Measured,
  isSameJudge: boolean,
): MetricChange[] {
  const then = new Map(before.scores.flatMap(({ metrics }) => Object.entries(metrics)));
  const compared = after.scores.filter(({ judged }) => isSameJudge || !judged);
  return compared.flatMap((score) =>
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
  const definition = findScorer(scorer);
  const specs =
    definition === undefined
      ? []
      : [...definition.metrics, ...weightedMetrics(definition), ...rawMetrics(definition)];
  const spec = specs.find((candidate) => candidate.id === id);
  if (spec === undefined) return null;
  return after > before === (spec.better === 'higher') ? 'better' : 'worse';
}
