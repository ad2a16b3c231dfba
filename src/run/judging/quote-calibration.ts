import type { Calibration, CalibrationQuote, Corrections, Estimate, Question, Ruling } from '#core';
import {
  correctByCalibration,
  correctionBy,
  gradeOf,
  type Panel,
  promptHash,
  quoteCalibration,
} from '#judge';

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
  const name = judgeName(panel);
  const judge = calibration.judges.find((judge) => judge.judge === name);
  const rated = asked.filter(
    ({ question: { kind } }) => calibration.prompts[kind] === promptHash(panel, kind),
  );
  if (judge === undefined || rated.length === 0) return { stale: true };
  const grades = rated.flatMap(({ ruling: { verdict } }) =>
    verdict === null ? [] : gradeOf(verdict),
  );
  const k = grades.filter((grade) => grade === 1).length;
  const n = grades.length;
  const kinds = new Set(rated.map(({ question: { kind } }) => kind));
  const exact =
    n > 0 && kinds.size === 1 ? correctSameCases(calibration, rated, panel, k / n) : null;
  const corrected = n === 0 ? null : (exact ?? correctByCalibration(judge, k / n, n));
  return {
    stale: false,
    text: quoteCalibration(judge),
    use: judge.use,
    judged: { k, n },
    corrected,
  };
}

/** The estimate of the calibration itself, as gates use it, where the very same cases were judged; null otherwise. */
function correctSameCases(
  calibration: Calibration,
  rated: readonly RuledQuestion[],
  panel: Panel,
  share: number,
): Estimate | null {
  const questions = rated.map(({ question }) => question);
  const [correct] = correctionsOf(calibration, questions, panel).values();
  const { method = null, ...estimate } = correct?.(share, rated.length) ?? {};
  return method === 'ppi' ? (estimate as Estimate) : null;
}

/** How the shares of a test or an eval are corrected that asked these questions. */
export function correctionsOf(
  calibration: Calibration,
  questions: readonly Question[],
  panel: Panel,
): Corrections {
  const kinds = [...new Set(questions.map(({ kind }) => kind))];
  return new Map(
    kinds.map((kind) => {
      const ofKind = questions.filter((question) => question.kind === kind);
      const asked = { kind, judge: judgeName(panel), promptHash: promptHash(panel, kind) };
      return [kind, correctionBy(calibration, { ...asked, questions: ofKind })];
    }),
  );
}

/** What a calibration calls the judges of a panel. */
function judgeName({ jurors }: Panel): string {
  const [first] = jurors;
  return jurors.length === 1 && first !== undefined ? first.label : 'jury';
}
