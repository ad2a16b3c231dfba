import { isJsonObject, type JsonObject } from '#core';
import type { AnswerStream } from './join-stream.ts';

const ENDS: ReadonlySet<unknown> = new Set([
  'response.completed',
  'response.done',
  'response.incomplete',
  'response.failed',
]);

/** Events of the Responses API. The last one has the response; some services leave the items out of it. */
export class ResponsesStream implements AnswerStream {
  readonly #items: JsonObject[] = [];
  #end: JsonObject | null = null;

  add(event: JsonObject): void {
    const { type, item = null, response = null } = event;
    if (type === 'response.output_item.done' && isJsonObject(item)) this.#items.push(item);
    else if (ENDS.has(type) && isJsonObject(response)) this.#end = response;
    else if (type === 'error')
      this.#end = { object: 'response', status: 'failed', error: event.error ?? event, output: [] };
  }

  whole(): JsonObject | null {
    if (this.#end === null) return null;
    const { output } = this.#end;
    const isListed = Array.isArray(output) && output.length >= this.#items.length;
    return {
      object: 'response',
      status: 'completed',
      ...this.#end,
      output: isListed ? output : this.#items,
    };
  }
}
