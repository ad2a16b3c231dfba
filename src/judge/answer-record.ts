import type { AnyQuestion, AnyVerdict, Issue, JudgeAnswer, JsonObject } from '#core';

/** An answer as it is kept: with all that was asked, so that it can be checked on reading. */
export interface AnswerRecord {
  readonly version: 1;
  /** SHA-256 of all that was asked: question, guide, prompt, schema, judge and its parameters. */
  readonly key: string;
  readonly question: AnyQuestion;
  /** What the key covers beside the question. */
  readonly asked: JsonObject;
  readonly answer: JudgeAnswer<AnyVerdict>;
}

/** What was asked, without its answer. */
export type AskedQuestion = Pick<AnswerRecord, 'key' | 'question' | 'asked'>;

/** Where answers are kept. Several processes may use one at the same time. */
export interface AnswerStore {
  /** Null where it has none, or one that does not belong to its key. With what is asked it may be checked faster. */
  get(key: string, asked?: AskedQuestion): Promise<AnswerRecord | null>;
  put(record: AnswerRecord): Promise<void>;
  /** How many entries were ignored because they were damaged or edited. */
  readonly rejected?: number;
  /** Warnings so far: each kind of problem once. */
  readonly issues?: readonly Issue[];
}
