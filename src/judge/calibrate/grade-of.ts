import { type Grade, gradeParts, type JudgeVerdict } from '#core';

/** A verdict as a grade that can be compared with a rating. Of an answer: all parts are good, some are, or none is. */
export function gradeOf(verdict: JudgeVerdict): Grade {
  if (verdict.kind === 'arguments') return verdict.score;
  if (verdict.kind === 'goal') return verdict.achieved ? 1 : 0;
  return gradeParts(verdict.score, verdict.statements);
}
