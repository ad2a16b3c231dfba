import type { Calibration, CalibrationQuote, Question, Ruling } from '#core';
import { correctByCalibration, gradeOf, type Panel, promptHash, quoteCalibration } from '#judge';

/** A question and what became of it. */
export interface RuledQuestion {
  readonly question: Question;
  readonly ruling: Ruling;
}

/**
 * What a report says about the calibration of its judge, over the questions of the kinds that people rated. Null where
 * they rated nothing of the kind.
 */
export function quoteOf(
  calibration: Calibration,
  asked: readonly RuledQuestion[],
  panel: Panel,
): CalibrationQuote | null {
  if (asked.every(({ question: { kind } }) => calibration.prompts[kind] === undefined)) return null;
  const name = panel.jurors.length === 1 ? panel.jurors[0]?.label : 'jury';
  const judge = calibration.judges.find((one) => one.judge === name);
  const rated = asked.filter(
    ({ question: { kind } }) => calibration.prompts[kind] === promptHash(panel, kind),
  );
  if (judge === undefined || rated.length === 0) return { stale: true };
  const grades = rated.flatMap(({ ruling: { verdict } }) =>
    verdict === null ? [] : gradeOf(verdict),
  );
  const k = grades.filter((grade) => grade === 1).length;
  const n = grades.length;
  const corrected = n === 0 ? null : correctByCalibration(judge, k, n);
  return {
    stale: false,
    text: quoteCalibration(judge),
    use: judge.use,
    judged: { k, n },
    corrected,
  };
}
