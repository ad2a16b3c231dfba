import { Budget, type ChatModel, MODEL_WORLD, type ModelLimits, RateLimits } from '#drivers';
import type { AgentDocument } from '#schema';

/** What all runs share: the budget of the command, and for each agent its own limits. */
export class SharedLimits {
  /** What the whole command may cost. */
  readonly #command: Budget | null;
  readonly #ofAgent = new Map<string, ModelLimits>();

  constructor(maxCost: number | null) {
    this.#command =
      maxCost === null ? null : new Budget({ calls: null, tokens: null, cost: maxCost });
  }

  /** A model that is paid from what the whole command may cost. */
  charge(model: ChatModel, { prices }: AgentDocument): ChatModel {
    return this.#command === null ? model : this.#command.wrap(model, prices ?? null);
  }

  /** The limits of an agent; all of its models share them. */
  of(agent: string, { limits, budget, prices }: AgentDocument): ModelLimits {
    const known = this.#ofAgent.get(agent);
    if (known !== undefined) return known;
    const made: ModelLimits = {
      prices: prices ?? null,
      ...(budget === undefined
        ? {}
        : {
            budget: new Budget({
              calls: budget.calls ?? null,
              tokens: budget.tokens ?? null,
              cost: budget.cost ?? null,
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
