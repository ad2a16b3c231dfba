import {
  type CorrectedShare,
  type Estimate,
  type Grade,
  MIN_RATED,
  ppiPlusPlus,
  roganGladen,
} from '#core';
import { estimateOf, refused, round } from './figures.ts';
import type { RatedSet } from './rated-case.ts';

/** A case with what people and the judge say of it. */
export interface JudgedRating {
  readonly people: Grade | null;
  readonly judge: Grade | null;
  readonly weight: number;
}

/** What share of all cases people would rate 1. A rating of 0.5 counts as not the same in meaning. */
export function correctShare(
  cases: readonly JudgedRating[],
  sampling: RatedSet['sampling'],
): CorrectedShare {
  const judged = cases.flatMap(({ people, judge, weight }) =>
    judge === null
      ? []
      : [{ people: people === null ? null : good(people), judge: good(judge), weight }],
  );
  const rated = judged.flatMap(({ people, ...rest }) =>
    people === null ? [] : [{ ...rest, people }],
  );
  const unrated = judged.filter(({ people }) => people === null);
  const missing = cases.length - judged.length;
  const raw = weightedMean(judged);
  return {
    raw: raw === null ? null : round(raw.mean),
    cases: judged.length,
    ppi: powered(rated, unrated, missing, sampling),
    roganGladen: plugIn(rated, unrated, missing),
  };
}

interface Judged {
  readonly judge: number;
  readonly weight: number;
}
type Rated = Judged & { readonly people: number };

function powered(
  rated: readonly Rated[],
  unrated: readonly Judged[],
  missing: number,
  { isRandomPart, reason }: RatedSet['sampling'],
): Estimate {
  if (!isRandomPart) return refused(reason);
  if (missing > 0) return refused(`${missing} of the cases have no verdict`);
  if (rated.length < MIN_RATED)
    return refused(`people rated ${rated.length} cases; an estimate needs ${MIN_RATED}`);
  if (skillOf(rated) <= 0) return refused('the judge is not better than chance');
  const estimate = ppiPlusPlus(rated, unrated);
  return estimate === null ? refused('no case is rated') : estimateOf({ ok: true, ...estimate });
}

function plugIn(rated: readonly Rated[], unrated: readonly Judged[], missing: number): Estimate {
  if (unrated.length === 0)
    return refused(
      'every case is rated: a report corrects its own share by sensitivity and specificity',
    );
  if (missing > 0) return refused(`${missing} of the cases have no verdict`);
  const { q1, m1, q0, m0 } = ratesOf(rated);
  const { mean, size } = weightedMean(unrated)!;
  return estimateOf(roganGladen(mean, size, { q1, m1, q0, m0 }));
}

/** Sensitivity and specificity with their counts. */
function ratesOf(rated: readonly Pick<Rated, 'people' | 'judge'>[]): {
  readonly q1: number;
  readonly m1: number;
  readonly q0: number;
  readonly m0: number;
} {
  const m1 = rated.filter(({ people }) => people === 1).length;
  const m0 = rated.length - m1;
  const right = (people: number): number =>
    rated.filter((item) => item.people === people && item.judge === people).length;
  return { q1: right(1) / m1, m1, q0: right(0) / m0, m0 };
}

/** How much better than chance: 0 is a coin. Where people gave one class alone nothing is known, and nothing is refused. */
function skillOf(rated: readonly Rated[]): number {
  const { q1, q0, m1, m0 } = ratesOf(rated);
  return m1 === 0 || m0 === 0 ? 1 : q1 + q0 - 1;
}

function good(grade: Grade): number {
  return grade === 1 ? 1 : 0;
}

function weightedMean(cases: readonly Judged[]): { mean: number; size: number } | null {
  if (cases.length === 0) return null;
  const sum = (of: (item: Judged) => number): number =>
    cases.reduce((all, item) => all + of(item), 0);
  const all = sum(({ weight }) => weight);
  const squares = sum(({ weight }) => weight * weight);
  return { mean: sum(({ judge, weight }) => judge * weight) / all, size: (all * all) / squares };
}
