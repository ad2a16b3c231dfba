import { UserError } from '#core';
import {
  Budget,
  type ChatModel,
  KEY_VARIABLES,
  MODEL_WORLD,
  type ModelProvider,
  openModel,
  RateLimits,
} from '#drivers';
import type { DraftOptions } from './drafting.ts';

const REQUEST_TIMEOUT_MS = 300_000;

/** The model that drafts, asked patiently and within the budget. */
export function openDrafter(options: DraftOptions): ChatModel {
  const cut = options.model.indexOf(':');
  const provider = options.model.slice(0, cut) as ModelProvider;
  return openModel(
    {
      provider,
      model: options.model.slice(cut + 1),
      baseUrl: options.baseUrl,
      ...keyOf(provider, options),
      timeoutMs: REQUEST_TIMEOUT_MS,
    },
    {
      // Unlimited but for this: one "too many requests" holds up all.
      rateLimits: new RateLimits(
        { requestsPerMinute: null, tokensPerMinute: null, maxInFlight: null },
        MODEL_WORLD,
      ),
      budget: new Budget({ calls: options.maxCalls, tokens: null, cost: null }),
    },
  );
}

/** A variable that was named must be there; the vendor's usual one may be. */
function keyOf(
  provider: ModelProvider,
  { baseUrl, apiKeyEnv, environment }: DraftOptions,
): { apiKey: string | null; keyVariable: string | null } {
  // A key for a vendor does not go to another address.
  const keyVariable = apiKeyEnv ?? (baseUrl === null ? KEY_VARIABLES[provider] : null);
  const apiKey = keyVariable === null ? null : environment[keyVariable] || null;
  if (apiKeyEnv === null || apiKey !== null) return { apiKey, keyVariable };
  const message = `${apiKeyEnv} is not set in the environment`;
  throw new UserError([
    {
      code: 'ENVIRONMENT_MISSING',
      severity: 'error',
      message,
      where: null,
      hint: '--api-key-env names it',
    },
  ]);
}
