import type { EvalReport, Report, ScoreReport, TestReport } from '#core';
import type { EntrySummary, GateSummary, MetricSummary, RunSummary } from '#schema';
import { summariseModes, usageOfPassing } from './summarise-modes.ts';
import { summariseConfusions, summariseTools } from './summarise-tools.ts';

type Measured = EvalReport | TestReport;

/** A suite may have thousands of tests: a page over many runs shows the first. */
const MAX_SUMMARISED = 40;
const MAX_METRICS = 60;
const MAX_MODELS = 20;

/** A report in figures. */
export function summariseReport({ evals, tests }: Pick<Report, 'evals' | 'tests'>): RunSummary {
  const all: readonly Measured[] = [...evals, ...tests];
  return {
    entries: all.slice(0, MAX_SUMMARISED).map(summariseEntry),
    moreEntries: Math.max(0, all.length - MAX_SUMMARISED),
  };
}

function summariseEntry(measured: Measured, place: number): EntrySummary {
  const isEval = 'cases' in measured;
  const { name, verdict, runs, errors, passing, suite, unmeasured } = measured;
  return {
    place,
    kind: isEval ? 'eval' : 'test',
    name,
    suite: suite?.file ?? null,
    models: modelsOf(measured),
    verdict,
    runs,
    errors,
    errorCode: mostFrequent(unmeasured.items.map(({ code }) => code)),
    passing,
    metrics: summariseMetrics(measured).slice(0, MAX_METRICS),
    tools: summariseTools(measured),
    modes: isEval ? summariseModes(measured) : null,
    passingUsage: isEval ? usageOfPassing(measured) : null,
    confusions: isEval ? summariseConfusions(measured) : [],
  };
}

/** The model that a variant runs with, otherwise those that the runs record. */
function modelsOf(measured: Measured): readonly string[] {
  if (measured.variant !== undefined) return [measured.variant.model];
  const runs = 'cases' in measured ? measured.cases : (measured.listedRuns ?? []);
  const models = new Set<string>();
  for (const { evidence } of runs) {
    if (evidence?.model !== undefined) models.add(evidence.model);
    if (models.size === MAX_MODELS) break;
  }
  return [...models];
}

/** Metrics with a gate first; judged ones and those that never gate after the others. */
function summariseMetrics({ scores, gates }: Measured): readonly MetricSummary[] {
  const metrics = scores
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .flatMap(({ metrics: values, units, intervals }) =>
      Object.entries(values).map(([id, value]) => ({
        id,
        unit: valueOf(units, id) ?? 'mean',
        value,
        interval: valueOf(intervals, id) ?? null,
      })),
    );
  const known = new Map(metrics.map((metric) => [metric.id, metric]));
  const gated = new Map<string, GateSummary[]>();
  for (const { metric, op, value, outcome, tool, unit, observed, interval } of gates) {
    const of = gated.get(metric) ?? [];
    gated.set(metric, [...of, { op, value, outcome, ...(tool === undefined ? {} : { tool }) }]);
    // Metrics of the whole test or eval, and those of single tools, are in gates alone.
    if (!known.has(metric))
      known.set(metric, {
        id: metric,
        unit,
        value: tool === undefined ? observed : null,
        interval: tool === undefined ? interval : null,
      });
  }
  return [...known.values()]
    .map((metric) => ({ ...metric, gates: gated.get(metric.id) ?? [] }))
    .toSorted((a, b) => Number(b.gates.length > 0) - Number(a.gates.length > 0));
}

function rankOf({ judged, purpose }: ScoreReport): number {
  return Number(judged) + Number(purpose === 'qa');
}

/** A metric may be called `constructor`. */
function valueOf<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function mostFrequent(words: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? null;
}
