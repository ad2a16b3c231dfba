import { findScorer, type Scorer, type ToolSpec } from '#core';
import type { ScorerPlan } from './plan.ts';

const NO_TEMPLATES: ScorerPlan['templates'] = new Map();
const NO_FOLDS: ScorerPlan['folds'] = [];

/** The plan of a scorer by its name: for scores, without key, templates or folds. */
export function scorerPlan(name: string, options: unknown): ScorerPlan {
  return {
    scorer: findScorer(name) as Scorer,
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
