import { isJsonObject, type Json, type JsonObject, type Usage } from '#core';
import { readNumber } from '../../draft/read-number.ts';

/** The tokens of all models of a sample, and their cost where the log has it. */
export function readSampleUsage(modelUsage: Json | undefined): readonly Partial<Usage>[] {
  if (!isJsonObject(modelUsage)) return [];
  return Object.values(modelUsage).flatMap((usage) =>
    isJsonObject(usage) ? [readModelUsage(usage)] : [],
  );
}

function readModelUsage(usage: JsonObject): Partial<Usage> {
  const input = readNumber(usage.input_tokens);
  const output = readNumber(usage.output_tokens);
  const cached =
    (readNumber(usage.input_tokens_cache_read) ?? 0) +
    (readNumber(usage.input_tokens_cache_write) ?? 0);
  // Providers differ on whether cached tokens are part of the input; the total shows it.
  const isApart = (readNumber(usage.total_tokens) ?? 0) >= (input ?? 0) + cached + (output ?? 0);
  return {
    inputTokens: input === null ? null : input + (isApart ? cached : 0),
    outputTokens: output,
    cost: readNumber(usage.total_cost),
  };
}
