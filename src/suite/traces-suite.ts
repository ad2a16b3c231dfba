import { type CallRuleSpec, NO_CALL_RULES } from '#core';
import { findRoot } from '#platform';
import type { EvalPlan, ScorerPlan, Suite, TestPlan } from '#suite-text';

/** What tests and evals without a file have in common. */
type Shared = Pick<
  TestPlan & EvalPlan,
  | 'line'
  | 'agent'
  | 'scorers'
  | 'gates'
  | 'rules'
  | 'countErrorsAsEmpty'
  | 'isComplete'
  | 'maxErrors'
  | 'drive'
  | 'variant'
>;

/** A suite without a file: one test, `traces`, that takes every trace there is. */
export function tracesSuite(
  cwd: string,
  scorers: readonly ScorerPlan[],
  rules: Partial<CallRuleSpec>,
  maxErrors: number,
): Suite {
  const test: TestPlan = {
    name: 'traces',
    ...planOf(scorers, rules, maxErrors),
    runs: null,
    traces: null,
    sharedTraces: null,
    select: null,
  };
  return { ...suiteIn(cwd), tests: [test], evals: [] };
}

/** A suite without a file: one eval, `labels`, over the rows of a file, to which the traces are joined. */
export function labelsSuite(
  cwd: string,
  dataset: string,
  scorers: readonly ScorerPlan[],
  rules: Partial<CallRuleSpec>,
  maxErrors: number,
): Suite {
  const plan: EvalPlan = {
    name: 'labels',
    ...planOf(scorers, rules, maxErrors),
    dataset,
    traces: null,
    runs: null,
    labels: {},
    joinsById: true,
    join: null,
    weights: null,
  };
  return { ...suiteIn(cwd), tests: [], evals: [plan] };
}

function suiteIn(cwd: string): Omit<Suite, 'tests' | 'evals'> {
  return {
    path: '',
    file: '',
    root: findRoot(cwd),
    folder: cwd,
    sha256: '',
    servers: {},
    baseline: null,
    overrides: {},
    judge: null,
    warnings: [],
  };
}

function planOf(
  scorers: readonly ScorerPlan[],
  rules: Partial<CallRuleSpec>,
  maxErrors: number,
): Shared {
  return {
    line: 0,
    agent: null,
    scorers,
    gates: [],
    rules: { ...NO_CALL_RULES, ...rules },
    countErrorsAsEmpty: false,
    isComplete: false,
    drive: null,
    variant: null,
    maxErrors,
  };
}
