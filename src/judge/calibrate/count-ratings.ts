import { type Grade, GRADES, leaveOneOut, mostCommon, type RatingCounts, shareReport } from '#core';
import { round } from './figures.ts';
import type { RatedSet } from './rated-case.ts';

/** What people said, before any judge is looked at. */
export function countRatings({ cases, unasked, sampling }: RatedSet): RatingCounts {
  const rated = cases.flatMap(({ rating }) => rating ?? []);
  const begun = cases.filter(({ ratings, rating }) => ratings.length > 0 || rating !== null);
  const { agreed, compared } = leaveOneOut(
    cases.map(({ ratings }) => ratings.map(({ rater, rating }) => ({ rater, value: rating }))),
  );
  const count = (grade: Grade): number => rated.filter((rating) => rating === grade).length;
  // In the order of the grades, so that of equally frequent ones it is always the same.
  const common = mostCommon([...rated].sort((a, b) => b - a));
  return {
    cases: cases.length,
    rated: rated.length,
    unsettled: begun.length - rated.length,
    unasked,
    raters: [...new Set(cases.flatMap(({ ratings }) => ratings.map(({ rater }) => rater)))].sort(),
    grades: GRADES.map(count) as unknown as RatingCounts['grades'],
    people: { agreed, compared, rate: compared === 0 ? null : round(agreed / compared) },
    constant:
      common === null ? null : { rating: common.value, ...shareReport(common.count, rated.length) },
    sampling,
  };
}
