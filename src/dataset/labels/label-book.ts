import { canonicalJson, majorityOf } from '#core';
import type { CaseState } from '#schema';
import type { SampleFolder } from '../sampling/sample-folder.ts';
import { type Answer, answerKey, type Task } from './answer.ts';
import type { Assignments } from './assignments.ts';
import { type AnswerRole, type LabelRecord, recordHash } from './label-record.ts';

/** How far a case is, and the label that counts; null while there is none. */
export interface Settled {
  readonly state: CaseState;
  readonly label: LabelRecord | null;
}

/** How many people answer a case that was not assigned to anyone. */
const MIN_REVIEWS = 2;

/** Two who differ are not outvoted: a third person decides. */
const MIN_MAJORITY = 3;

/** The labels of one task as they stand: the latest of each reviewer for each case, stale ones apart. */
export class LabelBook {
  readonly task: Task;
  /** Labels of cases that have changed since, or are gone. */
  readonly stale: readonly LabelRecord[];
  readonly #reviews = new Map<string, Map<string, LabelRecord>>();
  readonly #decisions = new Map<string, LabelRecord>();
  readonly #returns = new Map<string, LabelRecord>();
  readonly #answers: readonly LabelRecord[];
  readonly #assigned: ReadonlyMap<string, readonly string[]>;

  constructor(
    sample: SampleFolder,
    records: readonly LabelRecord[],
    assignments: Assignments | null,
    task: Task,
  ) {
    this.task = task;
    this.#assigned = new Map(
      assignments?.cases.map((assignment) => [assignment.case, assignment.reviewers]) ?? [],
    );
    const ofTask = records.filter((record) => record.task === task);
    const isFresh = (record: LabelRecord): boolean =>
      sample.hashes.get(record.case) === record.caseHash;
    const answers = withoutWithdrawn(ofTask);
    this.stale = answers.filter((record) => !isFresh(record));
    this.#answers = answers.filter(isFresh);
    for (const record of this.#answers) {
      if (record.role === 'adjudicate') keepLater(this.#decisions, record.case, record);
      else keepLater(reviewsIn(this.#reviews, record.case), record.reviewer, record);
    }
    for (const record of ofTask.filter(isFresh))
      if (record.role === 'return') keepLater(this.#returns, record.case, record);
  }

  /** All that a person said of a case in a role and did not take back, earlier answers included. */
  answersBy(reviewer: string, id: string, role: AnswerRole): readonly LabelRecord[] {
    return this.#answers.filter(
      (record) => record.reviewer === reviewer && record.case === id && record.role === role,
    );
  }

  /** The reviews of a case, by name of the reviewer. */
  reviewsOf(id: string): readonly LabelRecord[] {
    const reviews = [...(this.#reviews.get(id)?.values() ?? [])];
    return reviews.sort((a, b) => (a.reviewer < b.reviewer ? -1 : 1));
  }

  /** What a reviewer says of a case now. */
  reviewBy(reviewer: string, id: string): LabelRecord | null {
    return this.#reviews.get(id)?.get(reviewer) ?? null;
  }

  /** Who was asked to label a case; null when anybody may. */
  assignedTo(id: string): readonly string[] | null {
    return this.#assigned.size === 0 ? null : (this.#assigned.get(id) ?? []);
  }

  /** Whether all who were asked have answered; where cases are not assigned, two people. */
  isComplete(id: string): boolean {
    const asked = this.assignedTo(id);
    if (asked === null) return this.reviewsOf(id).length >= MIN_REVIEWS;
    return asked.length > 0 && asked.every((reviewer) => this.reviewBy(reviewer, id) !== null);
  }

  /** The decision about the reviews that stand. */
  decisionOf(id: string): LabelRecord | null {
    const decision = this.#decisions.get(id);
    // A decision about other reviews than those that stand has become stale with them.
    return decision !== undefined && sameHashes(decision.of, this.reviewsOf(id)) ? decision : null;
  }

  /** The request to look at a case again, while one of the reviews that it is about counts. */
  returnOf(id: string): LabelRecord | null {
    const request = this.#returns.get(id);
    const isOpen = this.reviewsOf(id).some((review) => request?.of.includes(recordHash(review)));
    return request !== undefined && isOpen ? request : null;
  }

  /** The request that a reviewer has not answered yet. */
  returnedTo(reviewer: string, id: string): LabelRecord | null {
    const review = this.reviewBy(reviewer, id);
    const request = this.returnOf(id);
    return review !== null && request?.of.includes(recordHash(review)) === true ? request : null;
  }

  /** Whether someone labels a case, or was asked to: such a person neither decides about it nor sees what others said. */
  isReviewer(reviewer: string, id: string): boolean {
    return this.reviewBy(reviewer, id) !== null || this.assignedTo(id)?.includes(reviewer) === true;
  }

  /** What reviewers say of a case and why, in an order that does not reveal the reviewer. */
  opinionsOf(id: string): readonly Answer[] {
    const opinions = this.reviewsOf(id).map(({ answer, rationale, unsure }): Answer => ({
      ...answer,
      ...(unsure === true ? { unsure } : {}),
      ...(rationale === null ? {} : { rationale }),
    }));
    return opinions.sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
  }

  settle(id: string): Settled {
    const reviews = this.reviewsOf(id);
    const [first] = reviews;
    if (first === undefined) return { state: 'unlabelled', label: null };
    const decision = this.decisionOf(id);
    if (decision !== null) return { state: 'adjudicated', label: decision };
    const keys = reviews.map(({ answer }) => answerKey(answer, this.task));
    const asked = this.#assigned.get(id)?.length ?? 1;
    const isWaiting = reviews.length < asked;
    if (new Set(keys).size === 1)
      return isWaiting ? { state: 'waiting', label: null } : { state: 'agreed', label: first };
    if (this.task === 'label' || Math.max(asked, reviews.length) < MIN_MAJORITY)
      return { state: 'disputed', label: null };
    // The rating of more than half counts, once all who were asked have rated.
    const majority = isWaiting ? null : majorityOf(keys);
    if (majority !== null)
      return { state: 'agreed', label: reviews[keys.indexOf(majority)] ?? null };
    return { state: isWaiting ? 'waiting' : 'disputed', label: null };
  }
}

/** Reviews and decisions that were not taken back. A withdrawal names them, so the order of lines says nothing. */
function withoutWithdrawn(records: readonly LabelRecord[]): readonly LabelRecord[] {
  const isAnswer = ({ role }: LabelRecord): boolean => role === 'review' || role === 'adjudicate';
  const withdrawals = records.filter(({ role }) => role === 'withdraw');
  if (withdrawals.length === 0) return records.filter(isAnswer);
  const keyOf = (reviewer: string, hash: string): string => `${reviewer} ${hash}`;
  const withdrawn = new Set(
    withdrawals.flatMap(({ reviewer, of }) => of.map((hash) => keyOf(reviewer, hash))),
  );
  const cases = new Set(withdrawals.map((record) => record.case));
  return records.filter(
    (record) =>
      isAnswer(record) &&
      !(cases.has(record.case) && withdrawn.has(keyOf(record.reviewer, recordHash(record)))),
  );
}

/** Files that were merged have their lines in any order, so times decide, and where they are equal the text. */
function keepLater(held: Map<string, LabelRecord>, key: string, record: LabelRecord): void {
  const other = held.get(key);
  if (other === undefined || isLater(record, other)) held.set(key, record);
}

function isLater(a: LabelRecord, b: LabelRecord): boolean {
  return a.time === b.time ? recordHash(a) > recordHash(b) : a.time > b.time;
}

function reviewsIn(
  reviews: Map<string, Map<string, LabelRecord>>,
  id: string,
): Map<string, LabelRecord> {
  let records = reviews.get(id);
  if (records === undefined) reviews.set(id, (records = new Map()));
  return records;
}

function sameHashes(of: readonly string[], reviews: readonly LabelRecord[]): boolean {
  return of.length === reviews.length && reviews.every((review) => of.includes(recordHash(review)));
}
