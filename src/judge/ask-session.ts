import type { AnyQuestion, AnyVerdict, JudgeAnswer, JudgeError } from '#core';
import { answerKey, askedByKind } from './answer-key.ts';
import type { AnswerRecord, AnswerStore } from './answer-record.ts';
import { askJuror, STOPPED } from './ask-juror.ts';
import { attemptLimit } from './attempt-limit.ts';
import { findAnswer } from './find-answer.ts';
import type { Juror, Panel } from './panel.ts';
import { buildPrompt } from './prompt/build-prompt.ts';
import { isTooLarge, tooLargeError } from './prompt/prompt-size.ts';
import { SpendingOrder } from './spending-order.ts';

const UNRECORDED: JudgeError = {
  code: 'JUDGE_UNASKED',
  message: 'no answer is recorded for this question; --record asks for it',
};

type AnyAnswer = JudgeAnswer<AnyVerdict>;

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
  readonly #order: SpendingOrder;
  /** How many questions a judge was asked, and how many a store had. */
  asked = 0;
  reused = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#askedOf = askedByKind(options.panel);
    this.#order = new SpendingOrder(options.panel.budgets);
  }

  /** Answers the question at a place of the plan. All places are answered once, beginning in their order. */
  async answer(question: AnyQuestion, juror: Juror, place: number): Promise<AnyAnswer> {
    try {
      return await this.#answer(question, juror, place);
    } finally {
      this.#order.leave(place);
    }
  }

  async #answer(question: AnyQuestion, juror: Juror, place: number): Promise<AnyAnswer> {
    const { stores, mayAsk } = this.#options;
    const asked = this.#askedOf(juror, question.kind);
    const key = answerKey(question, asked);
    const stored = await findAnswer(stores, { key, question, asked }, mayAsk);
    if (stored !== null) {
      this.reused += 1;
      await this.#keep(stored.record, stored.store);
      return stored.record.answer;
    }
    if (!mayAsk) return noAnswer(juror, UNRECORDED);
    const answer = await this.#ask(question, juror, place);
    if (answer.error !== STOPPED) await this.#keep({ version: 1, key, question, asked, answer });
    return answer;
  }

  async #ask(question: AnyQuestion, juror: Juror, place: number): Promise<AnyAnswer> {
    const { panel, signal } = this.#options;
    const reason = this.#reasonNotToAsk(juror);
    if (reason !== null) return noAnswer(juror, reason);
    const prompt = buildPrompt(question, panel.guide);
    if (isTooLarge(prompt)) return noAnswer(juror, tooLargeError(prompt));
    const limit = attemptLimit(juror, prompt);
    const refusal = (await this.#order.enter(place, limit)) ?? this.#reasonNotToAsk(juror);
    if (refusal !== null) return noAnswer(juror, refusal);
    this.asked += 1;
    const refuseAgain = (): JudgeError | null => this.#order.enterAgain(place, limit);
    const { answer, isFinal } = await askJuror(juror, question, prompt, { signal, refuseAgain });
    if (isFinal && answer.error !== null && !this.#ended.has(juror))
      this.#ended.set(juror, answer.error);
    return answer;
  }

  /** A key that is not accepted is not tried once per question. */
  #reasonNotToAsk(juror: Juror): JudgeError | null {
    return this.#options.signal.aborted ? STOPPED : (this.#ended.get(juror) ?? null);
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
