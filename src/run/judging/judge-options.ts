import type { QuestionsEstimate } from '#judge';

/** How judges are asked. */
export interface JudgeOptions {
  /** Where answers are kept for later runs; null: nowhere. */
  readonly cache: string | null;
  /** The folder where answers are recorded, or only taken from; null: none. */
  readonly folder: string | null;
  /** No judge is asked: only recorded answers count. */
  readonly isReplay: boolean;
  /** Why no variable may be sent anywhere that a suite names; null where that is allowed. */
  readonly noExecution: string | null;
  /** Asked for when the first question is about to be asked; ends everything that is under way. */
  readonly listen: () => AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  /** Called with what asking would take; then no judge is asked. */
  readonly onPlan?: (plans: readonly PlannedQuestions[]) => void;
}

/** What asking the judges of a suite would take. */
export interface PlannedQuestions {
  readonly suite: string;
  readonly models: readonly string[];
  readonly estimate: QuestionsEstimate;
}
