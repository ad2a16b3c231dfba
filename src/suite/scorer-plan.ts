import { type Scorer, SCORERS, type ToolSpec } from '#core';
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

/** The plan of the counts that need no expectation. */
export function callChecksPlan(catalog: readonly ToolSpec[] | null): ScorerPlan {
  return scorerPlan('call_checks', catalog === null ? {} : { catalog });
}
