import {
  type Issue,
  isJsonObject,
  type JsonObject,
  type Place,
  stringifyAsWritten,
  type ToolSpec,
} from '#core';
import { datasetIssue } from '../codes.ts';
import type { SampleFolder } from '../sampling/sample-folder.ts';
import { toolsOffered } from '../sampling/offered-tools.ts';
import { answerKey, readAnswer, repeatsAnswer } from './answer.ts';
import type { RatedParts } from './read-rating.ts';
import type { LabelBook } from './label-book.ts';
import { groupIssues, type RowIssue } from './group-issues.ts';
import { type AnswerRole, type LabelRecord, recordHash } from './label-record.ts';
import { unknownTools } from './unknown-tools.ts';
import { explainWrongImport, isYes } from './wrong-import.ts';

/** A row that someone filled in, and where it is. */
export interface FilledRow {
  readonly value: JsonObject;
  readonly where: Place;
}

/** Who imports labels, when and how. */
export interface LabelSource {
  readonly reviewer: string;
  readonly role: AnswerRole;
  readonly time: string;
  /** Whether labels that the reviewer gave before may be replaced by later ones. */
  readonly revise: boolean;
  /** Whether everything that differs is recorded, a removed reason too: what is saved is what was shown. */
  readonly isExact?: boolean;
  /** The tools that were offered where a trace does not say; null without a catalog. */
  readonly catalog: readonly ToolSpec[] | null;
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
  /** Rows in which a reviewer says that they are not sure, and gives no label. */
  readonly unsure: number;
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
  const wrong = explainWrongImport(rows, book, source);
  if (wrong !== null)
    return { records: [], known: 0, empty: 0, unsure: 0, issues: [wrong], warnings: [] };
  const seen = new Map<string, string>();
  const records: LabelRecord[] = [];
  const issues: RowIssue[] = [];
  const warnings: Issue[] = [];
  const offered = toolsOffered(sample.cases.values(), source.catalog);
  let repeated = 0;
  let empty = 0;
  let unsure = 0;
  const idOf = findIds(sample);
  for (const row of rows) {
    const id = idOf(row.value);
    const checked = checkRow(sample, book, row, id, source);
    if (checked === 'empty') {
      const doubt = id === null ? null : explainDoubt(row.value, id, source.reviewer);
      if (doubt === null) empty += 1;
      else {
        unsure += 1;
        warnings.push({ ...doubt, where: row.where });
      }
    } else if ('code' in checked) issues.push({ issue: { ...checked, where: row.where }, id });
    else {
      const key = answerKey(checked.answer, book.task);
      const before = seen.get(checked.case);
      seen.set(checked.case, key);
      if (before !== undefined && before !== key)
        issues.push({ issue: labelledTwice(checked.case, row.where), id, isAlone: true });
      else if (before !== undefined || isKnown(book, checked, source)) repeated += 1;
      else {
        records.push(checked);
        const tools = offered(sample.cases.get(checked.case)!).map(({ name }) => name);
        for (const issue of unknownTools(checked, tools))
          warnings.push({ ...issue, where: row.where });
      }
    }
  }
  return {
    records,
    known: repeated,
    empty,
    unsure,
    issues: groupIssues(issues, source.reviewer),
    warnings,
  };
}

/**
 * Returns the id of a row's case. A spreadsheet may read an id such as 12e4 as a number and write another one; the hash of
 * the case is too long for that.
 */
function findIds(sample: SampleFolder): (row: JsonObject) => string | null {
  const byHash = new Map([...sample.hashes].map(([id, hash]) => [hash, id]));
  return (row) => {
    const id = textAt(row, 'id') ?? textAt(row, 'case');
    if (id !== null && sample.hashes.has(id)) return id;
    return byHash.get(textAt(row, 'case_hash') ?? '') ?? id;
  };
}

/** What a reviewer is not sure about, where a row has no label. */
function explainDoubt(row: JsonObject, id: string, reviewer: string): Issue | null {
  if (!isYes(row, 'unsure')) return null;
  const why = textAt(row, 'rationale');
  const message = `${reviewer} is unsure about case ${id}${why === null ? '' : `: ${why}`}`;
  return datasetIssue('LABEL_UNSURE', message);
}

function checkRow(
  sample: SampleFolder,
  book: LabelBook,
  { value }: FilledRow,
  id: string | null,
  source: LabelSource,
): LabelRecord | Issue | 'empty' {
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
    ...(isYes(value, 'unsure') ? { unsure: true } : {}),
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
  return datasetIssue('LABEL_CONFLICT', `${reviewer} has labelled case ${id} otherwise`, {
    hint: 'add --revise to replace what was said before',
  });
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
function isKnown(book: LabelBook, record: LabelRecord, source: LabelSource): boolean {
  const { role, case: id, reviewer, answer, rationale, unsure } = record;
  const { revise, isExact = false } = source;
  const before = role === 'review' ? book.reviewBy(reviewer, id) : null;
  if (before === null || !repeatsAnswer(before.answer, answer, book.task)) return false;
  // A case that was sent back is answered also by the same label.
  if (isExact) return saysSame(before, record) && book.returnedTo(reviewer, id) === null;
  if (!revise) return true;
  return unsure === before.unsure && (rationale === null || rationale === before.rationale);
}

function saysSame(a: LabelRecord, b: LabelRecord): boolean {
  const said = ({ answer, rationale, unsure }: LabelRecord): string =>
    stringifyAsWritten({ answer, rationale, unsure: unsure === true });
  return said(a) === said(b);
}

function labelledTwice(id: string, where: Place): Issue {
  const hint = 'keep one row for each case';
  return datasetIssue('LABEL_CONFLICT', `the sheet labels case ${id} twice`, { where, hint });
}

function textAt(row: JsonObject, key: string): string | null {
  const value = isJsonObject(row) && Object.hasOwn(row, key) ? row[key] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}
