import type { Budget, ChatModel, ModelLimits } from '#drivers';
import type { AgentDocument } from '#schema';
import { budgetOf, ratesOf } from '../limits/model-limits.ts';

/** What all runs share: the budget of the command, and for each agent its own limits. */
export class SharedLimits {
  /** What the whole command may cost. */
  readonly #command: Budget | null;
  readonly #ofAgent = new Map<string, ModelLimits>();

  constructor(command: Budget | null) {
    this.#command = command;
  }

  /** A model that is paid from what the whole command may cost. */
  charge(model: ChatModel, { prices }: AgentDocument): ChatModel {
    return this.#command === null ? model : this.#command.wrap(model, prices ?? null);
  }

  /** The limits of an agent; all of its models share them. */
  of(agent: string, { limits, budget, prices }: AgentDocument): ModelLimits {
    const known = this.#ofAgent.get(agent);
    if (known !== undefined) return known;
    const made: ModelLimits = { prices: prices ?? null, ...budgetOf(budget), ...ratesOf(limits) };
    this.#ofAgent.set(agent, made);
    return made;
  }
}
