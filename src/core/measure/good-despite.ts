import { allHold } from '../scoring/reach.ts';
import { isPerfect } from '../scoring/score-run.ts';
import type { RunScore } from '../scoring/scorer.ts';
import type { ScorerPlan } from './plan.ts';

/** Whether judges find a run good that others find wrong. Without a question no judge finds anything. */
export function isGoodDespite(
  parts: readonly { readonly plan: ScorerPlan }[],
  scores: readonly RunScore[],
  passes: readonly (boolean | null)[],
): boolean {
  if (!scores.some(({ tally }) => (tally['judged'] ?? 0) > 0)) return false;
  const perfect = (isJudged: boolean): readonly (boolean | null)[] =>
    parts.flatMap(({ plan: { purpose, scorer } }, i) =>
      purpose === 'score' && (scorer.isJudged === true) === isJudged
        ? isPerfect(scores[i] as RunScore)
        : [],
    );
  const judged = perfect(true);
  if (judged.length === 0 || allHold(judged) !== true) return false;
  return allHold([...perfect(false), ...passes]) === false;
}
