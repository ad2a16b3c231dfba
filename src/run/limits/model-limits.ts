import { Budget, MODEL_WORLD, type ModelLimits, RateLimits } from '#drivers';
import type { ModelDocument } from '#schema';

/** What a model may spend, as a suite writes it. */
export function budgetOf(written: ModelDocument['budget']): Pick<ModelLimits, 'budget'> {
  if (written === undefined) return {};
  const { calls = null, tokens = null, cost = null } = written;
  return { budget: new Budget({ calls, tokens, cost }) };
}

/** How fast a model may be asked, as a suite writes it. */
export function ratesOf(written: ModelDocument['limits']): Pick<ModelLimits, 'rateLimits'> {
  if (written === undefined) return {};
  const { requests_per_minute, requests_per_second, tokens_per_minute, in_flight } = written;
  return {
    rateLimits: new RateLimits(
      {
        requestsPerMinute: requests_per_minute ?? null,
        requestsPerSecond: requests_per_second ?? null,
        tokensPerMinute: tokens_per_minute ?? null,
        maxInFlight: in_flight ?? null,
      },
      MODEL_WORLD,
    ),
  };
}
