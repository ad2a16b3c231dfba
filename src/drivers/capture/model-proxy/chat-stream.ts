import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectsIn, textAt } from '../../models/wire.ts';
import type { AnswerStream } from './join-stream.ts';

interface StreamedCall {
  id: string;
  name: string;
  text: string;
}

/** Chunks of Chat Completions. Only the first choice is the answer. */
export class ChatStream implements AnswerStream {
  #head: JsonObject = {};
  #text = '';
  #refusal = '';
  #usage: Json = null;
  #reason: Json = null;
  readonly #calls = new Map<number, StreamedCall>();
  #error: Json = null;

  add(chunk: JsonObject): void {
    if (isJsonObject(chunk.error ?? null)) this.#error = chunk.error ?? null;
    if (Object.keys(this.#head).length === 0) this.#head = chunk;
    if (isJsonObject(chunk.usage ?? null)) this.#usage = chunk.usage ?? null;
    for (const choice of objectsIn(chunk.choices)) {
      if ((choice.index ?? 0) !== 0) continue;
      this.#reason = choice.finish_reason ?? this.#reason;
      if (isJsonObject(choice.delta ?? null)) this.#addDelta(choice.delta as JsonObject);
    }
  }

  #addDelta(delta: JsonObject): void {
    this.#text += textAt(delta, 'content');
    this.#refusal += textAt(delta, 'refusal');
    for (const [place, piece] of objectsIn(delta.tool_calls).entries()) {
      const index = typeof piece.index === 'number' ? piece.index : place;
      const call = this.#calls.get(index) ?? { id: '', name: '', text: '' };
      this.#calls.set(index, call);
      const called = isJsonObject(piece.function ?? null) ? (piece.function as JsonObject) : {};
      call.id ||= textAt(piece, 'id');
      call.name ||= textAt(called, 'name');
      call.text += textAt(called, 'arguments');
    }
  }

  whole(): JsonObject | null {
    if (this.#error !== null) return { error: this.#error };
    if (this.#reason === null) return null;
    const calls = [...this.#calls].sort(([a], [b]) => a - b).map(([, call]) => call);
    const message: JsonObject = {
      role: 'assistant',
      content: this.#text === '' ? null : this.#text,
      ...(this.#refusal === '' ? {} : { refusal: this.#refusal }),
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map(({ id, name, text }) => ({
              id,
              type: 'function',
              function: { name, arguments: text },
            })),
          }),
    };
    const { choices: _choices, usage: _usage, ...head } = this.#head;
    return {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: this.#reason }],
      ...(this.#usage === null ? {} : { usage: this.#usage }),
    };
  }
}
