import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, type Issue, type Json } from '#core';
import { writeFileAtomic } from '#platform';
import { assignCases, type Assignments, assignmentsFile, type Deal } from './assignments.ts';
import { expectedLabels, type LabelledSample } from './open-labels.ts';
import { ratedCall } from './rated-call.ts';
import { datasetError } from '../codes.ts';

/** Who labels which case, or why that could not be written. */
export type AssignOutcome =
  | { readonly ok: true; readonly assignments: Assignments }
  | { readonly ok: false; readonly issue: Issue };

/**
 * Assigns the cases of a sample to reviewers and writes it down. Throws a UserError where there is nothing to assign, or
 * the cases are assigned to others.
 */
export async function assignLabels(labelled: LabelledSample, deal: Deal): Promise<AssignOutcome> {
  const { sample, book } = labelled;
  checkDeal(deal, book.task);
  const assignments = assignCases(sample, casesToAssign(labelled), deal);
  rejectSecondDeal(labelled, assignments);
  const file = join(sample.path, assignmentsFile(book.task));
  const outcome = await writeFileAtomic(file, [`${JSON.stringify(assignments, null, 1)}\n`]);
  return outcome.ok ? { ok: true, assignments } : outcome;
}

function checkDeal({ reviewers, perCase, overlap }: Deal, task: string): void {
  if (new Set(reviewers).size !== reviewers.length)
    throw datasetError('FLAG_ASSIGN', 'a reviewer is named twice');
  if (reviewers.length < perCase && overlap > 0)
    throw datasetError(
      'FLAG_ASSIGN',
      `${perCase} reviewers are needed where ${perCase} ${task} each case; or write --overlap 0%`,
    );
}

/** All cases are labelled; rated are those with a final answer, or those whose label has arguments. */
function casesToAssign(labelled: LabelledSample): readonly string[] {
  const all = [...labelled.sample.cases.values()];
  if (all.length === 0)
    throw datasetError('FLAG_ASSIGN', 'no case has a final answer that could be rated');
  if (labelled.book.task !== 'rate') return all.map(({ id }) => id);
  const labels = expectedLabels(labelled);
  const rated = all.filter((sampled) => ratedCall(sampled, labels) !== null).map(({ id }) => id);
  if (rated.length > 0) return rated;
  const message = 'no case has a label with arguments that could be rated: label the cases first';
  throw datasetError('FLAG_ASSIGN', message);
}

function rejectSecondDeal(
  { assignments: before, book, sample }: LabelledSample,
  assignments: Assignments,
): void {
  const file = assignmentsFile(book.task);
  if (before === null || !existsSync(join(sample.path, file))) return;
  if (canonicalJson(toJson(before)) === canonicalJson(toJson(assignments))) return;
  const hint = `remove ${file} to deal again; labels stay`;
  throw datasetError('LABEL_ASSIGNED', 'the cases are assigned already', { hint });
}

function toJson(value: unknown): Json {
  return value as Json;
}
