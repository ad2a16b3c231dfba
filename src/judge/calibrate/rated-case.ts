import type { Grade, Question } from '#core';

/** What one person says of a case. */
export interface CaseRating {
  readonly rater: string;
  readonly rating: Grade;
  /** Which clause of the guide decided; null where none is named. */
  readonly clause: string | null;
}

/** A case that a judge can be asked about, rated by people or not. */
export interface RatedCase {
  readonly id: string;
  readonly question: Question;
  /** Of which tool the arguments are; null where the question is about an answer. */
  readonly tool: string | null;
  /** What people say before a third person decides. */
  readonly ratings: readonly CaseRating[];
  /** The rating that counts; null where there is none. */
  readonly rating: Grade | null;
  readonly clause: string | null;
  /** How much of the population the case represents. */
  readonly weight: number;
}

/** The cases that a judge is calibrated by. */
export interface RatedSet {
  readonly cases: readonly RatedCase[];
  /** Cases that a judge is not asked about. */
  readonly unasked: number;
  readonly guideHash: string | null;
  readonly sampling: { readonly isRandomPart: boolean; readonly reason: string };
  /** The same of each kind of question, where there are several. */
  readonly samplingByKind?: ReadonlyMap<Question['kind'], RatedSet['sampling']>;
}

/** The clause that most of those name who gave this rating; null where none does, or two do as often. */
export function clauseOf(ratings: readonly CaseRating[], rating: Grade | null): string | null {
  const counts = new Map<string, number>();
  for (const { clause, rating: clauseRating } of ratings)
    if (clause !== null && clauseRating === rating)
      counts.set(clause, (counts.get(clause) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  return first === undefined || first[1] === second?.[1] ? null : first[0];
}
