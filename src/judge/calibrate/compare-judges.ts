import { type JudgeDifference, mcnemarP, pairedDifference, pairsToDecide } from '#core';
import { round, roundLimits } from './figures.ts';
import type { JudgeView } from './judge-view.ts';
import type { RatedCase } from './rated-case.ts';

/** How far two judges differ in their agreement with people, on the rated cases that both judged. */
export function compareJudges(
  cases: readonly RatedCase[],
  judge: JudgeView,
  other: JudgeView,
): JudgeDifference {
  let [pairs, both, onlyJudge, onlyOther] = [0, 0, 0, 0];
  for (const { rating, question } of cases) {
    const [first, second] = [judge.read(question).grade, other.read(question).grade];
    if (rating === null || first === null || second === null) continue;
    pairs += 1;
    if (first === rating && second === rating) both += 1;
    else if (first === rating) onlyJudge += 1;
    else if (second === rating) onlyOther += 1;
  }
  const difference = pairedDifference(onlyJudge, onlyOther, pairs);
  const p = mcnemarP(onlyJudge, onlyOther);
  const counts = { pairs, onlyJudge, onlyOther };
  return {
    judge: judge.name,
    other: other.name,
    ...counts,
    difference:
      difference === null
        ? null
        : { value: round(difference.value), interval: roundLimits(difference.interval) },
    p: round(p),
    statement: state({ ...counts, judge: judge.name, other: other.name, both, p }),
  };
}

interface Counts {
  readonly judge: string;
  readonly other: string;
  readonly pairs: number;
  readonly both: number;
  readonly onlyJudge: number;
  readonly onlyOther: number;
  readonly p: number;
}

function state({ judge, other, pairs, both, onlyJudge, onlyOther, p }: Counts): string {
  if (pairs === 0) return 'no case was judged by both: nothing can be said';
  const counts = `${judge} agrees with people on ${both + onlyJudge} of ${pairs} cases, ${other} on ${both + onlyOther}`;
  const changed = onlyJudge + onlyOther;
  if (changed === 0) return `${counts}: no difference on any case`;
  const exact = `exact p = ${p < 0.0001 ? '< 0.0001' : p.toFixed(4)}`.replace('= <', '<');
  if (p <= 0.05)
    return `${counts}: ${onlyJudge > onlyOther ? judge : other} is better by more than noise (${exact})`;
  const needed = pairsToDecide(onlyJudge - onlyOther, changed, pairs);
  const more =
    needed === null
      ? 'no number of cases would distinguish them at this rate'
      : `about ${needed} rated cases would decide at this rate`;
  return `${counts}: this may be noise (${exact}); ${more}`;
}
