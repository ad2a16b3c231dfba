import type { CallRuleSpec } from '#core';
import type { Suite } from './plan.ts';

/** The suites with the calls of these requesters counted instead of those they name; null leaves them as they are. */
export function applyRequester(
  suites: readonly Suite[],
  requester: readonly string[] | null,
): readonly Suite[] {
  if (requester === null) return suites;
  // Tests share their rules, and should go on sharing them.
  const changed = new Map<CallRuleSpec, CallRuleSpec>();
  const change = <T extends { readonly rules: CallRuleSpec }>(plan: T): T => {
    let rules = changed.get(plan.rules);
    if (rules === undefined) changed.set(plan.rules, (rules = { ...plan.rules, requester }));
    return { ...plan, rules };
  };
  return suites.map((suite) => ({
    ...suite,
    tests: suite.tests.map(change),
    evals: suite.evals.map(change),
  }));
}
