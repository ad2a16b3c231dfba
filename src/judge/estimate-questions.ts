import { type AnyQuestion, BILLION } from '#core';
import { answerKey, askedByKind, distinctQuestions } from './answer-key.ts';
import type { AskOptions } from './ask-judges.ts';
import { attemptLimit } from './attempt-limit.ts';
import { findAnswer } from './find-answer.ts';
import { buildPrompt } from './prompt/build-prompt.ts';
import { estimateTokens, isTooLarge } from './prompt/prompt-size.ts';

/** What asking would take. */
export interface QuestionsEstimate {
  /** Distinct questions. */
  readonly questions: number;
  /** Of questions times jurors: those that a store has, those to ask, and those that are too large to be asked. */
  readonly known: number;
  readonly toAsk: number;
  readonly tooLarge: number;
  /** By the number of characters. */
  readonly inputTokens: number;
  /** Where every answer is as long as it may be and none must be asked for again. */
  readonly outputTokensAtMost: number;
  /**
   * What is reserved for them one after the other, which is an upper limit for tokens in, too; a budget of so much
   * suffices where none must be asked for again. Null where a price is not known.
   */
  readonly cost: number | null;
}

/** What asking would take: how many are known to the stores, tokens and cost of the rest. Nothing is asked or kept. */
export async function estimateQuestions(
  questions: readonly AnyQuestion[],
  { panel, stores }: Pick<AskOptions, 'panel' | 'stores'>,
): Promise<QuestionsEstimate> {
  const distinct = distinctQuestions(questions);
  const askedOf = askedByKind(panel);
  const sum = { known: 0, toAsk: 0, tooLarge: 0, inputTokens: 0, outputTokensAtMost: 0 };
  let billionths: number | null = 0;
  for (const juror of panel.jurors) {
    for (const question of distinct) {
      const asked = askedOf(juror, question.kind);
      const key = answerKey(question, asked);
      if ((await findAnswer(stores, { key, question, asked }, true)) !== null) {
        sum.known += 1;
        continue;
      }
      const prompt = buildPrompt(question, panel.guide);
      if (isTooLarge(prompt)) {
        sum.tooLarge += 1;
        continue;
      }
      sum.toAsk += 1;
      sum.inputTokens += estimateTokens(prompt);
      sum.outputTokensAtMost += juror.maxTokens;
      if (juror.prices === null) billionths = null;
      else if (billionths !== null) billionths += attemptLimit(juror, prompt).billionths;
    }
  }
  const cost = billionths === null ? null : billionths / BILLION;
  return { questions: distinct.length, ...sum, cost };
}
