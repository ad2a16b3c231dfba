import type { ChatModel, ChatUsage } from '../chat.ts';
import { DriveError } from '../driver.ts';
import type { SpendingLimit } from './budget.ts';
import type { Prices } from './prices.ts';
import { maxSpending, NOTHING, type Spending, spendingOf } from './spending.ts';
import { UnusableAnswer } from './unusable-answer.ts';

/**
 * The model, whose requests begin only where the budget has their upper limit left beside all that is under way, so that
 * it is never exceeded. What the provider refuses is not counted. A request that breaks off may be paid for: it counts
 * with its upper limit. Throws a UserError where a limit in money could not be kept.
 */
export function reserveModel(
  model: ChatModel,
  budget: SpendingLimit,
  prices: Prices | null,
): ChatModel {
  budget.requirePrices(prices);
  return {
    answer: async (request, signal, uncounted) => {
      const limit = maxSpending(request, prices);
      const held = budget.hold(limit);
      const settle = typeof held === 'function' ? held : await held;
      let taken = limit;
      try {
        const answer = await model.answer(request, signal, uncounted);
        taken = takenBy(answer.usage, prices, limit);
        budget.requireUsage(answer.usage);
        return answer;
      } catch (error) {
        if (error instanceof DriveError && error.isUnpaid) taken = NOTHING;
        else if (error instanceof UnusableAnswer) {
          taken = takenBy(error.usage, prices, limit);
          budget.requireUsage(error.usage);
        }
        throw error;
      } finally {
        await settle(taken);
      }
    },
  };
}

function takenBy(usage: ChatUsage | null, prices: Prices | null, limit: Spending): Spending {
  return usage === null ? limit : spendingOf(usage, prices);
}
