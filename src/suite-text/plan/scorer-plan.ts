import { type Scorer, SCORERS, type ToolSpec, scorerOfMetric } from '#core';
import type { ScorerPlan } from './plan.ts';

const BY_NAME: ReadonlyMap<string, Scorer> = new Map(
  SCORERS.map((scorer) => [scorer.name, scorer]),
);
const NO_TEMPLATES: ScorerPlan['templates'] = new Map();
const NO_FOLDS: ScorerPlan['folds'] = [];

/** The plan of a scorer by its name: for scores, without key, templates or folds. */
export function scorerPlan(name: string, options: unknown): ScorerPlan {
  return {
    scorer: BY_NAME.get(name) as Scorer,
    key: null,
    displayName: null,
    purpose: 'score',
    options,
    templates: NO_TEMPLATES,
    folds: NO_FOLDS,
    own: null,
  };
}

/** The scorers that need no expectation, so that their metrics can be gated anywhere. */
const LABEL_FREE: readonly string[] = SCORERS.filter(({ isLabelFree }) => isLabelFree === true).map(
  ({ name }) => name,
);

/** The plan of a scorer that needs no expectation: its only option is the catalog, where it uses that. */
export function catalogPlan(name: string, catalog: readonly ToolSpec[] | null): ScorerPlan {
  const usesCatalog = BY_NAME.get(name)?.usesCatalog === true;
  return scorerPlan(name, catalog !== null && usesCatalog ? { catalog } : {});
}

/** Adds the scorers that need no expectation where one of these metrics is theirs and they are not there. */
export function withLabelFree(
  plans: readonly ScorerPlan[],
  metrics: readonly string[],
  catalog: readonly ToolSpec[] | null,
): readonly ScorerPlan[] {
  const needed = new Set(metrics.map((id) => scorerOfMetric(id)?.name));
  const missing = LABEL_FREE.filter(
    (name) =>
      needed.has(name) && !plans.some((plan) => plan.scorer.name === name && plan.key === null),
  );
  return missing.length === 0
    ? plans
    : [...plans, ...missing.map((name) => catalogPlan(name, catalog))];
}
