import type { JsonObject } from '#core';

/** The API of a model: a vendor's, or one that is compatible with OpenAI's. */
export type ModelProvider = 'openai' | 'openai-compatible' | 'anthropic' | 'google';

/** A model that is asked over HTTP. */
export interface ModelOptions {
  readonly provider: ModelProvider;
  readonly model: string;
  /** Up to the version of the API (`…/v1`); a query stays in every request. Null is the vendor's own. */
  readonly baseUrl: string | null;
  /** Null sends no key at all. */
  readonly apiKey: string | null;
  /** The variable that the key comes from, for hints; null is the vendor's usual one. */
  readonly keyVariable?: string | null;
  /** Sends the key as it is under this name, instead of where the provider usually has it. */
  readonly keyHeader?: string;
  readonly headers?: { readonly [name: string]: string };
  /** Further members of each request; objects are merged with those that are sent anyway. */
  readonly extraBody?: JsonObject;
  /** How long one request may take, with its answer. */
  readonly timeoutMs: number;
  /** By which name the model answers where it is asked by another, such as a deployment's; `*` is any. */
  readonly answersAs?: string;
}

/** Where the vendors' own programs look for a key. */
export const KEY_VARIABLES: { readonly [provider in ModelProvider]: string | null } = {
  openai: 'OPENAI_API_KEY',
  'openai-compatible': null,
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GEMINI_API_KEY',
};
