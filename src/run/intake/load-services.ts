import { needsPatterns, type Services } from '#core';
import { loadLinearRegex, type TestPlan } from '#suite';

/** What rules and scorers need from outside the core; costly parts are loaded only for a plan that needs them. */
export async function loadServices(
  plans: readonly Pick<TestPlan, 'scorers' | 'rules'>[],
): Promise<Services> {
  return plans.some(needsPatterns) ? { regex: await loadLinearRegex() } : {};
}
