import type { AnyQuestion, ToolsQuestion } from './question.ts';
import type { JudgeVerdict, ToolsVerdict } from './verdict.ts';

/** What judges say about a question of this type. */
export type VerdictOn<Q extends AnyQuestion> = Q extends ToolsQuestion
  ? ToolsVerdict
  : JudgeVerdict;

/** What one judge answered to one question, or why there is no answer. Never a guess. */
export interface JudgeAnswer<V = JudgeVerdict> {
  /** The judge as the suite names it: `provider:model`. */
  readonly judge: string;
  /** The model that answered, as the provider says; null where nothing came. */
  readonly answeredBy: string | null;
  readonly verdict: V | null;
  /** Why there is no verdict; null where there is one. */
  readonly error: JudgeError | null;
  readonly usage: JudgeUsage | null;
}

export interface JudgeError {
  /** `JUDGE_ERROR`, `JUDGE_BUDGET`, `JUDGE_TRUNCATED`, `JUDGE_DRIFT`, `JUDGE_UNASKED`, … */
  readonly code: string;
  readonly message: string;
}

/** What an answer took, with all its attempts. */
export interface JudgeUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null where the prices are not known. */
  readonly cost: number | null;
}
