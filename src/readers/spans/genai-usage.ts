import type { Usage } from '#core';
import { readNumber } from '../draft/read-number.ts';
import type { Attributes } from './attributes.ts';

/** Each attribute under its current name and its previous names. */
const INPUT = ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'];
const OUTPUT = ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'];
const COST = ['gen_ai.usage.cost', 'operation.cost'];
const CACHE_READ = ['gen_ai.usage.cache_read.input_tokens', 'gen_ai.usage.cache_read_input_tokens'];
const CACHE_WRITE = [
  'gen_ai.usage.cache_write.input_tokens',
  'gen_ai.usage.cache_creation.input_tokens',
  'gen_ai.usage.cache_creation_input_tokens',
];

/** What a span says was used. */
export function usageOf(attributes: Attributes): Partial<Usage> | null {
  const input = amountOf(attributes, INPUT);
  const read = amountOf(attributes, CACHE_READ);
  const write = amountOf(attributes, CACHE_WRITE);
  return usageFrom({
    inputTokens: withCache(input, read, write),
    outputTokens: amountOf(attributes, OUTPUT),
    cost: amountOf(attributes, COST),
  });
}

function amountOf(attributes: Attributes, names: readonly string[]): number | null {
  for (const name of names) if (attributes.has(name)) return readNumber(attributes.get(name));
  return null;
}

/**
 * By the conventions, input tokens include cached tokens. Where the numbers contradict that, the emitter passed on
 * separate counts of its provider.
 */
export function withCache(
  input: number | null,
  read: number | null,
  write: number | null,
): number | null {
  const cached = (read ?? 0) + (write ?? 0);
  return input !== null && cached > input ? input + cached : input;
}

/** Usage where any of it is known. */
export function usageFrom(usage: Usage): Partial<Usage> | null {
  const { inputTokens, outputTokens, cost } = usage;
  return inputTokens === null && outputTokens === null && cost === null ? null : usage;
}
