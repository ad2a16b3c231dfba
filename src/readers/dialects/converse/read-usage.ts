import type { Json, Usage } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readNumber, readSum } from '../../draft/read-number.ts';

/** The tokens of an answer. Cached tokens are counted apart, but are input too. */
export function readConverseUsage(usage: Json | undefined): Partial<Usage> {
  const counts = objectOf(usage);
  return {
    inputTokens: readSum(
      counts.inputTokens,
      counts.cacheReadInputTokens,
      counts.cacheWriteInputTokens,
    ),
    outputTokens: readNumber(counts.outputTokens),
  };
}
