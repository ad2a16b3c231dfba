import { decimalOf } from '#core';
import type { ChatUsage } from '../chat.ts';

/** What a million tokens cost, in whatever currency the budget is in. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/** What these tokens cost: exact until the one division at the end. */
export function costOf({ inputTokens, outputTokens }: ChatUsage, prices: Prices): number {
  const input = decimalOf(prices.input);
  const output = decimalOf(prices.output);
  const num =
    BigInt(inputTokens) * input.num * output.den + BigInt(outputTokens) * output.num * input.den;
  return Number(num) / Number(1_000_000n * input.den * output.den);
}
