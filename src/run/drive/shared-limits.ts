import { Budget, MODEL_WORLD, type ModelLimits, RateLimits } from '#drivers';
import type { AgentDocument } from '#schema';

/** What all runs share: the budget of the command, and for each agent its own limits. */
export class SharedLimits {
  readonly #maxCost: number | null;
  readonly #ofAgent = new Map<string, ModelLimits>();

  constructor(maxCost: number | null) {
    this.#maxCost = maxCost;
  }

  /** The limits of an agent; all of its models share them. */
  of(agent: string, { limits, budget, prices }: AgentDocument): ModelLimits {
    const known = this.#ofAgent.get(agent);
    if (known !== undefined) return known;
    const costs = [budget?.cost, this.#maxCost].filter((cost) => typeof cost === 'number');
    const made: ModelLimits = {
      prices: prices ?? null,
      ...(budget === undefined && costs.length === 0
        ? {}
        : {
            budget: new Budget({
              calls: budget?.calls ?? null,
              tokens: budget?.tokens ?? null,
              cost: costs.length === 0 ? null : Math.min(...costs),
            }),
          }),
      ...(limits === undefined
        ? {}
        : {
            rateLimits: new RateLimits(
              {
                requestsPerMinute: limits.requests_per_minute ?? null,
                tokensPerMinute: limits.tokens_per_minute ?? null,
                maxInFlight: limits.in_flight ?? null,
              },
              MODEL_WORLD,
            ),
          }),
    };
    this.#ofAgent.set(agent, made);
    return made;
  }
}
