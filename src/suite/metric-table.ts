import { type MetricSpec, type Scorer, SCORERS, type Unit } from '#core';
import type { Fold, ScorerPlan } from './plan.ts';

/** A metric as a gate sees it. */
export interface GateableMetric extends Pick<MetricSpec, 'id' | 'unit' | 'better' | 'proportion'> {
  readonly plan: ScorerPlan;
}

const BY_OUTPUT: ReadonlySet<string> = new Set(['mean', 'min', 'max', 'std_dev', 'frequency']);

/** The metrics of a scorer in a test or an eval: with its key before them, and its folds. */
export function metricsOfPlan(plan: ScorerPlan): readonly GateableMetric[] {
  const prefix = plan.key === null ? '' : `${plan.key}.`;
  const own = plan.scorer.metrics
    .filter((metric) => applies(metric, plan))
    .map((metric) => ({ ...metric, id: prefix + metric.id, plan }));
  return [...own, ...plan.folds.flatMap((fold) => foldMetrics(fold, own, prefix, plan))];
}

/** Order is only counted where an order was declared. */
function applies(metric: MetricSpec, plan: ScorerPlan): boolean {
  if (metric.id !== 'tool_selection.order_violations') return true;
  return Object.hasOwn(plan.options as object, 'dependencies');
}

/** A fold gives one metric per output (`<metric>.mean`), or one for the scorer (`f1`). */
function foldMetrics(
  fold: Fold,
  outputs: readonly GateableMetric[],
  prefix: string,
  plan: ScorerPlan,
): readonly GateableMetric[] {
  const one = (id: string, unit: Unit): GateableMetric => ({
    id,
    unit,
    better: 'higher',
    proportion: false,
    plan,
  });
  if (fold.kind === 'module') return [one(prefix + moduleFoldName(fold), 'mean')];
  const { name } = fold;
  if (!BY_OUTPUT.has(name)) return [one(prefix + name, 'ratio')];
  return outputs.map(({ id, unit, better }) => ({
    ...one(`${id}.${name}`, foldUnit(name, unit)),
    better: name === 'std_dev' ? 'lower' : better,
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

/** The metric of this id among the scorers of a test or an eval. */
export function findMetric(id: string, plans: readonly ScorerPlan[]): GateableMetric | null {
  for (const plan of plans) {
    const found = metricsOfPlan(plan).find((metric) => metric.id === id);
    if (found !== undefined) return found;
  }
  // What a scorer of the user's own puts out is not known before it runs.
  const own = plans.find((plan) => plan.own !== null && id.startsWith(`${plan.key}.`));
  return own === undefined
    ? null
    : { id, unit: 'mean', better: 'higher', proportion: false, plan: own };
}

/** The scorer whose metric this is, wherever it is used. */
export function scorerOfMetric(id: string): Scorer | null {
  return SCORERS.find((scorer) => scorer.metrics.some((metric) => metric.id === id)) ?? null;
}
