import type { ChatModel, ModelLimits, SpendingLimit } from '#drivers';
import type { AgentDocument } from '#schema';
import type { AgentPlan } from '#suite';
import { budgetLimits, type OpenBudget, openOwnBudget, ratesOf } from '../limits/model-limits.ts';

/** Opens the limits of an agent where they are not counted in this process alone. */
export type OpenRates = (agent: AgentPlan) => Pick<ModelLimits, 'rateLimits'>;

/** What all runs share: the budget of the command, and for each agent its own limits. */
export class SharedLimits {
  /** What the whole command may cost. */
  readonly #command: SpendingLimit | null;
  readonly #rates = new Map<string, Pick<ModelLimits, 'rateLimits'>>();
  readonly #budgets = new Map<string, Pick<ModelLimits, 'budget'>>();

  readonly #openRates: OpenRates;
  readonly #openBudget: OpenBudget;

  constructor(
    command: SpendingLimit | null,
    openRates: OpenRates = ({ document }) => ratesOf(document.limits),
    openBudget: OpenBudget = openOwnBudget,
  ) {
    this.#command = command;
    this.#openRates = openRates;
    this.#openBudget = openBudget;
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
      ...shared(this.#budgets, ownerOf(agent, 'budget'), (owner) => this.#budgetOf(owner, budget)),
      ...shared(this.#rates, ownerOf(agent, 'limits'), () => this.#openRates(agent)),
    };
  }

  #budgetOf(
    owner: readonly (string | null)[],
    written: AgentDocument['budget'],
  ): Pick<ModelLimits, 'budget'> {
    const limits = budgetLimits(written);
    return limits === null ? {} : { budget: this.#openBudget(['agent', ...owner], limits) };
  }
}

/** Whose limit it is: the agent's, or that of one of its models. */
function ownerOf(
  { name, model, label, own }: AgentPlan,
  key: 'limits' | 'budget',
): readonly (string | null)[] {
  return own?.includes(key) === true ? [name, label ?? model] : [name];
}

type Owner = ReturnType<typeof ownerOf>;

function shared<T>(kept: Map<string, T>, owner: Owner, make: (owner: Owner) => T): T {
  const key = JSON.stringify(owner);
  const known = kept.get(key) ?? make(owner);
  kept.set(key, known);
  return known;
}
