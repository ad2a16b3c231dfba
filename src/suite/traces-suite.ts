import type { CallRuleSpec } from '#core';
import { findRoot } from '#platform';
import type { ScorerPlan, Suite } from './plan.ts';

/** A suite without a file: one test, `traces`, that takes every trace there is. */
export function tracesSuite(
  cwd: string,
  scorers: readonly ScorerPlan[],
  rules: Partial<CallRuleSpec>,
  maxErrors: number,
): Suite {
  return {
    path: '',
    file: '',
    root: findRoot(cwd),
    folder: cwd,
    sha256: '',
    warnings: [],
    evals: [],
    tests: [
      {
        name: 'traces',
        line: 0,
        agent: null,
        scorers,
        gates: [],
        rules: {
          unwrap: [],
          aliases: [],
          neutral: [],
          requester: null,
          status: 'all',
          ...rules,
        },
        countErrorsAsEmpty: false,
        maxErrors,
        runs: null,
        traces: null,
        sharedTraces: null,
        select: null,
      },
    ],
  };
}
