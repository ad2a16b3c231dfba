import {
  type Grade,
  type Issue,
  isJsonObject,
  type Json,
  type JsonObject,
  majorityOf,
  type Trace,
  UserError,
} from '#core';
import { type FilledRow, readAnswer } from '#dataset';
import { type CaseRating, clauseOf, type RatedCase, type RatedSet } from '#judge';
import { recordedTrace, rowId, withCatalog } from '../datasets/dataset-row.ts';
import type { CaseQuestions } from './case-questions.ts';
import { ratingsIssue } from './ratings-issue.ts';

/** The cases of a file of rows that a judge can be asked about. Rows of one id are ratings of one case. */
export function ratingsOfRows(rows: readonly FilledRow[], questionsOf: CaseQuestions): RatedSet {
  const cases = new Map<string, RatedCase>();
  const issues: Issue[] = [];
  const guides = new Set<Json>();
  let unasked = 0;
  for (const [index, row] of rows.entries()) {
    try {
      const ratedCase = readCase(row, index, questionsOf);
      if (ratedCase === null) unasked += 1;
      else cases.set(ratedCase.id, joinCases(cases.get(ratedCase.id), ratedCase));
      guides.add(row.value.guide_hash ?? null);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      issues.push(...error.issues.map((issue) => ({ ...issue, where: row.where })));
    }
  }
  if (issues.length > 0) throw new UserError(issues);
  const [guide] = guides;
  return {
    cases: [...cases.values()].map(settle).sort((a, b) => (a.id < b.id ? -1 : 1)),
    unasked,
    guideHash: guides.size === 1 && typeof guide === 'string' ? guide : null,
    sampling: { isRandomPart: false, reason: 'the ratings are not those of a sample' },
  };
}

function readCase(
  { value, where }: FilledRow,
  index: number,
  questionsOf: CaseQuestions,
): RatedCase | null {
  const row = withSheetColumns(value);
  const trace = traceOf(row);
  const questions = questionsOf(row, trace);
  if (questions.length !== 1) return null;
  const question = questions[0]!;
  const own = readRating(row);
  const { weight } = row;
  if (weight !== undefined && (typeof weight !== 'number' || !(weight > 0)))
    throw new UserError([ratingsIssue('a weight is a number above 0')]);
  return {
    id: rowId(row.id, where, index),
    question,
    tool: question.kind === 'arguments' ? question.tool.name : null,
    ratings: readRatings(row, own),
    // Where single ratings stand beside it, the rating of the row is the one that counts.
    rating: Array.isArray(row.ratings) ? (own?.rating ?? null) : null,
    clause: own?.clause ?? null,
    weight: weight ?? 1,
  };
}

/** A row as a sheet has it names its label `expected` and its calls `called`. */
function withSheetColumns(row: JsonObject): JsonObject {
  const { expected, called } = row;
  return {
    ...row,
    ...(isJsonObject(expected) ? expected : {}),
    ...(Array.isArray(called) && row.trace === undefined ? { tool_calls: called as Json } : {}),
  };
}

function traceOf(row: JsonObject): Trace {
  const { input = null, output } = row;
  const recorded = recordedTrace(row);
  const trace = recorded === null || isIssue(recorded) ? recorded : withCatalog(recorded, row);
  if (trace === null)
    throw new UserError([ratingsIssue('the row has neither called, tool_calls nor trace')]);
  if (isIssue(trace)) throw new UserError([trace]);
  return {
    ...trace,
    input: trace.input ?? input,
    output: output === undefined ? trace.output : output,
  };
}

function isIssue(value: Trace | Issue): value is Issue {
  return 'severity' in value;
}

function readRatings(row: JsonObject, own: CaseRating | null): readonly CaseRating[] {
  if (!Array.isArray(row.ratings)) return own === null ? [] : [own];
  return (row.ratings as readonly Json[]).map((ratingValue, place) => {
    const rating = isJsonObject(ratingValue)
      ? readRating({ rater: `rater ${place + 1}`, ...ratingValue })
      : null;
    if (rating === null)
      throw new UserError([ratingsIssue('ratings are { rater, rating, clause }')]);
    return rating;
  });
}

function readRating(row: JsonObject): CaseRating | null {
  const answer = readAnswer(row, 'rate');
  if (answer === null) return null;
  if (typeof answer === 'string') throw new UserError([ratingsIssue(answer)]);
  const rater = row.rater ?? row.reviewer;
  return {
    rater: typeof rater === 'string' && rater !== '' ? rater : 'rater 1',
    rating: answer.rating as Grade,
    clause: typeof answer.clause === 'string' ? answer.clause : null,
  };
}

function joinCases(before: RatedCase | undefined, ratedCase: RatedCase): RatedCase {
  if (before === undefined) return ratedCase;
  return {
    ...ratedCase,
    ratings: [...before.ratings, ...ratedCase.ratings],
    rating: ratedCase.rating ?? before.rating,
  };
}

/** The rating that counts: the one that the row decides, otherwise that of the majority. */
function settle(ratedCase: RatedCase): RatedCase {
  const rating = ratedCase.rating ?? majorityOf(ratedCase.ratings.map((each) => each.rating));
  const isDecided = ratedCase.rating !== null && ratedCase.clause !== null;
  return {
    ...ratedCase,
    rating,
    clause: isDecided ? ratedCase.clause : clauseOf(ratedCase.ratings, rating),
  };
}
