import type { Services } from '#core';
import { loadLinearRegex, type ScorerPlan, type TestPlan } from '#suite';

type Plan = Pick<TestPlan, 'scorers' | 'rules'>;

/** What rules and scorers need from outside the core; costly parts are loaded only for a plan that needs them. */
export async function loadServices(plans: readonly Plan[]): Promise<Services> {
  return plans.some(needsPatterns) ? { regex: await loadLinearRegex() } : {};
}

function needsPatterns({ scorers, rules }: Plan): boolean {
  return rules.failedWhen !== null || scorers.some(mayUsePatterns);
}

/** Patterns are part of the expected calls of a suite, or come with the rows, or with the schemas of tools. */
function mayUsePatterns({ scorer, options, templates }: ScorerPlan): boolean {
  if (scorer.needsPatterns === true) return true;
  const values = options as Readonly<Record<string, unknown>>;
  return Object.entries(scorer.suite?.templates ?? {}).some(
    ([name, kind]) =>
      kind === 'calls' && (templates.has(name) || mentions(values[name], '$matches')),
  );
}

function mentions(value: unknown, key: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, key) || Object.values(value).some((one) => mentions(one, key));
}
