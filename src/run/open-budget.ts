import { Budget } from '#drivers';

/** What a command may spend in all. */
export function openBudget(cost: number): Budget {
  return new Budget({ calls: null, tokens: null, cost });
}
