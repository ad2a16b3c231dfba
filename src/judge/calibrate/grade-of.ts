import type { Grade, JudgeVerdict } from '#core';

/** A verdict as a grade that can be compared with a rating. Statements alone: all are met, some are, or none is. */
export function gradeOf(verdict: JudgeVerdict): Grade {
  if (verdict.kind === 'arguments') return verdict.score;
  if (verdict.kind === 'goal') return verdict.achieved ? 1 : 0;
  if (verdict.score !== null) return verdict.score;
  const met = verdict.statements.filter((statement) => statement.met).length;
  if (met === verdict.statements.length) return 1;
  return met === 0 ? 0 : 0.5;
}
