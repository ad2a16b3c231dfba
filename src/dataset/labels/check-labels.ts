import { type Issue, isJsonObject, type JsonObject, type Place, type ToolRef } from '#core';
import { datasetIssue } from '../codes.ts';
import type { SampleFolder } from '../sampling/sample-folder.ts';
import { toolsOffered } from '../sampling/sampled-case.ts';
import { answerKey, readAnswer, repeatsAnswer } from './answer.ts';
import type { RatedParts } from './read-rating.ts';
import type { LabelBook } from './label-book.ts';
import { type LabelRecord, recordHash } from './label-record.ts';
import { unknownTools } from './unknown-tools.ts';

/** A row that someone filled in, and where it is. */
export interface FilledRow {
  readonly value: JsonObject;
  readonly where: Place;
}

/** Who imports labels, when and how. */
export interface LabelSource {
  readonly reviewer: string;
  readonly role: LabelRecord['role'];
  readonly time: string;
  /** Whether labels that the reviewer gave before may be replaced by later ones. */
  readonly revise: boolean;
  /** The tools that were offered where a trace does not say; null without a catalog. */
  readonly catalog: readonly ToolRef[] | null;
  /** What the answer of a case is rated by; absent where arguments or goals are rated, or calls labelled. */
  readonly partsOf?: (id: string) => RatedParts | null;
  /** Of a decision: the labels that it is about, where they were shown. A decision about other labels is rejected. */
  readonly seen?: LabelBook;
}

/** What an import would add; nothing is added when there are issues. */
export interface CheckedLabels {
  readonly records: readonly LabelRecord[];
  /** Rows that say what is known already. */
  readonly known: number;
  /** Rows that are not filled in yet. */
  readonly empty: number;
  readonly issues: readonly Issue[];
  /** What is odd about labels that can be used. */
  readonly warnings: readonly Issue[];
}

/** Checks every row of a filled-in sheet against the sample and what was said before. */
export function checkLabels(
  sample: SampleFolder,
  book: LabelBook,
  rows: readonly FilledRow[],
  source: LabelSource,
): CheckedLabels {
  const seen = new Map<string, string>();
  const records: LabelRecord[] = [];
  const issues: Issue[] = [];
  const warnings: Issue[] = [];
  const offered = toolsOffered(sample.cases.values(), source.catalog);
  let repeated = 0;
  let empty = 0;
  for (const row of rows) {
    const checked = checkRow(sample, book, row, source);
    if (checked === 'empty') empty += 1;
    else if ('code' in checked) issues.push({ ...checked, where: row.where });
    else {
      const key = answerKey(checked.answer, book.task);
      const before = seen.get(checked.case);
      seen.set(checked.case, key);
      if (before !== undefined && before !== key)
        issues.push(conflict(`the sheet labels case ${checked.case} twice`, row.where));
      else if (before !== undefined || isKnown(book, checked, source)) repeated += 1;
      else {
        records.push(checked);
        const tools = offered(sample.cases.get(checked.case)!);
        for (const issue of unknownTools(checked, tools))
          warnings.push({ ...issue, where: row.where });
      }
    }
  }
  return { records, known: repeated, empty, issues, warnings };
}

function checkRow(
  sample: SampleFolder,
  book: LabelBook,
  { value }: FilledRow,
  source: LabelSource,
): LabelRecord | Issue | 'empty' {
  const id = textAt(value, 'id') ?? textAt(value, 'case');
  const parts = id === null ? null : (source.partsOf?.(id) ?? null);
  const answer = readAnswer(value, book.task, parts);
  if (answer === null) return 'empty';
  if (typeof answer === 'string')
    return datasetIssue('LABEL_INVALID', `case ${id ?? '?'}: ${answer}`);
  const hash = id === null ? undefined : sample.hashes.get(id);
  if (id === null || hash === undefined)
    return datasetIssue('LABEL_UNKNOWN_CASE', `the sample has no case ${id ?? 'without an id'}`);
  const made = textAt(value, 'case_hash');
  if (made !== null && made !== hash)
    return datasetIssue('LABEL_STALE', `case ${id} has changed since this sheet was made`, {
      hint: 'export it again',
    });
  const record: LabelRecord = {
    schemaVersion: 1,
    task: book.task,
    role: source.role,
    case: id,
    caseHash: hash,
    guideHash: guideHashOf(value, sample),
    reviewer: source.reviewer,
    time: source.time,
    answer,
    rationale: textAt(value, 'rationale'),
    of: source.role === 'review' ? [] : book.reviewsOf(id).map(recordHash),
  };
  return (
    (source.role === 'review'
      ? checkReview(book, record, source)
      : checkDecision(book, record, source)) ?? record
  );
}

/** The guide that the reviewer saw, where the sheet records it; otherwise the current one. */
function guideHashOf(row: JsonObject, sample: SampleFolder): string | null {
  const seen = textAt(row, 'guide_hash');
  return seen !== null && /^[0-9a-f]{64}$/.test(seen) ? seen : sample.guideHash;
}

/** Why a reviewer may not label this case so. */
function checkReview(book: LabelBook, record: LabelRecord, { revise }: LabelSource): Issue | null {
  const { case: id, reviewer, answer } = record;
  const assigned = book.assignedTo(id);
  if (assigned !== null && !assigned.includes(reviewer))
    return datasetIssue('LABEL_UNASSIGNED', `case ${id} is not assigned to ${reviewer}`);
  const before = book.reviewBy(reviewer, id);
  if (before === null || revise || repeatsAnswer(before.answer, answer, book.task)) return null;
  return conflict(`${reviewer} has labelled case ${id} otherwise`, null);
}

/** Why this person may not decide about this case. */
function checkDecision(
  book: LabelBook,
  { case: id, reviewer, of }: LabelRecord,
  { seen }: LabelSource,
): Issue | null {
  if (book.isReviewer(reviewer, id))
    return datasetIssue(
      'LABEL_OWN_CASE',
      `${reviewer} labels case ${id} and cannot decide about it`,
    );
  if (book.settle(id).state !== 'disputed')
    return datasetIssue('LABEL_NOT_DISPUTED', `nothing is to be decided about case ${id}`);
  const shown = seen?.reviewsOf(id).map(recordHash) ?? of;
  if (shown.length === of.length && shown.every((hash) => of.includes(hash))) return null;
  const message = `the labels of case ${id} have changed since they were shown`;
  return datasetIssue('LABEL_STALE', message, {
    hint: 'decide again about those that are there now',
  });
}

/** Whether a reviewer has said this before; a revision may give another reason for the same answer. */
function isKnown(book: LabelBook, record: LabelRecord, { revise }: LabelSource): boolean {
  const { role, case: id, reviewer, answer, rationale } = record;
  const before = role === 'review' ? book.reviewBy(reviewer, id) : null;
  if (before === null || !repeatsAnswer(before.answer, answer, book.task)) return false;
  return !revise || rationale === null || rationale === before.rationale;
}

function conflict(message: string, where: Place | null): Issue {
  return datasetIssue('LABEL_CONFLICT', message, {
    where,
    hint: 'add --revise to replace it by this one',
  });
}

function textAt(row: JsonObject, key: string): string | null {
  const value = isJsonObject(row) && Object.hasOwn(row, key) ? row[key] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}
