import type { Correct } from '../gates/corrected-gate.ts';
import type { Place } from '../issues/issue.ts';
import type { Question, Rulings } from '../judge/index.ts';
import type { JudgeReport } from '../report/report.ts';
import type { MeasurePlan } from './plan.ts';

/** How judged shares are corrected, by the kind of question that decides them. */
export type Corrections = ReadonlyMap<Question['kind'], Correct>;

/** A run that waits for a judge. */
interface WaitingRun {
  readonly plan: MeasurePlan;
  readonly order: number;
  /** Where its record is. */
  readonly where: Place | null;
  /** The model that it was recorded with, where that is known. */
  readonly model: string | undefined;
  readonly questions: readonly Question[];
  /** Scores it. */
  readonly score: () => void;
}

/** Who answers what only a judge can decide, while runs are measured. */
export interface JudgingRuns extends Rulings {
  /** Lets a run wait where it has questions that were not asked; false where it can be scored now. */
  hold(run: WaitingRun): boolean;
  /** Forgets the waiting runs of a test that is read again. */
  release(plan: MeasurePlan): void;
  /** What was asked about the runs of a test or an eval; null where nothing was. */
  summaryOf(plan: MeasurePlan): JudgeReport | null;
  /** How its judged shares are corrected; null without a calibration. */
  correctionsOf(plan: MeasurePlan): Corrections | null;
}
