import { type Grade, type JsonObject, parseTrace, type Question } from '#core';
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
import { ratedRuns } from './rated-runs.ts';

/** The cases of a sample that a judge can be asked about, with the ratings that people gave them. */
export function ratingsOfSample(folder: string, questionsOf: CaseQuestions): RatedSet {
  const sample = loadSample(folder);
  const { records } = readLabels(folder);
  const tasks = RATINGS.filter((task) => records.some((record) => record.task === task));
  // Without any rating, it is said what could be rated of the arguments.
  const parts = (tasks.length === 0 ? (['rate'] as const) : tasks).map((task): RatedSet => {
    if (task === 'rate') return ratedArguments(sample, records, questionsOf);
    const { sample: rated, questions } = ratedRuns(sample, task, questionsOf);
    const set = ratedSet(rated, records, task, questions);
    return { ...set, unasked: sample.cases.size - questions.size };
  });
  return parts.length === 1 ? parts[0]! : joinSets(parts);
}

const RATINGS = ['rate', 'rate-answer', 'rate-goal'] as const;
type Rating = (typeof RATINGS)[number];

/** The cases whose label has arguments; a judge is asked where they are not equal to the called ones. */
function ratedArguments(
  sample: SampleFolder,
  records: readonly LabelRecord[],
  questionsOf: CaseQuestions,
): RatedSet {
  const labels = new LabelBook(sample, records, readAssignments(sample.path), 'label');
  const questions = new Map<string, Question>();
  let unasked = 0;
  for (const sampledCase of sample.cases.values()) {
    const rated = ratedCall(sampledCase, labels);
    if (rated === null) continue;
    const parsed = parseTrace({ ...sampledCase.trace, input: sampledCase.input });
    const asked = parsed.ok ? questionsOf(rated.expected, parsed.trace) : [];
    if (asked.length === 1) questions.set(sampledCase.id, asked[0]!);
    else unasked += 1;
  }
  return { ...ratedSet(sample, records, 'rate', questions), unasked };
}

function ratedSet(
  sample: SampleFolder,
  records: readonly LabelRecord[],
  task: Rating,
  questions: ReadonlyMap<string, Question>,
): Omit<RatedSet, 'unasked'> {
  const assignments = readAssignments(sample.path, task);
  const book = new LabelBook(sample, records, assignments, task);
  const cases = [...questions.keys()]
    .sort()
    .map((id) => ratedCaseOf(sample, book, id, questions.get(id)!));
  const guides = new Set(
    cases.flatMap(({ id }) => book.reviewsOf(id).map((labelRecord) => labelRecord.guideHash)),
  );
  return {
    cases,
    guideHash: guides.size === 1 ? [...guides][0]! : null,
    sampling: samplingOf(cases, assignments),
  };
}

/** Ratings of several kinds. Whether the rated cases are a random part is known of each kind by itself. */
function joinSets(sets: readonly RatedSet[]): RatedSet {
  const guides = new Set(sets.map(({ guideHash }) => guideHash));
  const uneven = sets.find(({ sampling }) => !sampling.isRandomPart);
  return {
    cases: sets.flatMap(({ cases }) => cases),
    unasked: sets.reduce((sum, { unasked }) => sum + unasked, 0),
    guideHash: guides.size === 1 ? [...guides][0]! : null,
    sampling: (uneven ?? sets[0]!).sampling,
    samplingByKind: new Map(
      sets.flatMap(({ cases, sampling }) =>
        cases.length === 0 ? [] : [[cases[0]!.question.kind, sampling] as const],
      ),
    ),
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
  const order = assignments.cases
    .map((assignedCase) => assignedCase.case)
    .filter((id) => asked.has(id));
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
