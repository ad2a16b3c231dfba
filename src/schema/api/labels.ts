import type { Agreement, Alpha, Issue, Json, JsonObject } from '#core';
import type { SheetRow } from '../label-sheet.ts';
import type { CaseState, LabelStatus, LabelTask } from '../label-status.ts';

/** Whether a case is labelled, or decided between those who labelled it. */
export type LabelPart = 'review' | 'decide';

/** How far a visitor is with a case. It says nothing about what others did. */
export type QueueState = 'open' | 'draft' | 'skipped' | 'unsure' | 'returned' | 'changed' | 'saved';

/** A sample in the list. */
export interface ApiSample {
  /** Its path in the project. */
  readonly id: string;
  /** Why it cannot be opened; absent where it can. */
  readonly problem?: string;
  readonly tasks: readonly ApiSampleTask[];
}

/** One task of a sample: what the visitor did, and for those who are not blind what all did. */
export interface ApiSampleTask {
  readonly task: LabelTask;
  /** Of a reviewer: the assigned cases. Of an adjudicator: those to decide. Null for an admin. */
  readonly own: ApiPersonProgress | null;
  /** Null for reviewers. */
  readonly status: ApiTaskStatus | null;
}

/** The progress of one person. */
export interface ApiPersonProgress {
  readonly cases: number;
  readonly states: Readonly<Record<QueueState, number>>;
  /** When the last answers were saved: the pace follows from them. */
  readonly savedAt: readonly string[];
}

/** The progress of all reviewers. It contains no label. */
export interface ApiTaskStatus extends Omit<LabelStatus, 'agreement'> {
  /** Cases that were sent back, and how many of their labels were looked at again. */
  readonly returned: { readonly cases: number; readonly open: number };
  readonly pace: readonly { readonly reviewer: string; readonly savedAt: readonly string[] }[];
}

/** A sample that is opened. */
export interface ApiOpenSample extends ApiSample {
  readonly guide: string | null;
  readonly guideHash: string | null;
}

/** A link to hand out. */
export interface ApiLabelLink {
  readonly reviewer: string;
  readonly role: 'reviewer' | 'adjudicator';
  /** Path and query: the page adds where the server is. */
  readonly path: string;
}

/** What is kept of a case beside its label. */
interface ApiCaseWork {
  /** What was typed and not saved, as the page wrote it. */
  readonly draft: Json;
  readonly isSkipped: boolean;
  /** A doubt that was saved without a label, and when. */
  readonly doubt: { readonly answer: JsonObject; readonly at: string } | null;
}

/** A case for one person: what it is, what they said, and what they typed. */
export interface ApiLabelCase {
  readonly row: SheetRow;
  readonly state: QueueState;
  readonly batch: number | null;
  /** Changes with everything that the person did with the case, and with nothing else. */
  readonly revision: string;
  readonly work: ApiCaseWork | null;
  /** Why the case was sent back; null where it was not, or was answered since. */
  readonly returned: string | null;
  /** Whether all who were asked have answered: then what they said can be shown. Of a list: always false. */
  readonly canReveal: boolean;
  /** What others said: only of a reviewer who asked for it, or for who decides. */
  readonly others: ApiOthers | null;
}

/** What people and judges said of a case. */
export interface ApiOthers {
  readonly opinions: readonly JsonObject[];
  /** Of a rated case: what judges said, where their answers are recorded. */
  readonly judges: readonly ApiJudgeReason[];
  /** The decision between them, where there is one. */
  readonly decision: JsonObject | null;
}

/** What a judge said of a case. */
export interface ApiJudgeReason {
  readonly judge: string;
  readonly rating: number | null;
  readonly reason: string;
}

/** What a page sends to keep of a case. The header If-Match has the revision that was seen. */
export interface ApiCaseChange {
  readonly caseHash: string;
  readonly guideHash: string | null;
  /** The answer that counts; null for none. */
  readonly answer: JsonObject | null;
  /** Null where nothing was typed beyond the answer. */
  readonly draft: Json;
  readonly isSkipped: boolean;
}

/** What became of a change. */
export interface ApiCaseSaved {
  readonly revision: string;
  readonly warnings: readonly Issue[];
}

/** The detail of a refusal with 409: what is kept now, and what was sent. */
export interface ApiCaseConflict {
  readonly stored: ApiLabelCase;
  readonly sent: ApiCaseChange;
}

/** How far reviewers agree, and where they do not. */
export interface ApiAgreement {
  readonly task: LabelTask;
  readonly cases: number;
  readonly identical: number;
  readonly pairs: Agreement;
  readonly alpha: Alpha;
  /** How often two reviewers chose these two, in alphabetical order. */
  readonly confusion: readonly ApiConfusedPair[];
  readonly reviewers: readonly ApiReviewerPair[];
  /** By the clause of the guide that a reviewer named. */
  readonly clauses: readonly ApiClause[];
  /** The cases on which reviewers differ, by what they chose. */
  readonly disputed: readonly ApiDisputedTool[];
}

/** Two categories that reviewers gave to the same cases. */
export interface ApiConfusedPair {
  readonly first: string;
  readonly second: string;
  readonly cases: number;
}

/** The agreement of two reviewers. */
export interface ApiReviewerPair {
  readonly reviewers: readonly [string, string];
  readonly agreement: Agreement;
}

/** A clause of the guide, and what became of the cases for which a reviewer named it. */
export interface ApiClause {
  readonly clause: string;
  readonly cases: number;
  readonly differ: number;
  /** Cases for which another reviewer named another clause. */
  readonly otherClause: number;
  readonly examples: readonly string[];
}

/** The disputed cases that involve a tool or a rating. */
interface ApiDisputedTool {
  readonly category: string;
  readonly cases: readonly { readonly id: string; readonly state: CaseState }[];
}
