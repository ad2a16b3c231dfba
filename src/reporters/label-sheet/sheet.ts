import type { AnswerQuestion, GoalQuestion, Json, JsonObject } from '#core';
import type { LabelTask } from '#schema';

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
}

/** Columns that a reviewer fills in. An answer with statements is rated by them, and its rating follows. */
export function answerColumns({
  task,
  rows,
}: Pick<LabelSheet, 'task' | 'rows'>): readonly string[] {
  if (task === 'label') return ['expected_tool', 'expected_args', 'expected_calls'];
  const questions = rows.flatMap(({ question }) => (question?.kind === 'answer' ? question : []));
  const ids = questions.flatMap(({ statements }) => statements.map(({ id }) => `met_${id}`));
  if (ids.length === 0) return ['rating', 'clause'];
  const hasScore = questions.some(({ rubric }) => rubric !== null);
  return [...(hasScore ? ['score'] : []), ...new Set(ids), 'clause'];
}
