import { findScorer, type Gate, type Json, parseJson, type Scorer, stringifyJson } from '#core';
import type { ScorerPlan, TestPlan } from '#suite';

/** A test plan that can be sent to another thread: without functions. */
export interface PlanData extends Omit<TestPlan, 'scorers' | 'select' | 'traces' | 'sharedTraces'> {
  readonly scorers: readonly ScorerData[];
  readonly gates: readonly Gate[];
}

interface ScorerData extends Pick<ScorerPlan, 'key' | 'displayName' | 'purpose'> {
  readonly name: string;
  /** As text: numbers that no double holds stay what they are. */
  readonly options: string;
}

/** The data of a plan; null when it holds more than data: a `select`, custom code, templates, or a judge. */
export function toPlanData(plan: TestPlan): PlanData | null {
  const { select, traces: _own, sharedTraces: _shared, scorers, ...rest } = plan;
  if (select !== null || !scorers.every(isData)) return null;
  return {
    ...rest,
    scorers: scorers.map(({ scorer, key, displayName, purpose, options }) => ({
      name: scorer.name,
      key,
      displayName,
      purpose,
      options: stringifyJson(options as Json),
    })),
  };
}

/** The plan that the data was made from. */
export function fromPlanData({ scorers, ...rest }: PlanData): TestPlan {
  return {
    ...rest,
    select: null,
    traces: null,
    sharedTraces: null,
    scorers: scorers.map(({ name, options, ...shown }) => {
      const parsed = parseJson(options);
      return {
        ...shown,
        scorer: findScorer(name) as Scorer,
        options: parsed.ok ? parsed.value : null,
        templates: new Map(),
        folds: [],
        own: null,
      };
    }),
  };
}

function isData({ scorer, own, templates, folds }: ScorerPlan): boolean {
  // Runs that wait for a judge wait on this thread.
  if (scorer.isJudged === true) return false;
  return own === null && templates.size === 0 && folds.length === 0;
}
