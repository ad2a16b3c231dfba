import { type Grade, isGoodStatement, type JudgeVerdict } from '#core';

/** A verdict as a grade that can be compared with a rating. Of an answer: all parts are good, some are, or none is. */
export function gradeOf(verdict: JudgeVerdict): Grade {
  if (verdict.kind === 'arguments') return verdict.score;
  if (verdict.kind === 'goal') return verdict.achieved ? 1 : 0;
  const statements = verdict.statements.map((one) => (isGoodStatement(one) ? 1 : 0));
  const parts: readonly number[] =
    verdict.score === null ? statements : [verdict.score, ...statements];
  if (parts.every((part) => part === 1)) return 1;
  return parts.every((part) => part === 0) ? 0 : 0.5;
}
