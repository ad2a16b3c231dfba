import { canonicalJson, isJsonObject, type Json } from '#core';
import { sha256 } from '../hash.ts';
import { type Answer, readAnswer, type Task, TASKS } from './answer.ts';

/** Which records have an answer. */
export type AnswerRole = 'review' | 'adjudicate';

/** One line of `labels/<reviewer>.jsonl`. */
export interface LabelRecord {
  readonly schemaVersion: 1;
  readonly task: Task;
  /**
   * A review, or the decision of a third person between reviews. `withdraw` takes back records of the same person,
   * `return` asks reviewers to look at a case again; both have an empty answer.
   */
  readonly role: AnswerRole | 'withdraw' | 'return';
  readonly case: string;
  readonly caseHash: string;
  readonly guideHash: string | null;
  readonly reviewer: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly answer: Answer;
  readonly rationale: string | null;
  /** Present where the reviewer was not sure; the rationale says why. */
  readonly unsure?: true;
  /** Of a decision or a return: the hashes of the reviews it is about. Of a withdrawal: what is taken back. */
  readonly of: readonly string[];
}

/** A record of a label file, or null when the value is none. */
export function parseRecord(value: Json, reviewer: string): LabelRecord | null {
  if (!isJsonObject(value) || value.schemaVersion !== 1 || value.reviewer !== reviewer) return null;
  const { role, answer, rationale, of, time, guideHash, unsure } = value;
  const task = TASKS.find((candidate) => candidate === value.task);
  const fits =
    task !== undefined &&
    typeof value.case === 'string' &&
    typeof value.caseHash === 'string' &&
    (guideHash === null || typeof guideHash === 'string') &&
    typeof time === 'string' &&
    (rationale === null || typeof rationale === 'string') &&
    (unsure === undefined || unsure === true) &&
    Array.isArray(of) &&
    of.every((hash) => typeof hash === 'string') &&
    isJsonObject(answer) &&
    fitsRole(role, { answer, of, rationale, task });
  return fits ? (value as unknown as LabelRecord) : null;
}

/** Whether a record has what its role needs: an answer, or what it is about. */
function fitsRole(
  role: Json | undefined,
  { answer, of, rationale, task }: Pick<LabelRecord, 'answer' | 'of' | 'rationale' | 'task'>,
): boolean {
  if (role === 'review' || role === 'adjudicate') return isJsonObject(readAnswer(answer, task));
  if (of.length === 0 || Object.keys(answer).length > 0) return false;
  return role === 'withdraw' || (role === 'return' && rationale !== null && rationale !== '');
}

/** What a decision refers to a review by. */
export function recordHash(record: LabelRecord): string {
  return sha256(canonicalJson(record as unknown as Json));
}
