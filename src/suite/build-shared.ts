import type { ExpectDocument, Path } from '#schema';
import type { Build } from './build.ts';
import { scorerOfMetric } from './metric-table.ts';
import type { ScorerPlan } from './plan.ts';
import { callChecksPlan } from './scorer-plan.ts';
import { hintFor } from './suggest.ts';

/** An agent that is not declared may still be fine where its runs were recorded. */
export function warnOfUnknownAgent(name: string | undefined, path: Path, build: Build): void {
  const { agents } = build.document;
  if (name === undefined || agents === undefined || Object.hasOwn(agents, name)) return;
  const hint = (): string | undefined => hintFor(name, Object.keys(agents), 'declared are');
  build.problems.warn('SUITE_UNKNOWN_AGENT', path, `agent "${name}" is not declared`, hint);
}

/** Adds the counts that need no expectation when something gates one of them. */
export function addCallChecks(
  plans: readonly ScorerPlan[],
  expect: ExpectDocument | undefined,
  build: Build,
): readonly ScorerPlan[] {
  if (expect === undefined) return plans;
  const isGated = expect.some((item) =>
    Object.keys(item).some((id) => scorerOfMetric(id)?.name === 'call_checks'),
  );
  const isThere = plans.some((plan) => plan.scorer.name === 'call_checks' && plan.key === null);
  return isGated && !isThere ? [...plans, callChecksPlan(build.context.catalog)] : plans;
}
