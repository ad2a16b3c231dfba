import type { Budget, ChatModel, ModelLimits } from '#drivers';
import type { AgentDocument } from '#schema';
import type { AgentPlan } from '#suite';
import { budgetOf, ratesOf } from '../limits/model-limits.ts';

/** Opens the limits of an agent where they are not counted in this process alone. */
export type OpenRates = (agent: AgentPlan) => Pick<ModelLimits, 'rateLimits'>;

/** What all runs share: the budget of the command, and for each agent its own limits. */
export class SharedLimits {
  /** What the whole command may cost. */
  readonly #command: Budget | null;
  readonly #rates = new Map<string, Pick<ModelLimits, 'rateLimits'>>();
  readonly #budgets = new Map<string, Pick<ModelLimits, 'budget'>>();

  readonly #openRates: OpenRates;

  constructor(
    command: Budget | null,
    openRates: OpenRates = ({ document }) => ratesOf(document.limits),
  ) {
    this.#command = command;
    this.#openRates = openRates;
  }

  /** A model that is paid from what the whole command may cost. */
  charge(model: ChatModel, { prices }: AgentDocument): ChatModel {
    return this.#command === null ? model : this.#command.wrap(model, prices ?? null);
  }

  /** The limits of a model: those of its agent, which all of its models share, or those of its own entry. */
  of(agent: AgentPlan): ModelLimits {
    const { budget, prices } = agent.document;
    return {
      prices: prices ?? null,
      ...shared(this.#budgets, ownerOf(agent, 'budget'), () => budgetOf(budget)),
      ...shared(this.#rates, ownerOf(agent, 'limits'), () => this.#openRates(agent)),
    };
  }
}

/** Whose limit it is: the agent's, or that of one of its models. */
function ownerOf({ name, model, label, own }: AgentPlan, key: 'limits' | 'budget'): string {
  return JSON.stringify(own?.includes(key) === true ? [name, label ?? model] : [name]);
}

function shared<T>(kept: Map<string, T>, owner: string, make: () => T): T {
  const known = kept.get(owner) ?? make();
  kept.set(owner, known);
  return known;
}
