import { type Grade, type JsonObject, parseTrace } from '#core';
import {
  type Assignments,
  LabelBook,
  type LabelRecord,
  loadSample,
  ratedCall,
  readAssignments,
  readLabels,
  type SampleFolder,
  weightOf,
} from '#dataset';
import { type CaseRating, clauseOf, type RatedCase, type RatedSet } from '#judge';
import type { CaseQuestions } from './case-questions.ts';

/** The cases of a sample that a judge can be asked about, with the ratings that people gave them. */
export function ratingsOfSample(folder: string, questionsOf: CaseQuestions): RatedSet {
  const sample = loadSample(folder);
  const { records } = readLabels(folder);
  const assignments = readAssignments(folder, 'rate');
  const labels = new LabelBook(sample, records, readAssignments(folder), 'label');
  const book = new LabelBook(sample, records, assignments, 'rate');
  const cases: RatedCase[] = [];
  let unasked = 0;
  for (const id of [...sample.cases.keys()].sort()) {
    const one = sample.cases.get(id)!;
    const rated = ratedCall(one, labels);
    if (rated === null) continue;
    const parsed = parseTrace({ ...one.trace, input: one.input });
    const questions = parsed.ok ? questionsOf(rated.expected, parsed.trace) : [];
    if (questions.length === 1) cases.push(ratedCaseOf(sample, book, id, questions[0]!));
    else unasked += 1;
  }
  const guides = new Set(cases.flatMap(({ id }) => book.reviewsOf(id).map((one) => one.guideHash)));
  return {
    cases,
    unasked,
    guideHash: guides.size === 1 ? [...guides][0]! : null,
    sampling: samplingOf(cases, assignments),
  };
}

function ratedCaseOf(
  { cases, manifest }: SampleFolder,
  book: LabelBook,
  id: string,
  question: RatedCase['question'],
): RatedCase {
  const { stratum, represents } = cases.get(id)!;
  const { label } = book.settle(id);
  const ratings = book.reviewsOf(id).map(ratingOf);
  const settled = label === null ? null : ratingOf(label);
  return {
    id,
    question,
    tool: question.kind === 'arguments' ? question.tool.name : null,
    ratings,
    rating: settled?.rating ?? null,
    clause:
      label?.role === 'adjudicate'
        ? (settled?.clause ?? null)
        : clauseOf(ratings, settled?.rating ?? null),
    weight: weightOf(manifest, stratum, represents),
  };
}

function ratingOf({ reviewer, answer }: Pick<LabelRecord, 'reviewer' | 'answer'>): CaseRating {
  const { rating, clause } = answer as JsonObject & { readonly rating: Grade };
  return { rater: reviewer, rating, clause: typeof clause === 'string' ? clause : null };
}

/**
 * Cases are dealt to raters in an order that the seed of the sample decides. So the first of them are a random part, as
 * long as none among them was left out; which ones people leave out is not random.
 */
export function samplingOf(
  cases: readonly Pick<RatedCase, 'id' | 'rating'>[],
  assignments: Assignments | null,
): RatedSet['sampling'] {
  const settled = new Set(cases.flatMap(({ id, rating }) => (rating === null ? [] : [id])));
  if (settled.size === cases.length)
    return { isRandomPart: true, reason: 'every case of the sample is rated' };
  if (assignments === null)
    return { isRandomPart: false, reason: 'the cases to rate were not dealt by label assign' };
  const asked = new Set(cases.map(({ id }) => id));
  const order = assignments.cases.map((one) => one.case).filter((id) => asked.has(id));
  const last = order.findLastIndex((id) => settled.has(id));
  const skipped = order.slice(0, last).filter((id) => !settled.has(id)).length;
  const isRandomPart = skipped === 0 && order.length === cases.length;
  if (isRandomPart)
    return { isRandomPart, reason: 'the rated cases are the first of a seeded order' };
  const reason =
    skipped === 0
      ? 'cases were not assigned'
      : `${skipped} cases before the last rated one have no rating that stands`;
  return { isRandomPart, reason };
}
