import type { JudgeError } from '#core';
import { type ChatUsage, DriveError } from '#drivers';

/** Why a judge gave no answer. */
export interface JurorFailure {
  readonly error: JudgeError;
  /** Whether no other question to this judge can succeed either. */
  readonly isFinal: boolean;
  /** What was paid for an answer that could not be used; absent where no answer came. */
  readonly usage?: ChatUsage | null;
}

const CODES: ReadonlyMap<string, string> = new Map([
  ['BUDGET_SPENT', 'JUDGE_BUDGET'],
  ['MODEL_OTHER', 'JUDGE_DRIFT'],
]);

/** What an error of a model means for a question. Errors of other kinds are bugs, and thrown on. */
export function failureOf(error: unknown): JurorFailure {
  if (!(error instanceof DriveError)) throw error;
  const { code, message, hint } = error.issue;
  const usage = 'usage' in error ? { usage: error.usage as ChatUsage | null } : {};
  return {
    error: {
      code: CODES.get(code) ?? 'JUDGE_ERROR',
      message: hint === undefined ? message : `${message}; ${hint}`,
    },
    isFinal: error.isFinal,
    ...usage,
  };
}
