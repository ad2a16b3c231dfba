import { Accumulator, type ListingOptions } from './accumulator.ts';
import type { MeasuredPart } from './finish-measure.ts';
import { FoldSums } from './fold-sums.ts';
import type { ScorerPlan } from './plan.ts';
import type { PreparedScorer, ScorerCompiler } from './scorer-compiler.ts';

/** One scorer, and how it is made ready. */
export type Part = MeasuredPart & PreparedScorer;

/** A scorer of a plan that has summed nothing yet. */
export function openPart(
  plan: ScorerPlan,
  compiler: ScorerCompiler,
  options: ListingOptions,
): Part {
  return {
    plan,
    accumulator: new Accumulator(plan.scorer, options),
    ...compiler.prepare(plan),
    folds: plan.folds.length === 0 ? null : new FoldSums(plan),
  };
}
