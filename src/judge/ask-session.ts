import type { JudgeAnswer, JudgeError, Question } from '#core';
import { answerKey, askedByKind } from './answer-key.ts';
import type { AnswerRecord, AnswerStore } from './answer-record.ts';
import { askJuror, STOPPED } from './ask-juror.ts';
import { findAnswer } from './find-answer.ts';
import type { Juror, Panel } from './panel.ts';
import { buildPrompt } from './prompt/build-prompt.ts';
import { isTooLarge, tooLargeError } from './prompt/prompt-size.ts';

const UNRECORDED: JudgeError = {
  code: 'JUDGE_UNASKED',
  message: 'no answer is recorded for this question, and judges may not be asked',
};

export interface SessionOptions {
  readonly panel: Panel;
  readonly stores: readonly AnswerStore[];
  readonly mayAsk: boolean;
  readonly signal: AbortSignal;
}

/** Answers questions one by one, and remembers which jurors cannot be asked any more. */
export class AskSession {
  readonly #options: SessionOptions;
  readonly #askedOf: ReturnType<typeof askedByKind>;
  readonly #ended = new Map<Juror, JudgeError>();
  /** How many questions a judge was asked, and how many a store had. */
  asked = 0;
  known = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#askedOf = askedByKind(options.panel);
  }

  async answer(question: Question, juror: Juror): Promise<JudgeAnswer> {
    const { stores, mayAsk } = this.#options;
    const asked = this.#askedOf(juror, question.kind);
    const key = answerKey(question, asked);
    const found = await findAnswer(stores, key, mayAsk);
    if (found !== null) {
      this.known += 1;
      await this.#keep(found.record, found.store);
      return found.record.answer;
    }
    if (!mayAsk) return noAnswer(juror, UNRECORDED);
    const answer = await this.#ask(question, juror);
    if (answer.error !== STOPPED) await this.#keep({ version: 1, key, question, asked, answer });
    return answer;
  }

  async #ask(question: Question, juror: Juror): Promise<JudgeAnswer> {
    const { panel, signal } = this.#options;
    if (signal.aborted) return noAnswer(juror, STOPPED);
    // A key that is not accepted is not tried once per question, and a budget stays spent.
    const ended = this.#ended.get(juror);
    if (ended !== undefined) return noAnswer(juror, ended);
    const prompt = buildPrompt(question, panel.guide);
    if (isTooLarge(prompt)) return noAnswer(juror, tooLargeError(prompt));
    this.asked += 1;
    const { answer, isFinal } = await askJuror(juror, question, prompt, signal);
    if (isFinal && answer.error !== null && !this.#ended.has(juror))
      this.#ended.set(juror, answer.error);
    return answer;
  }

  /** Puts a record into all stores but the one that has it. */
  async #keep(record: AnswerRecord, source?: AnswerStore): Promise<void> {
    for (const store of this.#options.stores) if (store !== source) await store.put(record);
  }
}

/** That a juror gave no answer, and why. */
export function noAnswer({ label }: Juror, error: JudgeError): JudgeAnswer {
  return { judge: label, answeredBy: null, verdict: null, error, usage: null };
}
