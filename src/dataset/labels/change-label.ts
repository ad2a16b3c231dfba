import { type Issue, type JsonObject, stringifyAsWritten } from '#core';
import type { SampleFolder } from '../sampling/sample-folder.ts';
import { readAssignments } from './assignments.ts';
import type { Task } from './answer.ts';
import { checkLabels, type LabelSource } from './check-labels.ts';
import { LabelBook } from './label-book.ts';
import { appendLabels, readLabels } from './label-files.ts';
import { type LabelRecord, recordHash } from './label-record.ts';

/** One answer that a person gives, changes or takes back. */
export interface LabelChange extends Pick<
  LabelSource,
  'reviewer' | 'role' | 'catalog' | 'partsOf'
> {
  readonly task: Task;
  readonly case: string;
  /** The answer as a row of a sheet; null takes back what was said. */
  readonly row: JsonObject | null;
  readonly now: Date;
}

/** What became of a change. */
export type ChangeOutcome =
  | { readonly state: 'written'; readonly warnings: readonly Issue[] }
  /** The answer does not fit the sample or the rules of labelling. */
  | { readonly state: 'refused'; readonly issues: readonly Issue[] }
  | { readonly state: 'failed'; readonly issue: Issue };

/**
 * Appends what a change adds to the labels of a person, by the same checks as an import. The caller holds the lock of
 * the sample (`lockLabels`).
 */
export async function changeLabel(
  sample: SampleFolder,
  change: LabelChange,
): Promise<ChangeOutcome> {
  const { task, reviewer, role, case: id, row } = change;
  const { records } = readLabels(sample.path);
  const assignments = readAssignments(sample.path, task);
  const bookOf = (all: readonly LabelRecord[]): LabelBook =>
    new LabelBook(sample, all, assignments, task);
  const book = bookOf(records);
  const time = timeAfter(change, records);
  const answers = book.answersBy(reviewer, id, role);
  const withdrawal = answers.length === 0 ? null : withdraw(change, answers, sample, time);
  if (row === null) return await append(sample, reviewer, withdrawal === null ? [] : [withdrawal]);
  // A decision is made about a disputed case: one that is changed is taken back first.
  const before = role === 'adjudicate' && withdrawal !== null ? [withdrawal] : [];
  if (before.length > 0 && repeatsDecision(book, change)) return WRITTEN;
  const {
    records: added,
    issues,
    warnings,
  } = checkLabels(
    sample,
    before.length === 0 ? book : bookOf([...records, ...before]),
    [{ value: { ...row, id }, where: {} }],
    { ...change, time: before.length === 0 ? time : nextMs(time), revise: true, isExact: true },
  );
  if (issues.length > 0) return { state: 'refused', issues };
  return await append(sample, reviewer, added.length === 0 ? [] : [...before, ...added], warnings);
}

/** Asks the reviewers of a case to look at it again. The caller holds the lock of the sample. */
export async function returnCase(
  { sample, book }: { readonly sample: SampleFolder; readonly book: LabelBook },
  { reviewer, case: id, reason, now }: ReturnedCase,
): Promise<ChangeOutcome> {
  const change = { task: book.task, reviewer, case: id, now };
  const request: LabelRecord = {
    ...empty(change, sample, timeAfter(change, readLabels(sample.path).records)),
    role: 'return',
    rationale: reason,
    of: book.reviewsOf(id).map(recordHash),
  };
  return await append(sample, reviewer, [request]);
}

interface ReturnedCase {
  readonly reviewer: string;
  readonly case: string;
  /** What the reviewers should think about. */
  readonly reason: string;
  readonly now: Date;
}

const WRITTEN: ChangeOutcome = { state: 'written', warnings: [] };

async function append(
  sample: SampleFolder,
  reviewer: string,
  records: readonly LabelRecord[],
  warnings: readonly Issue[] = [],
): Promise<ChangeOutcome> {
  if (records.length === 0) return { state: 'written', warnings };
  const outcome = await appendLabels(sample.path, reviewer, records);
  return outcome.ok ? { state: 'written', warnings } : { state: 'failed', issue: outcome.issue };
}

type Said = Pick<LabelChange, 'task' | 'reviewer' | 'case' | 'now'>;

function withdraw(
  change: Said,
  answers: readonly LabelRecord[],
  sample: SampleFolder,
  time: string,
): LabelRecord {
  return { ...empty(change, sample, time), role: 'withdraw', of: answers.map(recordHash) };
}

function empty(
  { task, reviewer, case: id }: Said,
  { hashes, guideHash }: SampleFolder,
  time: string,
): Omit<LabelRecord, 'role' | 'of'> {
  const caseHash = hashes.get(id) ?? '';
  const base = { schemaVersion: 1, task, case: id, caseHash, guideHash } as const;
  return { ...base, reviewer, time, answer: {}, rationale: null };
}

/** The later answer counts, so its time is after all that the person said of the case, also where a clock was ahead. */
function timeAfter(
  { task, reviewer, case: id, now }: Said,
  records: readonly LabelRecord[],
): string {
  const last = records
    .filter((record) => record.reviewer === reviewer && record.case === id && record.task === task)
    .reduce((latest, { time }) => (time > latest ? time : latest), '');
  const time = now.toISOString();
  return time > last ? time : nextMs(last);
}

/** A time that files sort after another one, however that was written. */
function nextMs(time: string): string {
  const timeMs = Date.parse(time);
  if (Number.isNaN(timeMs)) return `${time}0`;
  const later = [1, 1000].map((stepMs) => new Date(timeMs + stepMs).toISOString());
  return later.find((candidate) => candidate > time) ?? `${time}0`;
}

function repeatsDecision(book: LabelBook, { reviewer, case: id, row }: LabelChange): boolean {
  const decision = book.decisionOf(id);
  if (decision === null || decision.reviewer !== reviewer || row === null) return false;
  const { id: _id, case_hash: _hash, guide_hash: _guide, ...said } = row;
  const { answer, rationale, unsure } = decision;
  const known: JsonObject = {
    ...answer,
    ...(unsure === true ? { unsure } : {}),
    ...(rationale === null ? {} : { rationale }),
  };
  return stringifyAsWritten(known) === stringifyAsWritten(said);
}
