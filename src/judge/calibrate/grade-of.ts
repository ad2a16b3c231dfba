import { type Grade, isGoodStatement, type JudgeVerdict } from '#core';

/** A verdict as a grade that can be compared with a rating. Statements alone: all speak for the answer, some do, or none does. */
export function gradeOf(verdict: JudgeVerdict): Grade {
  if (verdict.kind === 'arguments') return verdict.score;
  if (verdict.kind === 'goal') return verdict.achieved ? 1 : 0;
  if (verdict.score !== null) return verdict.score;
  const good = verdict.statements.filter(isGoodStatement).length;
  if (good === verdict.statements.length) return 1;
  return good === 0 ? 0 : 0.5;
}
