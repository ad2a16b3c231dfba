import type { JudgeAnswer, JudgeError, JudgeUsage, JudgeVerdict, Question } from '#core';
import { type ChatRequest, type ChatUsage, costOf, type Prices } from '#drivers';
import { MAX_REASKS } from './limits.ts';
import { failureOf } from './juror-failure.ts';
import type { Juror } from './panel.ts';
import { parseVerdict } from './parse-verdict.ts';
import { type JudgePrompt, reaskText } from './prompt/build-prompt.ts';

/** An answer, and whether asking this judge for anything else is of no use. */
export interface JurorAnswer {
  readonly answer: JudgeAnswer;
  readonly isFinal: boolean;
}

/** Why a question has no answer that was under way, or had not begun, when the caller stopped. */
export const STOPPED: JudgeError = {
  code: 'JUDGE_UNASKED',
  message: 'judging was stopped before this question was answered',
};

/** Asks one judge one question, again where the answer is not of the form asked for, but not forever. */
export async function askJuror(
  juror: Juror,
  question: Question,
  prompt: JudgePrompt,
  signal: AbortSignal,
): Promise<JurorAnswer> {
  const usages: (ChatUsage | null)[] = [];
  let answeredBy: string | null = null;
  const end = (
    verdict: JudgeVerdict | null,
    error: JudgeError | null,
    isFinal = false,
  ): JurorAnswer => {
    const usage = sumUsage(usages, juror.prices);
    return { answer: { judge: juror.label, answeredBy, verdict, error, usage }, isFinal };
  };
  let fault: string | null = null;
  for (let asked = 0; asked <= MAX_REASKS; asked++) {
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

function requestOf(
  { temperature, seed, maxTokens }: Juror,
  { system, user, schema }: JudgePrompt,
  fault: string | null,
): ChatRequest {
  return {
    system,
    messages: [{ role: 'user', text: fault === null ? user : user + reaskText(fault) }],
    tools: [],
    toolChoice: 'auto',
    parallelCalls: null,
    temperature,
    seed,
    maxTokens,
    answerSchema: schema,
  };
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
