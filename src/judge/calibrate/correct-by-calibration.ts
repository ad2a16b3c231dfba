import {
  type Calibration,
  type Correct,
  type Estimate,
  type JudgeCalibration,
  type KindCalibration,
  type Question,
  questionKey,
  rejectCorrection,
  roganGladen,
} from '#core';
import { hashText } from '../prompt/hash-text.ts';
import { estimateOf, round } from './figures.ts';

/** What was asked in a run about questions of one kind. */
export interface AskedKind {
  readonly kind: Question['kind'];
  /** `provider:model`, or `jury`. */
  readonly judge: string;
  readonly promptHash: string;
  /** The questions of all runs: one that several runs ask is there as often. */
  readonly questions: readonly Question[];
}

/** Corrects judged shares of a run by what a calibration says about the judge. */
export function correctionBy(calibration: Calibration, asked: AskedKind): Correct {
  const { kind } = asked;
  const refuse =
    (reason: string): Correct =>
    () =>
      rejectCorrection(reason);
  if (calibration.prompts[kind] === undefined)
    return refuse(`the calibration has no rated ${NOUNS[kind]}`);
  const judge = calibration.judges.find((candidate) => candidate.judge === asked.judge);
  if (judge === undefined || calibration.prompts[kind] !== asked.promptHash)
    return refuse('the calibration is of another judge, prompt or guide');
  if (judge.use === 'do_not_use')
    return refuse(`the calibration says not to use the judge: ${judge.reasons.join('; ')}`);
  const figures = figuresOf(calibration, judge, kind);
  if (figures === null)
    return refuse('the calibration does not distinguish kinds of questions: make it anew');
  const { raw, ppi } = figures.corrected;
  const isOverSameCases = calibration.questions?.[kind] === hashQuestions(asked.questions);
  return (share, size) => {
    // The same cases with other weights have another share.
    if (isOverSameCases && ppi.refused === null && raw === round(share))
      return { ...ppi, method: 'ppi' };
    const estimate = correctByCalibration(figures, share, size);
    if (estimate.refused === null) return { ...estimate, method: 'rogan_gladen' };
    const isPpiMissed = ppi.refused === null && !isOverSameCases;
    return rejectCorrection(
      isPpiMissed ? `${estimate.refused}${OTHER_QUESTIONS}` : estimate.refused,
    );
  };
}

/** Samples replace personal data, and runs do so on request. */
const OTHER_QUESTIONS = ', and PPI++ needs the very questions of the rated sample';

const NOUNS: Record<Question['kind'], string> = {
  arguments: 'arguments',
  answer: 'answers',
  goal: 'goals',
};

/** How the judge errs on this kind; null where the file has only figures over several kinds together. */
function figuresOf(
  { prompts }: Calibration,
  judge: JudgeCalibration,
  kind: Question['kind'],
): KindCalibration | null {
  return judge.byKind?.[kind] ?? (Object.keys(prompts).length === 1 ? judge : null);
}

/** SHA-256 over questions in any order. */
export function hashQuestions(questions: readonly Question[]): string {
  return hashText(questions.map(questionKey).sort().join('\n'));
}

/**
 * The share that people would call good where this judge calls `share` of `size` cases so. It assumes that the judge errs
 * there as on the rated cases.
 */
export function correctByCalibration(
  { sensitivity, specificity }: Pick<KindCalibration, 'sensitivity' | 'specificity'>,
  share: number,
  size: number,
): Estimate {
  return estimateOf(
    roganGladen(share, size, {
      q1: sensitivity.k / sensitivity.n,
      m1: sensitivity.n,
      q0: specificity.k / specificity.n,
      m0: specificity.n,
    }),
  );
}
