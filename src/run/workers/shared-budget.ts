import {
  addSpending,
  Budget,
  type BudgetLimits,
  type ChatAnswer,
  type ChatModel,
  type ChatUsage,
  NOTHING,
  type Prices,
  type Settle,
  type Spending,
  type SpendingLimit,
  spendingOf,
  toBillionths,
  UnusableAnswer,
} from '#drivers';
import type { ResultStore } from '#store';

const ONE: Spending = { calls: 1, tokens: 1, billionths: 1 };
const NO_LIMITS = {
  calls: Number.MAX_SAFE_INTEGER,
  tokens: Number.MAX_SAFE_INTEGER,
  billionths: Number.MAX_SAFE_INTEGER,
};

/** Whose budget it is, in which run. */
export interface BudgetOwner {
  readonly store: ResultStore;
  readonly run: string;
  readonly owner: readonly (string | null)[];
}

/** The owner of what the whole command may cost. */
export const COMMAND_OWNER = ['command'] as const;

/** A budget that all workers share: it is counted in the store, which outlives each of them. */
export class SharedBudget implements SpendingLimit {
  readonly #limits: BudgetLimits;
  readonly #where: BudgetOwner;
  readonly #rules: Budget;

  constructor(where: BudgetOwner, limits: BudgetLimits) {
    this.#where = where;
    this.#limits = limits;
    this.#rules = new Budget(limits);
  }

  requirePrices(prices: Prices | null): void {
    this.#rules.requirePrices(prices);
  }

  requireUsage(usage: ChatUsage | null): void {
    this.#rules.requireUsage(usage);
  }

  /** What was spent so far, as a budget of this process. */
  async read(): Promise<Budget> {
    const { spent } = await this.#count(NOTHING, NOTHING, NO_LIMITS);
    return new Budget(this.#limits, spent);
  }

  /** A worker that ends before it settles has spent what it kept. */
  async hold(limit: Spending): Promise<Settle> {
    const { isCounted, spent } = await this.#count(limit, limit);
    const refusal = isCounted ? null : new Budget(this.#limits, spent).close(limit);
    if (refusal !== null) throw refusal;
    return async (taken) => {
      await this.#count(addSpending(taken, limit, -1), NOTHING, NO_LIMITS);
    };
  }

  /** Tokens and money may exceed the budget by what was under way at all workers. */
  wrap(model: ChatModel, prices: Prices | null): ChatModel {
    this.requirePrices(prices);
    return {
      answer: async (request, signal, uncounted = (work) => work) => {
        const { isCounted, spent } = await uncounted(this.#count({ ...NOTHING, calls: 1 }, ONE));
        if (!isCounted) new Budget(this.#limits, spent).check();
        let answer: ChatAnswer;
        try {
          answer = await model.answer(request, signal, uncounted);
        } catch (error) {
          if (error instanceof UnusableAnswer) await this.#pay(error.usage, prices);
          throw error;
        }
        await uncounted(this.#pay(answer.usage, prices));
        return answer;
      },
    };
  }

  async #pay(usage: ChatUsage | null, prices: Prices | null): Promise<void> {
    this.requireUsage(usage);
    if (usage !== null)
      await this.#count({ ...spendingOf(usage, prices), calls: 0 }, NOTHING, NO_LIMITS);
  }

  #count(more: Spending, needed: Spending, limits?: Spending): ReturnType<ResultStore['spend']> {
    const { store, run, owner } = this.#where;
    const { calls, tokens, cost } = this.#limits;
    const own = {
      calls: calls ?? NO_LIMITS.calls,
      tokens: tokens ?? NO_LIMITS.tokens,
      billionths: cost === null ? NO_LIMITS.billionths : toBillionths(cost),
    };
    return store.spend(run, JSON.stringify(owner), { more, needed, limits: limits ?? own });
  }
}
