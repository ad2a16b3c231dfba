import type { ScoreReport } from '../report/report.ts';
import type { Folded } from './class-sums.ts';

/** Why an id that several metrics have is not measured: ids that rows decide are not known before they are read. */
const CLASH = 'several metrics have this id; give one of them a key';

/** The folds of several metrics by id. Where two of them give an id different values, neither is meant. */
export function joinFolds(entries: readonly (readonly [string, Folded])[]): Map<string, Folded> {
  const clashes = new Map<string, Folded>();
  for (const [id, folded] of entries) {
    const other = clashes.get(id);
    clashes.set(id, other === undefined || isEqual(other, folded) ? folded : CLASHING);
  }
  return clashes;
}

const CLASHING: Folded = { value: null, why: CLASH };

function isEqual({ value: a }: Folded, { value: b }: Folded): boolean {
  if (a === null || b === null) return a === b;
  return a.unit === b.unit && a.num * b.den === b.num * a.den;
}

/** A fold whose id is that of an output of its scorer. */
export function clashWith(score: ScoreReport, id: string, folded: Folded): Folded {
  return Object.hasOwn(score.metrics, id) ? CLASHING : folded;
}

/** The scores without the values of ids that several of them have. */
export function withoutClashes(scores: readonly ScoreReport[]): readonly ScoreReport[] {
  if (scores.length < 2) return scores;
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { metrics } of scores)
    for (const id of Object.keys(metrics)) (seen.has(id) ? twice : seen).add(id);
  if (twice.size === 0) return scores;
  return scores.map((score) => {
    const ids = Object.keys(score.metrics).filter((id) => twice.has(id));
    if (ids.length === 0) return score;
    const all = <T>(value: T): Record<string, T> =>
      Object.fromEntries(ids.map((id) => [id, value]));
    return {
      ...score,
      metrics: { ...score.metrics, ...all(null) },
      notMeasured: { ...score.notMeasured, ...all(CLASH) },
    };
  });
}

/** Why a gate on an id cannot be judged; null where one metric has it. */
export function clashOf(scores: readonly ScoreReport[], id: string): string | null {
  return scores.some(({ notMeasured }) => notMeasured?.[id] === CLASH) ? CLASH : null;
}
