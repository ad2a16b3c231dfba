import { LabelSums } from '../labels/label-sums.ts';
import type { CompiledScorer, RunScore, Services } from '../scoring/scorer.ts';
import type { ToolCall, Trace } from '../trace/trace.ts';
import type { MeasureState } from './measure-state.ts';
import type { MeasurePlan, ScorerPlan } from './plan.ts';
import { TagSums, tagsColumnOf } from './tag-sums.ts';
import { type CaseRow, WeightedSums } from './weighted-sums.ts';

/** A measured run, with its scores, one for each scorer. */
interface ScoredRow {
  readonly trace: Trace;
  readonly compiled: readonly CompiledScorer[];
  readonly scores: readonly RunScore[];
  readonly perfect: boolean | null;
}

/** What is summed over the rows of an eval beside its scorers; nothing of a test. */
export class RowSums {
  /** Null where no scorer is over labels. */
  readonly labels: LabelSums | null;
  /** Null of a test: weights and tags come with rows. */
  readonly weights: WeightedSums | null;
  readonly tags: TagSums | null;

  constructor(
    plan: MeasurePlan,
    parts: readonly { readonly plan: ScorerPlan }[],
    services: Services,
  ) {
    const scorers = parts.map((part) => part.plan);
    const { labels = null } = plan;
    const exposure = plan.scorers.some(({ scorer }) => scorer.reportsExposure === true);
    const isEval = plan.labels !== undefined;
    this.labels = labels === null ? null : new LabelSums(labels, services, { exposure });
    this.weights = isEval ? new WeightedSums(scorers) : null;
    this.tags = isEval ? new TagSums(scorers, tagsColumnOf(plan)) : null;
  }

  add(
    row: CaseRow,
    calls: readonly ToolCall[],
    { trace, compiled, scores, perfect }: ScoredRow,
  ): void {
    this.labels?.add(row.order, row.value, calls, trace);
    this.weights?.add(row, scores, perfect);
    this.tags?.add(row, compiled, scores, perfect);
  }

  state(): Pick<MeasureState, 'labels' | 'weights' | 'tags'> {
    return {
      weights: this.weights?.state() ?? null,
      tags: this.tags?.state() ?? null,
      labels: this.labels?.state() ?? null,
    };
  }

  merge({ weights, tags, labels }: Pick<MeasureState, 'labels' | 'weights' | 'tags'>): void {
    if (weights !== null) this.weights?.merge(weights);
    if (tags !== null) this.tags?.merge(tags);
    if (labels !== null) this.labels?.merge(labels);
  }
}
