import { agreementOf, krippendorffAlpha } from '#core';
import type { CaseState, LabelAgreement, LabelStatus } from '#schema';
import type { SampleFolder } from '../sampling/sample-folder.ts';
import { answerKey, categoryOf, isRating } from './answer.ts';
import type { Assignments } from './assignments.ts';
import type { LabelBook } from './label-book.ts';

/** Counts what is done, and measures agreement. */
export function labelStatus(
  sample: SampleFolder,
  book: LabelBook,
  assignments: Assignments | null,
): LabelStatus {
  const states: Record<CaseState, number> = {
    unlabelled: 0,
    waiting: 0,
    agreed: 0,
    disputed: 0,
    adjudicated: 0,
  };
  const done = new Map<string, number>(assignments?.reviewers.map((name) => [name, 0]));
  // Only cases that can be rated are assigned to raters.
  const ids =
    isRating(book.task) && assignments !== null
      ? assignments.cases.map((assignment) => assignment.case)
      : [...sample.cases.keys()];
  let doubts = 0;
  for (const id of ids) {
    states[book.settle(id).state] += 1;
    for (const { reviewer, unsure } of book.reviewsOf(id)) {
      done.set(reviewer, (done.get(reviewer) ?? 0) + 1);
      doubts += unsure === true ? 1 : 0;
    }
  }
  const reviewers = [...done].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    task: book.task,
    cases: ids.length,
    states,
    reviewers: reviewers.map(([reviewer, count]) => ({
      reviewer,
      assigned:
        assignments?.cases.filter((assignment) => assignment.reviewers.includes(reviewer)).length ??
        null,
      done: count,
    })),
    stale: book.stale.length,
    unsure: doubts,
    agreement: measureAgreement(sample, book),
  };
}

/** How far reviewers agree on the cases that more than one of them labelled. */
export function measureAgreement(sample: SampleFolder, book: LabelBook): LabelAgreement {
  const pairs: (readonly [string, string])[] = [];
  const items: (string | number)[][] = [];
  let identical = 0;
  for (const id of sample.cases.keys()) {
    const answers = book.reviewsOf(id).map(({ answer }) => answer);
    if (answers.length < 2) continue;
    const categories = answers.map((answer) => categoryOf(answer, book.task));
    items.push(isRating(book.task) ? categories.map(Number) : categories);
    if (new Set(answers.map((answer) => answerKey(answer, book.task))).size === 1) identical += 1;
    for (const [i, a] of categories.entries())
      for (const b of categories.slice(i + 1)) pairs.push([a, b]);
  }
  const level = isRating(book.task) ? 'ordinal' : 'nominal';
  return {
    cases: items.length,
    identical,
    pairs: agreementOf(pairs),
    alpha: krippendorffAlpha(items, level),
  };
}
