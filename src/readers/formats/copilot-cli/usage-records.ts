import type { JsonObject, Usage } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readSum } from '../../draft/read-number.ts';

/**
 * The tokens of a session. A file has a record per request; a stream has the same as an event that is not kept. The
 * `cost` of both counts premium requests, not money.
 */
export class UsageRecords {
  readonly #records: JsonObject[] = [];
  readonly #events: JsonObject[] = [];

  add(type: string, data: JsonObject): void {
    if (type === 'session.usage_record') this.#records.push(tokensOf(objectOf(data.usage)));
    else if (type === 'assistant.usage') this.#events.push(tokensOf(data));
  }

  total(): Partial<Usage> {
    const usages = this.#records.length > 0 ? this.#records : this.#events;
    return {
      inputTokens: readSum(...usages.map(({ input }) => input)),
      outputTokens: readSum(...usages.map(({ output }) => output)),
    };
  }
}

function tokensOf({ inputTokens, outputTokens }: JsonObject): JsonObject {
  return { input: inputTokens ?? null, output: outputTokens ?? null };
}
