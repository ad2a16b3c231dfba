import type { AnswerQuestion, GoalQuestion, Json, JsonObject } from '#core';
import type { LabelTask } from './label-status.ts';

/** Cases for one reviewer to label. It contains nothing that others said, but for a sheet of disputed cases. */
export interface LabelSheet {
  /** The name of the sample. */
  readonly dataset: string;
  readonly task: LabelTask;
  readonly reviewer: string;
  /** Whether the answers decide about cases that others disagree on. */
  readonly isDecision: boolean;
  readonly guide: string | null;
  /** Of the guide that the reviewer sees; it comes back with the labels. */
  readonly guideHash: string | null;
  readonly rows: readonly SheetRow[];
  /** Present where a label may name the clause of the guide that decides; ratings always may. */
  readonly asksClause?: true;
}

/** A tool that a reviewer can choose. */
export interface SheetTool {
  readonly name: string;
  readonly description: string | null;
  readonly schema: JsonObject | boolean | null;
}

/** One case on a sheet. */
export interface SheetRow {
  readonly id: string;
  readonly caseHash: string;
  readonly input: Json;
  /** Calls before the decision. */
  readonly before: readonly Json[];
  /** The tools that could be called; those of the sample, where the case does not record them. */
  readonly tools: readonly SheetTool[];
  /** Where arguments are rated: what was expected, and what the agent called. */
  readonly rated: { readonly expected: JsonObject; readonly called: readonly Json[] } | null;
  /** Where answers or goals are rated: what a judge is asked, the run among it. */
  readonly question?: AnswerQuestion | GoalQuestion;
  /** Where reviewers disagree: what each said and why, in an order without meaning. */
  readonly opinions: readonly JsonObject[];
  /** What the reviewer said before, and when (ISO 8601). */
  readonly answer: JsonObject | null;
  readonly rationale: string | null;
  readonly isUnsure: boolean;
  readonly labelledAt: string | null;
  /** Present where a server has more of the case: its conversation and tools are not here yet. */
  readonly isPartial?: true;
}
