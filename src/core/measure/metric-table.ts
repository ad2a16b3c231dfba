import { isJsonObject } from '../json/json.ts';
import { MATRIX_METRICS } from '../labels/judge-matrix-gate.ts';
import { rawMetrics, weightedMetrics } from '../metrics/weight.ts';
import { REPEATS_METRICS } from './repeats-report.ts';
import type { Scorer, ScorerMetric } from '../scoring/scorer.ts';
import { prefixOf, type ScorerPlan } from './plan.ts';
import { metricsOfPart, splitTagged } from './tag-gates.ts';
import { SCORERS } from '../scorers/index.ts';
import { findRowMetric, foldMetrics, type GateableMetric } from './fold-metrics.ts';

export type { GateableMetric } from './fold-metrics.ts';

/** A metric and the scorer that measures it; null where it is of the test or the eval as a whole. */
export interface FoundMetric {
  readonly metric: GateableMetric;
  readonly plan: ScorerPlan | null;
}

/** Where a gate is written: beside a scorer alone, or over all of a test or an eval. */
export type GateScope = 'block' | 'test' | 'eval';

/** The metrics of a scorer in a test or an eval: with its key before them, and its folds. */
export function metricsOfPlan(plan: ScorerPlan): readonly GateableMetric[] {
  const { scorer, key, folds } = plan;
  const applying = scorer.metrics.filter((metric) => applies(metric, plan));
  if (key === null && folds.length === 0) return applying;
  const prefix = key === null ? '' : `${key}.`;
  const own = applying.map(({ id, unit, better, proportion }) => ({
    id: prefix + id,
    unit,
    better,
    proportion,
  }));
  return [...own, ...folds.flatMap((fold) => foldMetrics(fold, own, prefix))];
}

/** Whether the options are those that a metric needs. */
function applies({ needsOption }: ScorerMetric, { options }: ScorerPlan): boolean {
  if (needsOption === undefined) return true;
  return isJsonObject(options) && Object.hasOwn(options, needsOption);
}

/** Whether a scorer takes what was expected from the label of the row. */
export function isOverLabels({ scorer }: ScorerPlan): boolean {
  return scorer.needsLabels === true;
}

/** The scorer with whose options the confusion matrix is made: one that decides it, otherwise the first over labels. */
export function findMatrixPlan(plans: readonly ScorerPlan[]): ScorerPlan | undefined {
  const over = plans.filter(isOverLabels);
  return over.find(({ scorer }) => scorer.decidesMatrix === true) ?? over[0];
}

/** A metric of the confusion matrix; they are of all scorers over labels together. */
function findOfMatrix(id: string, plans: readonly ScorerPlan[]): FoundMetric | null {
  const metric = MATRIX_METRICS.find((metricSpec) => metricSpec.id === id);
  const over = plans.filter(isOverLabels);
  const plan = over.find(({ purpose }) => purpose === 'score') ?? over[0];
  return metric === undefined || plan === undefined ? null : { metric, plan };
}

/** A share over rows with weights, or over the rows as they are; a key comes before all of it. */
function findWeighted(id: string, plans: readonly ScorerPlan[]): FoundMetric | null {
  for (const plan of plans) {
    const prefix = plan.key === null ? '' : `${plan.key}.`;
    const metric = [...weightedMetrics(plan.scorer), ...rawMetrics(plan.scorer)].find(
      (metricSpec) => prefix + metricSpec.id === id,
    );
    if (metric !== undefined) return { metric: { ...metric, id }, plan };
  }
  return null;
}

/** A metric of one tag, or of every tag. */
function findTagged(id: string, plans: readonly ScorerPlan[]): FoundMetric | null {
  const tagged = splitTagged(id, plans.flatMap(metricsOfPart));
  if (tagged === null) return null;
  for (const plan of plans) {
    const metric = plan.scorer.metrics.find(
      (metric) => prefixOf(plan) + metric.id === tagged.metric,
    );
    if (metric !== undefined && applies(metric, plan)) return { metric: { ...metric, id }, plan };
  }
  return null;
}

/** A metric over several scorers, several runs or several rows. */
function findShared(
  id: string,
  plans: readonly ScorerPlan[],
  scope: GateScope,
): FoundMetric | null {
  const metric =
    scope === 'block' ? undefined : REPEATS_METRICS.find((metricSpec) => metricSpec.id === id);
  if (metric !== undefined) return { metric, plan: null };
  const ofMatrix = findOfMatrix(id, plans);
  if (ofMatrix !== null || scope !== 'eval') return ofMatrix;
  return findWeighted(id, plans) ?? findTagged(id, plans);
}

/** The metric of this id among the scorers of a test or an eval. */
export function findMetric(
  written: string,
  plans: readonly ScorerPlan[],
  scope: GateScope,
): FoundMetric | null {
  for (const id of spellingsOf(written)) {
    for (const plan of plans) {
      const metric = metricsOfPlan(plan).find((gateableMetric) => gateableMetric.id === id);
      if (metric !== undefined) return { metric, plan };
    }
  }
  const own = plans.find((plan) => plan.own !== null && written.startsWith(`${plan.key}.`));
  return own === undefined ? findElsewhere(written, plans, scope) : outputOf(own, written);
}

/** A metric that is not in the list of any scorer. */
function findElsewhere(
  written: string,
  plans: readonly ScorerPlan[],
  scope: GateScope,
): FoundMetric | null {
  for (const plan of plans) {
    const metric = findRowMetric(written, plan);
    if (metric !== null) return { metric, plan };
  }
  for (const id of spellingsOf(written)) {
    const match = findShared(id, plans, scope);
    if (match !== null) return match;
  }
  return null;
}

/** An id as it is written, and the id that it is another name of. */
function spellingsOf(id: string): readonly string[] {
  const last = id.lastIndexOf('.') + 1;
  const name = ALIASES.get(id.slice(last));
  return name === undefined ? [id] : [id, id.slice(0, last) + name];
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['f1_score', 'f1'],
  ...SCORERS.flatMap(({ suite, name }) =>
    suite?.alias === undefined ? [] : [[suite.alias, name] as const],
  ),
]);

/** Finds metrics by id: by looking through the scorers where they are few, by an index where they are many. */
export function metricFinder(
  plans: readonly ScorerPlan[],
  scope: GateScope,
): (id: string) => FoundMetric | null {
  if (plans.length <= FEW) return (id) => findMetric(id, plans, scope);
  const byId = new Map<string, FoundMetric>();
  const customByKey = new Map<string, ScorerPlan>();
  for (const plan of plans) {
    if (plan.own !== null) customByKey.set(`${plan.key}.`, plan);
    for (const metric of metricsOfPlan(plan)) byId.set(metric.id, { metric, plan });
  }
  return (written) => {
    const known = spellingsOf(written).map((id) => byId.get(id));
    const match = known.find((metric) => metric !== undefined);
    if (match !== undefined) return match;
    const own = beginningsOf(written).map((name) => customByKey.get(name));
    const plan = own.find((scorerPlan) => scorerPlan !== undefined);
    return plan === undefined ? findElsewhere(written, plans, scope) : outputOf(plan, written);
  };
}

const FEW = 8;

/** What a scorer of the user's own puts out is not known before it runs. */
function outputOf(plan: ScorerPlan, id: string): FoundMetric {
  return { metric: { id, unit: 'mean', better: 'higher', proportion: false }, plan };
}

/** `a.` and `a.b.` of `a.b.c`. */
export function beginningsOf(id: string): readonly string[] {
  return Array.from(id.matchAll(/\./g), (dot) => id.slice(0, dot.index + 1));
}

/** The scorer whose metric this is, wherever it is used; of the metric of a tag, that of the metric. */
export function scorerOfMetric(written: string): Scorer | null {
  const ids = SCORERS.flatMap(({ metrics }) => metrics.map(({ id }) => id));
  const id = splitTagged(written, ids)?.metric ?? written;
  return SCORERS.find((scorer) => scorer.metrics.some((metric) => metric.id === id)) ?? null;
}
