import { BILLION } from '#core';
import type { ChatRequest, ChatUsage } from '../chat.ts';
import { costOf, type Prices } from './prices.ts';
import { maxInputTokens } from './request-size.ts';

/** What requests take, or may take at most. */
export interface Spending {
  readonly calls: number;
  readonly tokens: number;
  /** Of the calls whose prices are known, in billionths: sums of fractions would depend on their order. */
  readonly billionths: number;
}

export const NOTHING: Spending = { calls: 0, tokens: 0, billionths: 0 };

/** What one answered request took. */
export function spendingOf(usage: ChatUsage, prices: Prices | null): Spending {
  const tokens = usage.inputTokens + usage.outputTokens;
  return {
    calls: 1,
    tokens,
    billionths: prices === null ? 0 : toBillionths(costOf(usage, prices)),
  };
}

/** What one request may take at most; `maxTokens` limits its answer, and callers that reserve give it. */
export function maxSpending(request: ChatRequest, prices: Prices | null): Spending {
  const inputTokens = maxInputTokens(request);
  return spendingOf({ inputTokens, outputTokens: request.maxTokens ?? 0 }, prices);
}

/** The first with the second, or several of it, added; a negative number takes away. */
export function addSpending(to: Spending, more: Spending, times = 1): Spending {
  return {
    calls: to.calls + more.calls * times,
    tokens: to.tokens + more.tokens * times,
    billionths: to.billionths + more.billionths * times,
  };
}

export function toBillionths(cost: number): number {
  return Math.round(cost * BILLION);
}
