import type { EvalPlan, TestPlan } from '#suite';

/** The scorers whose runs are counted in bulk without being parsed. */
const COUNTED: ReadonlySet<string> = new Set(['equal_function_sets', 'call_checks']);

/**
 * Whether a report has the tokens, cost and time of a test. It follows from the plan alone, never from the size of the
 * input: runs of a test that has only scorers that are counted in bulk have calls alone, unless the suite asks for more.
 */
export function recordsUsage(plan: TestPlan | EvalPlan): boolean {
  const { drive, scorers } = plan;
  if ('labels' in plan || plan.recordsUsage === true || drive !== null) return true;
  return scorers.some(({ scorer, own }) => own !== null || !COUNTED.has(scorer.name));
}
