import { BILLION } from '#core';
import { driveError } from '../codes.ts';
import type { ChatAnswer, ChatModel, ChatRequest, ChatUsage, Uncounted } from '../chat.ts';
import { DriveError } from '../driver.ts';
import type { Prices } from './prices.ts';
import { addSpending, NOTHING, type Spending, spendingOf, toBillionths } from './spending.ts';
import { UnusableAnswer } from './unusable-answer.ts';

/** What may be spent in all; null is as much as it takes. */
export interface BudgetLimits {
  readonly calls: number | null;
  readonly tokens: number | null;
  readonly cost: number | null;
}

/** Ends what was kept for a request, and counts what it took. */
export type Settle = (taken: Spending) => void | Promise<void>;

/** A limit of what is spent, which one process or several keep. */
export interface SpendingLimit {
  /** Throws a UserError where a limit in money could not be kept. */
  requirePrices(prices: Prices | null): void;
  /** Throws where an answer does not say what it took, and a limit needs it. */
  requireUsage(usage: ChatUsage | null): void;
  /** Keeps so much for a request that begins. Throws where it is not left. */
  hold(limit: Spending): Settle | Promise<Settle>;
  /** The model, paid when answers are there. */
  wrap(model: ChatModel, prices: Prices | null): ChatModel;
}

const UNLIMITED: BudgetLimits = { calls: null, tokens: null, cost: null };

/** Counts what all runs spend on models, those that fail too, and refuses what goes beyond. */
export class Budget implements SpendingLimit {
  readonly limits: BudgetLimits;
  #spent: Spending;
  /** The upper limits of the requests that are under way, where they were reserved. */
  #reserved: Spending = NOTHING;
  #refusal: DriveError | null = null;

  /** `spent` is what was spent before. */
  constructor(limits: BudgetLimits = UNLIMITED, spent: Spending = NOTHING) {
    this.limits = limits;
    this.#spent = spent;
  }

  get spent(): { readonly calls: number; readonly tokens: number; readonly cost: number } {
    const { calls, tokens, billionths } = this.#spent;
    return { calls, tokens, cost: billionths / BILLION };
  }

  /** Why something was refused for its upper limit; null while nothing was. Then the budget is closed. */
  get refusal(): DriveError | null {
    return this.#refusal;
  }

  /** Throws where nothing is left: a run that begins now could not be carried out. */
  check(): void {
    const lack = this.#lackOf({ calls: 1, tokens: 1, billionths: 1 }, NOTHING);
    if (lack !== null) throw spentError(lack.limit);
  }

  /** Whether so much more is left, without regard to what is under way. */
  fits(more: Spending): boolean {
    return this.#lackOf(more, NOTHING) === null;
  }

  /** Closes the budget where what comes next may take more than is left; returns why, null where it is open. */
  close(next: Spending): DriveError | null {
    const lack = this.#lackOf(next, NOTHING);
    if (lack !== null) this.#refusal ??= refusalOf(lack);
    return this.#refusal;
  }

  /** Keeps so much for a request that begins. The function that it returns ends that, and counts what was taken. */
  hold(limit: Spending): Settle {
    const lack = this.#lackOf(limit, this.#reserved);
    if (lack !== null) this.#refusal ??= refusalOf(lack);
    if (this.#refusal !== null) throw this.#refusal;
    this.#reserved = addSpending(this.#reserved, limit);
    return (taken) => {
      this.#reserved = addSpending(this.#reserved, limit, -1);
      this.#spent = addSpending(this.#spent, taken);
    };
  }

  /**
   * The model, paid from this budget when answers are there. A request that is under way when the budget is spent still
   * ends and counts, so tokens and money may exceed it by what was under way. Throws a UserError where a limit in money
   * could not be kept.
   */
  wrap(model: ChatModel, prices: Prices | null): ChatModel {
    this.requirePrices(prices);
    return {
      answer: (request, signal, uncounted) => this.#pay(model, prices, request, signal, uncounted),
    };
  }

  async #pay(
    model: ChatModel,
    prices: Prices | null,
    request: ChatRequest,
    signal: AbortSignal,
    uncounted: Uncounted | undefined,
  ): Promise<ChatAnswer> {
    this.check();
    this.#spent = addSpending(this.#spent, { ...NOTHING, calls: 1 });
    let answer: ChatAnswer;
    try {
      answer = await model.answer(request, signal, uncounted);
    } catch (error) {
      if (error instanceof UnusableAnswer) this.#count(error.usage, prices);
      throw error;
    }
    this.#count(answer.usage, prices);
    return answer;
  }

  #count(usage: ChatUsage | null, prices: Prices | null): void {
    this.requireUsage(usage);
    if (usage !== null)
      this.#spent = addSpending(this.#spent, { ...spendingOf(usage, prices), calls: 0 });
  }

  /** Throws a UserError where a limit in money could not be kept. */
  requirePrices(prices: Prices | null): void {
    if (this.limits.cost === null || prices !== null) return;
    throw driveError(
      'BUDGET_UNCOUNTED',
      'the budget is in money, and the prices of the model are not known',
      { hint: 'give `prices: { input, output }` per million tokens' },
    );
  }

  /** Throws where an answer does not say what it took, and a limit needs it. */
  requireUsage(usage: ChatUsage | null): void {
    if (usage !== null || (this.limits.tokens === null && this.limits.cost === null)) return;
    throw new DriveError(
      'BUDGET_UNCOUNTED',
      'the model does not say how many tokens it used, so a budget in tokens or money cannot be kept',
      { isFinal: true, hint: 'set a budget in calls instead' },
    );
  }

  /** The first limit that so much more would exceed beside this. */
  #lackOf(more: Spending, beside: Spending): Lack | null {
    const { calls, tokens, cost } = this.limits;
    const used = addSpending(this.#spent, beside);
    if (calls !== null && used.calls + more.calls > calls)
      return { limit: `${calls} model calls`, left: calls - used.calls, needed: more.calls };
    if (tokens !== null && used.tokens + more.tokens > tokens)
      return { limit: `${tokens} tokens`, left: tokens - used.tokens, needed: more.tokens };
    if (cost === null) return null;
    const left = toBillionths(cost) - used.billionths;
    if (more.billionths <= left) return null;
    const needed = more.billionths / BILLION;
    return { limit: `${cost} in money`, left: left / BILLION, needed };
  }
}

/** A limit, and how much of it is left and needed. */
interface Lack {
  readonly limit: string;
  readonly left: number;
  readonly needed: number;
}

function refusalOf({ limit, left, needed }: Lack): DriveError {
  return left > 0
    ? budgetError(
        `the budget of ${limit} has ${left} left, and the next question may take ${needed}`,
      )
    : spentError(limit);
}

function spentError(limit: string): DriveError {
  return budgetError(`the budget of ${limit} is spent`);
}

function budgetError(message: string): DriveError {
  return new DriveError('BUDGET_SPENT', message, { isFinal: true, isUnpaid: true });
}
