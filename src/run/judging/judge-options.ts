import type { Question } from '#core';
import type { AnswerStore, Panel, QuestionsEstimate } from '#judge';
import type { JudgePlan, Suite } from '#suite';

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
  /** Workers that ask instead of this process. */
  readonly workers?: JudgeWorkers;
  /** Called with what asking would take; then no judge is asked. */
  readonly onPlan?: (plans: readonly PlannedQuestions[]) => void;
}

/** Other processes that ask judges. */
export interface JudgeWorkers {
  /** Has them ask what no store knows, and returns their answers. */
  ask(questions: readonly Question[], options: AskByWorkersOptions): Promise<AnswerStore>;
}

/** What workers need to ask the judges of a suite. */
export interface AskByWorkersOptions {
  readonly suite: Suite;
  readonly plan: JudgePlan;
  /** The judges as they are named: this process does not ask them. */
  readonly panel: Panel;
  readonly stores: readonly AnswerStore[];
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** What asking the judges of a suite would take. */
export interface PlannedQuestions {
  readonly suite: string;
  readonly models: readonly string[];
  readonly estimate: QuestionsEstimate;
}
