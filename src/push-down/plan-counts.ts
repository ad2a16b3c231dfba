import type { CallRuleSpec, MeasurePlan, ScorerPlan, ToolPattern } from '#core';
import { divideTools, type ToolKinds } from './tool-kinds.ts';

/** How the runs of a test are counted by a database. */
export interface CountPlan extends ToolKinds {
  /** Further calls of a kind are only counted: one row per run says which kinds were called. */
  readonly ignoresRepeats: boolean;
}

/** All calls alike: nothing is distinguished. */
export const ALL_CALLS: CountPlan = {
  kinds: [],
  other: { server: null, name: 'other' },
  notOther: { names: [], except: [], pairs: [] },
  ignoresRepeats: false,
};

/** A plan, or why a test must be streamed. */
export type PlannedCounts = { readonly plan: CountPlan } | { readonly why: string };

/** Plans how the runs of a test are counted; `hasServers`: whether the store records servers of calls. */
export function planCounts(test: MeasurePlan, hasServers: boolean): PlannedCounts {
  const { rules, scorers, gates } = test;
  const why = whyRules(rules);
  if (why !== null) return { why };
  const groups: (readonly ToolPattern[])[] = [];
  const disjoint: { readonly name: string; readonly from: number; readonly to: number }[] = [];
  let ignoresRepeats = !gates.some(({ metric }) => metric.endsWith('.repeats'));
  for (const scorer of scorers) {
    const grouped = groupsOf(scorer);
    if ('needs' in grouped) return { why: `${scorer.scorer.name} needs ${grouped.needs}` };
    const gated = gatedOn(gates, grouped.unmeasured);
    if (gated !== null) return { why: `a gate is on ${gated}` };
    const from = groups.length;
    groups.push(...grouped.groups);
    if (grouped.areDisjoint === true)
      disjoint.push({ name: scorer.scorer.name, from, to: groups.length });
    if (grouped.ignoresRepeats !== true) ignoresRepeats = false;
  }
  const kinds = divideTools(groups, rules, hasServers);
  for (const { name, from, to } of disjoint) {
    const shared = kinds.kinds.find(
      ({ groups: of }) => of.filter((group) => group >= from && group < to).length > 1,
    );
    if (shared !== undefined)
      return { why: `${name} needs the order of calls: ${shared.tool.name} is in two classes` };
  }
  return { plan: { ...kinds, ignoresRepeats } };
}

type Grouped = ReturnType<NonNullable<ScorerPlan['scorer']['groupsOf']>>;

/** The groups of tools that decide the scores of a scorer as a plan has it. */
export function groupsOf({
  scorer,
  options,
  optionsOf,
  templates,
  folds,
  own,
}: ScorerPlan): Grouped {
  if (own !== null) return { needs: 'code of its own' };
  if (optionsOf !== undefined || templates.size > 0) return { needs: 'the rows of a dataset' };
  if (folds.length > 0) return { needs: 'the value of every run (metrics)' };
  if (scorer.needsJudge === true) return { needs: 'a judge' };
  return scorer.groupsOf?.(options) ?? { needs: 'whole traces' };
}

/** The first gate on one of these metrics, also by the key of a scorer or for a tag; null where none is. */
export function gatedOn(
  gates: MeasurePlan['gates'],
  metrics: readonly string[] = [],
): string | null {
  const isOn = (gated: string): boolean =>
    metrics.some((metric) => gated === metric || gated.endsWith(`.${metric}`));
  return gates.find(({ metric }) => isOn(metric))?.metric ?? null;
}

/** Why calls cannot be chosen by their names alone; null where they can. */
export function whyRules(rules: CallRuleSpec): string | null {
  if (rules.unwrap.length > 0) return 'unwrap needs the arguments of calls';
  if (rules.requester !== null) return 'requester is not a column';
  if (rules.status !== 'all') return `status: ${rules.status} needs the statuses of calls`;
  if (rules.skills === true) return 'skills are found in arguments';
  return null;
}
