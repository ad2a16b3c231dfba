import {
  Budget,
  type BudgetLimits,
  MODEL_WORLD,
  type ModelLimits,
  RateLimits,
  type SpendingLimit,
} from '#drivers';
import type { ModelDocument } from '#schema';

/** Opens a budget by whose it is; in this process alone by default. */
export type OpenBudget = (owner: readonly (string | null)[], limits: BudgetLimits) => SpendingLimit;

export const openOwnBudget = (_owner: unknown, limits: BudgetLimits): Budget => new Budget(limits);

/** What may be spent, as a suite writes it; null is as much as it takes. */
export function budgetLimits(written: ModelDocument['budget'] | null): BudgetLimits | null {
  if (written === undefined || written === null) return null;
  const { calls = null, tokens = null, cost = null } = written;
  return { calls, tokens, cost };
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
