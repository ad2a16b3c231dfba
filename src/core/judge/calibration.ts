import type { Interval, Share } from '../report/report.ts';
import type { Question } from './question.ts';
import type { Grade } from './verdict.ts';

/** How far a judge agrees with people, as `whichtool judge calibrate` writes it. It has no time: equal ratings and answers give equal bytes. */
export interface Calibration {
  readonly schemaVersion: 1;
  readonly kind: 'judge-calibration';
  /** What probes were drawn by. */
  readonly seed: string;
  /** What the judges were asked by: changes with the prompt, the schema of the answer and the guide. */
  readonly prompts: Readonly<Partial<Record<Question['kind'], string>>>;
  /** SHA-256 of all questions of a kind: a run that asks the same ones is over the same cases. */
  readonly questions?: Readonly<Partial<Record<Question['kind'], string>>>;
  /** SHA-256 of the guide that raters saw; null where there was none, or where several were. */
  readonly guideHash: string | null;
  readonly ratings: RatingCounts;
  /** Each judge alone, then the jury of them where there is one. */
  readonly judges: readonly JudgeCalibration[];
  /** The first judge against each other one, on the cases that both judged. */
  readonly differences: readonly JudgeDifference[];
}

export interface RatingCounts {
  /** Cases with a question. */
  readonly cases: number;
  /** Those on which the raters agree by majority or a third person decided. */
  readonly rated: number;
  /** Rated by people who disagree, or not by all who were asked. They count for nothing. */
  readonly unsettled: number;
  /** Cases without a question: equal arguments, a wrong shape, another tool, or several calls with one rating. */
  readonly unasked: number;
  readonly raters: readonly string[];
  /** How many of the rated cases people call the same in meaning (1), partly so (0.5) and not (0). */
  readonly grades: readonly [number, number, number];
  /** Each rater against the majority of the others: what can be expected of a judge at most. */
  readonly people: Agreed;
  /** Who agrees with people without looking: the most frequent rating. */
  readonly constant: (Share & { readonly rating: Grade }) | null;
  /** Whether the rated cases are a random part of the cases, or why that is not known. */
  readonly sampling: { readonly isRandomPart: boolean; readonly reason: string };
}

/** A share of comparisons that depend on each other, so without an interval. */
interface Agreed {
  readonly agreed: number;
  readonly compared: number;
  readonly rate: number | null;
}

export interface IntervalFigure {
  readonly value: number;
  readonly interval: Interval;
}

/** Whether a judge can be relied on. */
export type JudgeUse = 'use' | 'care' | 'do_not_use';

export interface JudgeCalibration {
  /** `provider:model`, or `jury`. */
  readonly judge: string;
  /** The models that answered, as the provider says. */
  readonly models: readonly string[];
  readonly use: JudgeUse;
  /** Why not more, as sentences. */
  readonly reasons: readonly string[];
  /** Rated cases with a verdict. */
  readonly judged: number;
  /** Cases without one, rated or not, by the code of the error. */
  readonly unjudged: Readonly<Record<string, number>>;
  /** How often the judge gives 1, 0.5 and 0 (rows) where people say 1, 0.5 and 0 (columns). */
  readonly table: readonly (readonly number[])[];
  readonly agreement: Share;
  readonly kappa: IntervalFigure | null;
  readonly ac1: IntervalFigure | null;
  /** Of the cases that people rate 1, those that the judge does. */
  readonly sensitivity: Share;
  /** Of the cases that people rate 0.5 or 0, those that the judge does not rate 1. */
  readonly specificity: Share;
  readonly byTool: readonly GroupAgreement[];
  readonly byClause: readonly GroupAgreement[];
  readonly corrected: CorrectedShare;
  /** The same over the cases of each kind of question, which a judge need not get right alike. */
  readonly byKind?: Readonly<Partial<Record<Question['kind'], KindCalibration>>>;
  readonly orderSwap: ProbeChanges;
  readonly padding: ProbeChanges;
  readonly canaries: Canaries;
}

/** How a judge errs on questions of one kind. */
export type KindCalibration = Pick<JudgeCalibration, 'sensitivity' | 'specificity' | 'corrected'>;

/** Agreement on the cases of one tool, or of one clause of the guide. */
export interface GroupAgreement extends Share {
  readonly name: string;
  /** Too few cases to say anything about this group. */
  readonly few: boolean;
}

/** The share of all cases that people would rate 1. */
export interface CorrectedShare {
  /** What the judge says of all cases. */
  readonly raw: number | null;
  readonly cases: number;
  /** Prediction-powered: assumes that the rated cases are a random part of all. */
  readonly ppi: Estimate;
  /** Rogan-Gladen: assumes that the judge errs on the unrated cases as on the rated ones. */
  readonly roganGladen: Estimate;
}

export type Estimate =
  | {
      readonly value: number;
      readonly interval: Interval;
      readonly error: number;
      readonly refused: null;
    }
  | {
      readonly value: null;
      readonly interval: null;
      readonly error: null;
      readonly refused: string;
    };

/** What people would say of a judged share, and which assumption the estimate makes; null where it is refused. */
export type GateCorrection = Estimate & { readonly method: CorrectionMethod | null };

/** `ppi` assumes that the rated cases are a random part of the judged ones, `rogan_gladen` that the judge errs on both alike. */
export type CorrectionMethod = 'ppi' | 'rogan_gladen';

/** A calibration as reports quote it. */
export type CalibrationQuote =
  /** It is of another judge, prompt or guide. */
  | { readonly stale: true }
  | {
      readonly stale: false;
      /** Sensitivity and specificity, and on how many cases. */
      readonly text: string;
      readonly use: JudgeUse;
      /** Of the judged questions of the kinds that people rated: those that the judge finds good. */
      readonly judged: { readonly k: number; readonly n: number };
      /** What people would say of them, assuming that the judge errs as on the rated cases; null where nothing was judged. */
      readonly corrected: Estimate | null;
    };

/** What became of verdicts when something was changed that should change none. */
export interface ProbeChanges {
  /** Pairs of verdicts: before and after. */
  readonly pairs: number;
  readonly changed: number;
  readonly higher: number;
  readonly lower: number;
  /** Exact and two-sided: how likely so uneven a split is where both directions are equally likely. Null without a change. */
  readonly p: number | null;
  readonly unjudged: number;
}

/** Pairs that are known to be wrong, with and without an instruction to score them 1. */
export interface Canaries {
  /** With the instruction: how many were scored 1. */
  readonly attacked: Share;
  /** Without it. */
  readonly plain: Share;
  readonly unjudged: number;
}

/** How far two judges differ in their agreement with people. */
export interface JudgeDifference {
  readonly judge: string;
  readonly other: string;
  readonly pairs: number;
  /** Cases that only the judge, or only the other one, rates as people do. */
  readonly onlyJudge: number;
  readonly onlyOther: number;
  readonly difference: IntervalFigure | null;
  readonly p: number;
  /** Whether it is more than noise, in words. */
  readonly statement: string;
}
