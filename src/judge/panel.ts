import type { JsonObject } from '#core';
import type { Budget, ChatModel, ModelSettings, Prices } from '#drivers';

/** One judge: a pinned model, ready to be asked within its limits. */
export interface Juror {
  /** `provider:model`, as the suite writes it. */
  readonly label: string;
  readonly model: ChatModel;
  /** The id that answers must have, where the suite names one: a deployment may become another model. */
  readonly answersAs?: string;
  /** Null leaves it to the provider; so in the next. */
  readonly temperature: number | null;
  readonly seed: number | null;
  /** How it samples and thinks; absent: as the provider has it. */
  readonly settings?: ModelSettings;
  /** Further members of its requests, as the suite writes them. */
  readonly extraBody?: JsonObject;
  /** How long an answer may be, with thinking. */
  readonly maxTokens: number;
  /** Per million tokens; null where they are not known. */
  readonly prices: Prices | null;
}

/** Those who are asked, and what they all are asked by. */
export interface Panel {
  readonly jurors: readonly Juror[];
  /** What the people who rate go by; it is a part of every prompt. Null: nothing beyond the question. */
  readonly guide: string | null;
  /** What all jurors are paid from: each of these must suffice. */
  readonly budgets: readonly Budget[];
  /** How many questions are under way at once. */
  readonly concurrency: number;
}
