import type { Json, JsonObject, Usage } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readNumber } from '../../draft/read-number.ts';

interface Tokens {
  input: number;
  output: number;
}

/**
 * The tokens of a thread. A record per response is surest. Older versions only write totals, which grow over a session
 * and its forks, and which are repeated with every change of the rate limits.
 */
export class UsageCount {
  readonly #responses: Tokens = { input: 0, output: 0 };
  readonly #growth: Tokens = { input: 0, output: 0 };
  #hasResponses = false;
  #hasTotals = false;
  #total: Tokens = { input: 0, output: 0 };

  add(line: Json | undefined, payload: JsonObject, isInherited: boolean): void {
    if (line === 'token_usage_record' && !isInherited) {
      const tokens = readTokens(payload.usage);
      if (tokens === null) return;
      this.#hasResponses = true;
      addTo(this.#responses, tokens);
    } else if (line === 'event_msg' && payload.type === 'token_count') {
      const total = readTokens(objectOf(payload.info).total_token_usage);
      if (total === null) return;
      if (!isInherited) {
        this.#hasTotals = true;
        addTo(this.#growth, difference(total, this.#total));
      }
      this.#total = total;
    }
  }

  total(): Partial<Usage> {
    if (!this.#hasResponses && !this.#hasTotals) return {};
    const { input, output } = this.#hasResponses ? this.#responses : this.#growth;
    return { inputTokens: input, outputTokens: output };
  }
}

/** What a total grew by; a smaller total is a new count. */
function difference(total: Tokens, before: Tokens): Tokens {
  const isNew = total.input < before.input || total.output < before.output;
  if (isNew) return total;
  return { input: total.input - before.input, output: total.output - before.output };
}

function addTo(sum: Tokens, tokens: Tokens): void {
  sum.input += tokens.input;
  sum.output += tokens.output;
}

function readTokens(value: Json | undefined): Tokens | null {
  const usage = objectOf(value);
  const input = readNumber(usage.input_tokens);
  const output = readNumber(usage.output_tokens);
  return input === null || output === null ? null : { input, output };
}
