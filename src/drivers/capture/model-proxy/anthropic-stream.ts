import { isJsonObject, type Json, type JsonObject, parseJson } from '#core';
import { objectAt, textAt } from '../../models/wire.ts';
import type { AnswerStream } from './join-stream.ts';

interface Block {
  readonly head: JsonObject;
  text: string;
  json: string;
}

/** Events of the Messages API. */
export class AnthropicStream implements AnswerStream {
  #message: JsonObject | null = null;
  #end: JsonObject = {};
  #usage: JsonObject = {};
  #isOver = false;
  #error: Json = null;
  readonly #blocks = new Map<number, Block>();

  add(event: JsonObject): void {
    const { type } = event;
    if (type === 'message_start') {
      this.#message = objectAt(event, 'message');
      this.#usage = objectAt(this.#message, 'usage');
    } else if (type === 'content_block_start')
      this.#blocks.set(Number(event.index ?? 0), {
        head: objectAt(event, 'content_block'),
        text: '',
        json: '',
      });
    else if (type === 'content_block_delta') this.#addDelta(event);
    else if (type === 'message_delta') {
      this.#end = { ...this.#end, ...objectAt(event, 'delta') };
      this.#usage = { ...this.#usage, ...objectAt(event, 'usage') };
    } else if (type === 'message_stop') this.#isOver = true;
    else if (type === 'error') this.#error = event.error ?? null;
  }

  #addDelta(event: JsonObject): void {
    const block = this.#blocks.get(Number(event.index ?? 0));
    if (block === undefined) return;
    const delta = objectAt(event, 'delta');
    block.text += textAt(delta, 'text');
    block.json += textAt(delta, 'partial_json');
  }

  whole(): JsonObject | null {
    if (this.#error !== null) return { type: 'error', error: this.#error };
    if (this.#message === null || !this.#isOver) return null;
    const blocks = [...this.#blocks].sort(([a], [b]) => a - b).map(([, block]) => toBlock(block));
    if (blocks.includes(null)) return null;
    return {
      ...this.#message,
      ...this.#end,
      content: blocks as readonly JsonObject[],
      usage: this.#usage,
    };
  }
}

/** A block with what came for it; null where its arguments are not JSON. */
function toBlock({ head, text, json }: Block): JsonObject | null {
  if (json !== '') {
    const parsed = parseJson(json);
    return parsed.ok && isJsonObject(parsed.value) ? { ...head, input: parsed.value } : null;
  }
  return head.type === 'text' ? { ...head, text: textAt(head, 'text') + text } : head;
}
