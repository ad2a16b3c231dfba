import {
  Budget,
  type ChatModel,
  findKey,
  MODEL_WORLD,
  type ModelProvider,
  openModel,
  RateLimits,
} from '#drivers';
import type { DraftOptions } from './drafting.ts';
import { runError } from '../issues/run-codes.ts';

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
function keyOf(provider: ModelProvider, options: DraftOptions): ReturnType<typeof findKey> {
  const { apiKeyEnv: named } = options;
  const key = findKey(provider, { ...options, named });
  if (named === null || key.apiKey !== null) return key;
  throw runError('ENVIRONMENT_MISSING', `${named} is not set in the environment`, {
    hint: '--api-key-env names it',
  });
}
