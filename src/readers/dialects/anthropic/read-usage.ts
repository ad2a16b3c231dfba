import type { Json, Usage } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readNumber, readSum } from '../../draft/read-number.ts';

/** The tokens of an answer. Cached tokens are counted apart, but are input too. */
export function readAnthropicUsage(usage: Json | undefined): Partial<Usage> {
  const counts = objectOf(usage);
  return {
    inputTokens: readSum(
      counts.input_tokens,
      counts.cache_creation_input_tokens,
      counts.cache_read_input_tokens,
    ),
    outputTokens: readNumber(counts.output_tokens),
  };
}
