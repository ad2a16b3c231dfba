import type { JudgeError } from '#core';
import { addSpending, type Budget, NOTHING, type Spending } from '#drivers';
import { attemptLimit } from '../attempt-limit.ts';
import { failureOf } from '../juror-failure.ts';
import type { Panel } from '../panel.ts';
import { buildPrompt } from '../prompt/build-prompt.ts';
import { MAX_REASKS } from '../prompt/limits.ts';
import { isTooLarge } from '../prompt/prompt-size.ts';
import type { OpenQuestion } from './ask-elsewhere.ts';

/** How many of the next questions may be asked at once; none where a budget is spent, and why. */
export type Affordable =
  | { readonly count: number; readonly error: null }
  | { readonly count: 0; readonly error: JudgeError };

/**
 * Counts the next questions that budgets suffice for, whatever each of them takes, in the order of the plan: the outcome
 * is that of asking one by one. `isAnswered`: questions that take nothing more.
 */
export function countAffordable(
  questions: readonly OpenQuestion[],
  panel: Panel,
  budgets: readonly Budget[],
  isAnswered: (question: OpenQuestion) => boolean,
): Affordable {
  if (budgets.length === 0) return { count: questions.length, error: null };
  let kept = NOTHING;
  let count = 0;
  for (const open of questions) {
    const attempt = isAnswered(open) ? NOTHING : limitOf(open, panel);
    const all = addSpending(kept, attempt, MAX_REASKS + 1);
    if (!budgets.every((budget) => budget.fits(all))) {
      if (count > 0) break;
      // Alone, where one attempt fits; further attempts are kept for as they are made.
      const refusal = budgets
        .map((budget) => budget.close(attempt))
        .find((error) => error !== null);
      if (refusal !== undefined) return { count: 0, error: failureOf(refusal).error };
      return { count: 1, error: null };
    }
    kept = all;
    count += 1;
  }
  return { count, error: null };
}

function limitOf({ juror: place, question }: OpenQuestion, panel: Panel): Spending {
  const juror = panel.jurors[place];
  const prompt = buildPrompt(question, panel.guide);
  return juror === undefined || isTooLarge(prompt) ? NOTHING : attemptLimit(juror, prompt);
}
