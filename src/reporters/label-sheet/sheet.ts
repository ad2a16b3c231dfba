import type { Json, JsonObject } from '#core';

/** Cases for one reviewer to label. It holds nothing that others said, but for a sheet of disputed cases. */
export interface LabelSheet {
  readonly task: 'label' | 'rate';
  readonly reviewer: string;
  readonly guide: string | null;
  /** Of the guide that the reviewer sees; it comes back with the labels. */
  readonly guideHash: string | null;
  readonly rows: readonly SheetRow[];
}

/** One case on a sheet. */
export interface SheetRow {
  readonly id: string;
  readonly caseHash: string;
  readonly input: Json;
  /** Calls before the decision. */
  readonly before: readonly Json[];
  /** Names of the tools that could be called; those that the sample knows, where the case does not tell. */
  readonly tools: readonly string[];
  /** Where arguments are rated: what was expected, and what the agent called. */
  readonly rated: { readonly expected: JsonObject; readonly called: readonly Json[] } | null;
  /** Where reviewers disagree: what each said and why, in no telling order. */
  readonly opinions: readonly JsonObject[];
  /** What the reviewer said before. */
  readonly answer: JsonObject | null;
  readonly rationale: string | null;
}

/** Columns that a reviewer fills in. */
export function answerColumns(task: LabelSheet['task']): readonly string[] {
  return task === 'rate'
    ? ['rating', 'clause']
    : ['expected_tool', 'expected_args', 'expected_calls'];
}
