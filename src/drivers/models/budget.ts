import { UserError } from '#core';
import type { ChatAnswer, ChatModel, ChatRequest, ChatUsage } from '../chat.ts';
import { DriveError } from '../driver.ts';
import { costOf, type Prices } from './prices.ts';
import { UnusableAnswer } from './unusable-answer.ts';

/** What may be spent in all; null is as much as it takes. */
export interface BudgetLimits {
  readonly calls: number | null;
  readonly tokens: number | null;
  readonly cost: number | null;
}

/** What was spent, in runs that failed too. */
export interface Spending {
  readonly calls: number;
  readonly tokens: number;
  /** Of the calls whose prices are known. */
  readonly cost: number;
}

const UNLIMITED: BudgetLimits = { calls: null, tokens: null, cost: null };

/**
 * Counts what all runs spend on models and refuses what goes beyond. A request that is under way when the budget is
 * spent still ends and counts, so tokens and money may exceed it by what was under way.
 */
export class Budget {
  readonly #limits: BudgetLimits;
  #calls = 0;
  #tokens = 0;
  #cost = 0;

  constructor(limits: BudgetLimits = UNLIMITED) {
    this.#limits = limits;
  }

  get spent(): Spending {
    return { calls: this.#calls, tokens: this.#tokens, cost: this.#cost };
  }

  /** Throws where nothing is left: a run that begins now could not be carried out. */
  check(): void {
    const { calls, tokens, cost } = this.#limits;
    if (calls !== null && this.#calls >= calls) throw spentError(`${calls} model calls`);
    if (tokens !== null && this.#tokens >= tokens) throw spentError(`${tokens} tokens`);
    if (cost !== null && this.#cost >= cost) throw spentError(`${cost} in money`);
  }

  /** The model, paid from this budget. Throws a UserError where a limit in money could not be kept. */
  wrap(model: ChatModel, prices: Prices | null): ChatModel {
    if (this.#limits.cost !== null && prices === null)
      throw new UserError([
        {
          code: 'BUDGET_UNCOUNTED',
          severity: 'error',
          message: 'the budget is in money, and the prices of the model are not known',
          where: null,
          hint: 'give `prices: { input, output }` per million tokens',
        },
      ]);
    return { answer: (request, signal) => this.#pay(model, prices, request, signal) };
  }

  async #pay(
    model: ChatModel,
    prices: Prices | null,
    request: ChatRequest,
    signal: AbortSignal,
  ): Promise<ChatAnswer> {
    this.check();
    this.#calls += 1;
    let answer: ChatAnswer;
    try {
      answer = await model.answer(request, signal);
    } catch (error) {
      if (error instanceof UnusableAnswer) this.#count(error.usage, prices);
      throw error;
    }
    this.#count(answer.usage, prices);
    return answer;
  }

  #count(usage: ChatUsage | null, prices: Prices | null): void {
    if (usage !== null) {
      this.#tokens += usage.inputTokens + usage.outputTokens;
      if (prices !== null) this.#cost += costOf(usage, prices);
    } else if (this.#limits.tokens !== null || this.#limits.cost !== null) {
      throw new DriveError(
        'BUDGET_UNCOUNTED',
        'the model does not say how many tokens it used, so a budget in tokens or money cannot be kept',
        { isFinal: true, hint: 'set a budget in calls instead' },
      );
    }
  }
}

function spentError(limit: string): DriveError {
  return new DriveError('BUDGET_SPENT', `the budget of ${limit} is spent`, { isFinal: true });
}
