import type { Agreement, Alpha } from '#core';

/** What reviewers are asked: which call was expected, or how good arguments, an answer or a whole run are. */
export type LabelTask = 'label' | 'rate' | 'rate-answer' | 'rate-goal';

/** The progress of a case. */
export type CaseState = 'unlabelled' | 'waiting' | 'agreed' | 'disputed' | 'adjudicated';

/** The progress of labelling. It shows no label, so reviewers stay blind to each other. */
export interface LabelStatus {
  readonly task: LabelTask;
  readonly cases: number;
  readonly states: Readonly<Record<CaseState, number>>;
  readonly reviewers: readonly ReviewerStatus[];
  readonly stale: number;
  /** Labels whose reviewer was not sure. */
  readonly unsure: number;
  readonly agreement: LabelAgreement;
}

interface ReviewerStatus {
  readonly reviewer: string;
  /** Null when cases were not assigned. */
  readonly assigned: number | null;
  readonly done: number;
}

/** How far reviewers agree before adjudication. */
export interface LabelAgreement {
  /** Cases that two or more reviewers labelled, and those on which all say the same, arguments included. */
  readonly cases: number;
  readonly identical: number;
  /** Over the tools (or ratings) alone; with more than two reviewers over all pairs of them. */
  readonly pairs: Agreement;
  readonly alpha: Alpha;
}
