import type { EvalReport, Report, TestReport } from '#core';
import { runError } from '../issues/run-codes.ts';
import type { AgentPlan, EvalPlan, Suite, TestPlan } from '#suite';
import { isDrivenEval, isDrivenTest } from '../drive/is-driven.ts';

/** An eval that is driven, with its matrix of before. */
export interface TriedPlan {
  readonly suite: Suite;
  readonly plan: EvalPlan;
  readonly agent: AgentPlan;
  readonly before: EvalReport;
  readonly confusion: NonNullable<EvalReport['confusion']>;
}

/** A test that is driven, with its runs of before. */
export interface TriedTestPlan {
  readonly suite: Suite;
  readonly plan: TestPlan;
  readonly agent: AgentPlan;
  readonly before: TestReport;
}

/** What can be tried, and the tests that could be if the baseline had them. */
export interface TriedPlans {
  readonly evals: readonly TriedPlan[];
  readonly tests: readonly TriedTestPlan[];
  readonly newTests: readonly string[];
}

/** The tests and evals whose tools can be changed and that the baseline has. */
export function findTriable(suites: readonly Suite[], baseline: Report): TriedPlans {
  const evals = drivenByModel(suites, (suite) => suite.evals.filter(isDrivenEval));
  const tests = drivenByModel(suites, (suite) => suite.tests.filter(isDrivenTest));
  if (evals.length + tests.length === 0)
    throw runError('TRY_REFUSED', 'no test or eval of these suites drives an agent with a model', {
      hint: 'overrides change what a model is told; recorded runs and programs cannot be tried',
    });
  const evalsBefore = new Map(baseline.evals.map((evalReport) => [evalReport.name, evalReport]));
  const testsBefore = new Map(baseline.tests.map((test) => [test.name, test]));
  const triable: TriedPlans = {
    evals: evals.flatMap((plan) => {
      const before = evalsBefore.get(plan.plan.name);
      return before?.confusion === undefined || plan.plan.labels === null
        ? []
        : [{ ...plan, before, confusion: before.confusion }];
    }),
    tests: tests.flatMap((plan) => {
      const before = testsBefore.get(plan.plan.name);
      return before === undefined ? [] : [{ ...plan, before }];
    }),
    newTests: tests.flatMap(({ plan: { name } }) => (testsBefore.has(name) ? [] : [name])),
  };
  if (triable.evals.length + triable.tests.length > 0) return triable;
  throw evals.length === 0 ? noTests(tests) : noMatrix(evals);
}

/** What is tried of evals alone. Throws a UserError where that is nothing. */
export function findEvals(suites: readonly Suite[], baseline: Report): readonly TriedPlan[] {
  return findTriable(
    suites.map((suite) => ({ ...suite, tests: [] })),
    baseline,
  ).evals;
}

/** Only what a model sees of tools can be changed. */
function drivenByModel<Plan extends TestPlan | EvalPlan>(
  suites: readonly Suite[],
  plansOf: (suite: Suite) => readonly Plan[],
): readonly { readonly suite: Suite; readonly plan: Plan; readonly agent: AgentPlan }[] {
  return suites.flatMap((suite) =>
    plansOf(suite).flatMap((plan) => {
      const agent = plan.drive?.agent;
      return agent === undefined || agent.model === null ? [] : [{ suite, plan, agent }];
    }),
  );
}

type Named = readonly { readonly plan: { readonly name: string } }[];

function noMatrix(evals: Named): Error {
  return runError('TRY_REFUSED', `the baseline has no confusion matrix of ${namesOf(evals)}`, {
    hint: 'make one with whichtool run --reporter json=baseline.json; the eval needs a scorer over labels',
  });
}

function noTests(tests: Named): Error {
  return runError('TRY_REFUSED', `the baseline has no runs of ${namesOf(tests)}`, {
    hint: 'make one with whichtool run --reporter json=baseline.json',
  });
}

function namesOf(plans: Named): string {
  return plans.map(({ plan }) => `"${plan.name}"`).join(', ');
}
