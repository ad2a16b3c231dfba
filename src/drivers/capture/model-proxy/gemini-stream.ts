import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectAt, objectsAt, textAt } from '../../models/wire.ts';
import type { AnswerStream } from './join-stream.ts';

/** Pieces of generateContent: each is a response with a part of the parts. */
export class GeminiStream implements AnswerStream {
  #last: JsonObject | null = null;
  #reason = '';
  readonly #parts: Json[] = [];

  add(piece: JsonObject): void {
    // A piece that only counts tokens does not undo the model of the one before.
    this.#last = { ...this.#last, ...piece };
    const [candidate = {}] = objectsAt(piece, 'candidates');
    this.#reason = textAt(candidate, 'finishReason') || this.#reason;
    for (const part of objectsAt(objectAt(candidate, 'content'), 'parts')) this.#append(part);
  }

  #append(part: JsonObject): void {
    const last = this.#parts.at(-1);
    const before = isJsonObject(last) && isPlainText(last) ? textAt(last, 'text') : null;
    const isMore =
      before !== null &&
      typeof part.text === 'string' &&
      isJsonObject(last) &&
      last.thought === part.thought;
    if (isMore)
      this.#parts[this.#parts.length - 1] = { ...part, text: before + textAt(part, 'text') };
    else this.#parts.push(part);
  }

  whole(): JsonObject | null {
    if (this.#last === null) return null;
    const isBlocked = textAt(objectAt(this.#last, 'promptFeedback'), 'blockReason') !== '';
    if (isBlocked || this.#last.error !== undefined) return this.#last;
    if (this.#reason === '') return null;
    const content = { role: 'model', parts: this.#parts };
    return { ...this.#last, candidates: [{ content, finishReason: this.#reason, index: 0 }] };
  }
}

/** Whether a part is words alone: one with a signature is not joined with the next. */
function isPlainText(part: JsonObject): boolean {
  return (
    typeof part.text === 'string' &&
    Object.keys(part).every((key) => key === 'text' || key === 'thought')
  );
}
