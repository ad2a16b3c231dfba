import {
  isJsonObject,
  type MetricSpec,
  MATRIX_METRICS,
  rawMetrics,
  REPEATS_METRICS,
  type Scorer,
  SCORERS,
  type Unit,
  weightedMetrics,
} from '#core';
import { LABEL_SCORERS } from '#schema';
import type { Fold, ScorerPlan } from './plan.ts';

/** A metric as a gate sees it. */
export type GateableMetric = Pick<MetricSpec, 'id' | 'unit' | 'better' | 'proportion'>;

/** A metric and the scorer that measures it; null where it is of the test or the eval as a whole. */
export interface FoundMetric {
  readonly metric: GateableMetric;
  readonly plan: ScorerPlan | null;
}

/** Where a gate stands: beside a scorer alone, or over all of a test or an eval. */
export type GateScope = 'block' | 'test' | 'eval';

const BY_OUTPUT: ReadonlySet<string> = new Set(['mean', 'min', 'max', 'std_dev', 'frequency']);

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

/** Order is only counted where an order was declared. */
function applies(metric: MetricSpec, plan: ScorerPlan): boolean {
  if (metric.id !== 'tool_selection.order_violations') return true;
  return isJsonObject(plan.options) && Object.hasOwn(plan.options, 'dependencies');
}

/** A fold gives one metric per output (`<metric>.mean`), or one for the scorer (`f1`). */
function foldMetrics(
  fold: Fold,
  outputs: readonly GateableMetric[],
  prefix: string,
): readonly GateableMetric[] {
  const fixed = { better: 'higher', proportion: false } as const;
  if (fold.kind === 'module')
    return [{ id: prefix + moduleFoldName(fold), unit: 'mean', ...fixed }];
  const { name } = fold;
  if (!BY_OUTPUT.has(name)) return [{ id: prefix + name, unit: 'ratio', ...fixed }];
  return outputs.map(({ id, unit, better }) => ({
    id: `${id}.${name}`,
    unit: foldUnit(name, unit),
    better: name === 'std_dev' ? 'lower' : better,
    proportion: false,
  }));
}

function foldUnit(name: string, unit: Unit): Unit {
  if (name === 'frequency') return 'ratio';
  return name !== 'std_dev' && unit === 'ratio' ? 'ratio' : 'mean';
}

function moduleFoldName(fold: Fold & { readonly kind: 'module' }): string {
  if (fold.exportName !== 'default') return fold.exportName;
  return fold.path.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
}

/** Whether a scorer takes what was expected from the label of the row. */
export function isOverLabels({ scorer }: ScorerPlan): boolean {
  return LABEL_SCORERS.includes(scorer.name);
}

/** A metric of the confusion matrix; they are of all scorers over labels together. */
function findOfMatrix(id: string, plans: readonly ScorerPlan[]): FoundMetric | null {
  const metric = MATRIX_METRICS.find((one) => one.id === id);
  const over = plans.filter(isOverLabels);
  const plan = over.find(({ purpose }) => purpose === 'score') ?? over[0];
  return metric === undefined || plan === undefined ? null : { metric, plan };
}

/** A share over rows with weights, or over the rows as they are; a key stands before all of it. */
function findWeighted(id: string, plans: readonly ScorerPlan[]): FoundMetric | null {
  for (const plan of plans) {
    const prefix = plan.key === null ? '' : `${plan.key}.`;
    const metric = [...weightedMetrics(plan.scorer), ...rawMetrics(plan.scorer)].find(
      (one) => prefix + one.id === id,
    );
    if (metric !== undefined) return { metric: { ...metric, id }, plan };
  }
  return null;
}

/** A metric of what several scorers, several runs or several rows tell together. */
function findShared(
  id: string,
  plans: readonly ScorerPlan[],
  scope: GateScope,
): FoundMetric | null {
  const metric = scope === 'block' ? undefined : REPEATS_METRICS.find((one) => one.id === id);
  if (metric !== undefined) return { metric, plan: null };
  return findOfMatrix(id, plans) ?? (scope === 'eval' ? findWeighted(id, plans) : null);
}

/** The metric of this id among the scorers of a test or an eval. */
export function findMetric(
  written: string,
  plans: readonly ScorerPlan[],
  scope: GateScope,
): FoundMetric | null {
  const id = unalias(written);
  for (const plan of plans) {
    const metric = metricsOfPlan(plan).find((one) => one.id === id);
    if (metric !== undefined) return { metric, plan };
  }
  const own = plans.find((plan) => plan.own !== null && id.startsWith(`${plan.key}.`));
  return own === undefined ? findShared(id, plans, scope) : outputOf(own, id);
}

/** The name of a metric that has another one too. */
function unalias(id: string): string {
  return id.replace(/(^|\.)tool_args_shape$/, '$1tool_args_shape_match');
}

/** Finds metrics by id: by looking through the scorers where they are few, by an index where they are many. */
export function metricFinder(
  plans: readonly ScorerPlan[],
  scope: GateScope,
): (id: string) => FoundMetric | null {
  if (plans.length <= FEW) return (id) => findMetric(id, plans, scope);
  const byId = new Map<string, FoundMetric>();
  const ownByKey = new Map<string, ScorerPlan>();
  for (const plan of plans) {
    if (plan.own !== null) ownByKey.set(`${plan.key}.`, plan);
    for (const metric of metricsOfPlan(plan)) byId.set(metric.id, { metric, plan });
  }
  return (written) => {
    const id = unalias(written);
    const own = beginningsOf(id).map((one) => ownByKey.get(one));
    const plan = own.find((one) => one !== undefined);
    return byId.get(id) ?? (plan === undefined ? findShared(id, plans, scope) : outputOf(plan, id));
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

/** The scorer whose metric this is, wherever it is used. */
export function scorerOfMetric(id: string): Scorer | null {
  return SCORERS.find((scorer) => scorer.metrics.some((metric) => metric.id === id)) ?? null;
}
