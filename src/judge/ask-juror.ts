import type { AnyQuestion, AnyVerdict, JudgeAnswer, JudgeError, JudgeUsage } from '#core';
import { type ChatUsage, costOf, type Prices } from '#drivers';
import { requestOf } from './judge-request.ts';
import { failureOf } from './juror-failure.ts';
import { MAX_REASKS } from './prompt/limits.ts';
import type { Juror } from './panel.ts';
import { parseVerdict } from './parse-verdict.ts';
import type { JudgePrompt } from './prompt/build-prompt.ts';

/** An answer, and whether asking this judge for anything else is of no use. */
export interface JurorAnswer {
  readonly answer: JudgeAnswer<AnyVerdict>;
  readonly isFinal: boolean;
}

/** Why a question has no answer that was under way, or had not begun, when the caller stopped. */
export const STOPPED: JudgeError = {
  code: 'JUDGE_UNASKED',
  message: 'judging was stopped before this question was answered',
};

export interface AskJurorOptions {
  readonly signal: AbortSignal;
  /** Why it may not be asked again; null where it may. */
  readonly refuseAgain: () => JudgeError | null;
}

/** Asks one judge one question, again where the answer is not of the form asked for, but not forever. */
export async function askJuror(
  juror: Juror,
  question: AnyQuestion,
  prompt: JudgePrompt,
  { signal, refuseAgain }: AskJurorOptions,
): Promise<JurorAnswer> {
  const usages: (ChatUsage | null)[] = [];
  let answeredBy: string | null = null;
  const end = (
    verdict: AnyVerdict | null,
    error: JudgeError | null,
    isFinal = false,
  ): JurorAnswer => {
    const usage = sumUsage(usages, juror.prices);
    return { answer: { judge: juror.label, answeredBy, verdict, error, usage }, isFinal };
  };
  let fault: string | null = null;
  for (let asked = 0; asked <= MAX_REASKS; asked++) {
    const refusal = asked === 0 ? null : refuseAgain();
    if (refusal !== null) return end(null, refusal, true);
    try {
      const request = requestOf(juror, prompt, fault);
      const { text, model, usage } = await juror.model.answer(request, signal);
      usages.push(usage);
      answeredBy = model === '' ? null : model;
      const parsed = parseVerdict(text, question);
      if (parsed.ok) return end(parsed.verdict, null);
      const isCut = usage !== null && usage.outputTokens >= juror.maxTokens;
      fault = isCut ? `it was cut at the limit of ${juror.maxTokens} tokens` : parsed.fault;
    } catch (error) {
      if (signal.aborted) return end(null, STOPPED);
      const failure = failureOf(error);
      if (failure.usage !== undefined) usages.push(failure.usage);
      return end(null, failure.error, failure.isFinal);
    }
  }
  return end(null, {
    code: 'JUDGE_ERROR',
    message: `${juror.label} gave no usable answer in ${MAX_REASKS + 1} attempts: ${fault}`,
  });
}

/** What all attempts took together; null where one of them does not say. */
function sumUsage(usages: readonly (ChatUsage | null)[], prices: Prices | null): JudgeUsage | null {
  const sum = { inputTokens: 0, outputTokens: 0 };
  for (const usage of usages) {
    if (usage === null) return null;
    sum.inputTokens += usage.inputTokens;
    sum.outputTokens += usage.outputTokens;
  }
  if (usages.length === 0) return null;
  return { ...sum, cost: prices === null ? null : costOf(sum, prices) };
}
