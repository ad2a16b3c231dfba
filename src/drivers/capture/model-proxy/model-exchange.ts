import type { JsonObject } from '#core';

/** The formats of model APIs, as readers call them. */
export type ModelFormat = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini';

/** A request to a model and its answer, without headers and addresses: those hold keys. */
export interface ModelExchange {
  readonly format: ModelFormat;
  readonly request: JsonObject;
  /** The whole answer, joined where it was streamed; null where there was none. */
  readonly response: JsonObject | null;
  /** Why there is no whole answer; null where there is one. */
  readonly failure: string | null;
}
