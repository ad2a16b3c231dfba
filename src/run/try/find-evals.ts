import { type EvalReport, type Report } from '#core';
import { runError } from '../issues/run-codes.ts';
import type { AgentPlan, EvalPlan, Suite } from '#suite';
import { isDrivenEval } from '../drive/is-driven.ts';

/** An eval that is driven, with its matrix of before. */
export interface TriedPlan {
  readonly suite: Suite;
  readonly plan: EvalPlan;
  readonly agent: AgentPlan;
  readonly before: EvalReport;
  readonly confusion: NonNullable<EvalReport['confusion']>;
}

/** The evals whose tools can be changed and that the baseline has. */
export function findEvals(suites: readonly Suite[], baseline: Report): readonly TriedPlan[] {
  const driven = suites.flatMap((suite) =>
    suite.evals.flatMap((plan) => {
      const agent = isDrivenEval(plan) ? plan.drive?.agent : undefined;
      // Only what a model sees of tools can be changed.
      return agent === undefined || agent.model === null ? [] : [{ suite, plan, agent }];
    }),
  );
  if (driven.length === 0)
    throw runError('TRY_REFUSED', 'no eval of these suites drives an agent with a model', {
      hint: 'overrides change what a model is told; recorded runs and programs cannot be tried',
    });
  const before = new Map(baseline.evals.map((one) => [one.name, one]));
  const found = driven.flatMap((one) => {
    const then = before.get(one.plan.name);
    return then?.confusion === undefined || one.plan.labels === null
      ? []
      : [{ ...one, before: then, confusion: then.confusion }];
  });
  if (found.length > 0) return found;
  throw runError(
    'TRY_REFUSED',
    `the baseline has no confusion matrix of ${driven.map(({ plan }) => `"${plan.name}"`).join(', ')}`,
    {
      hint: 'make one with whichtool run --reporter json=baseline.json; the eval needs a scorer over labels',
    },
  );
}
