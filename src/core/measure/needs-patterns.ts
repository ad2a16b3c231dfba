import type { MeasurePlan, ScorerPlan } from './plan.ts';

/** Whether rules or scorers of a plan may match patterns: then they need an engine for them. */
export function needsPatterns({ scorers, rules }: Pick<MeasurePlan, 'scorers' | 'rules'>): boolean {
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
  return Object.hasOwn(value, key) || Object.values(value).some((member) => mentions(member, key));
}
