import { isJsonObject, type Json, type JsonObject, parseJson } from '#core';
import { AnthropicStream } from './anthropic-stream.ts';
import { ChatStream } from './chat-stream.ts';
import { GeminiStream } from './gemini-stream.ts';
import type { ModelFormat } from './model-exchange.ts';
import { ResponsesStream } from './responses-stream.ts';

/** Joins the events of a streamed answer. */
export interface AnswerStream {
  add(event: JsonObject): void;
  /** The answer as the API gives it at once; null where the stream broke off. */
  whole(): JsonObject | null;
}

const STREAMS: Readonly<Record<ModelFormat, new () => AnswerStream>> = {
  'openai-chat': ChatStream,
  'openai-responses': ResponsesStream,
  anthropic: AnthropicStream,
  gemini: GeminiStream,
};

/** Collects the data of the events of a stream; an event that is not JSON makes the answer unreadable. */
export class StreamJoiner {
  readonly #stream: AnswerStream;
  #isReadable = true;

  constructor(format: ModelFormat) {
    this.#stream = new STREAMS[format]();
  }

  add(data: string | null): void {
    if (data === '[DONE]') return;
    const parsed = data === null ? null : parseJson(data);
    if (parsed?.ok === true && isJsonObject(parsed.value)) this.#stream.add(parsed.value);
    else this.#isReadable = false;
  }

  /** Null where the answer is not whole. */
  whole(): JsonObject | null {
    return this.#isReadable ? this.#stream.whole() : null;
  }
}

/** The answer in a body that is not a stream of events; Gemini also streams as one list of pieces. */
export function readWholeAnswer(format: ModelFormat, text: string): JsonObject | null {
  const parsed = parseJson(text);
  if (!parsed.ok) return null;
  if (isJsonObject(parsed.value)) return parsed.value;
  if (format !== 'gemini' || !Array.isArray(parsed.value)) return null;
  const stream = new GeminiStream();
  for (const piece of parsed.value as readonly Json[]) if (isJsonObject(piece)) stream.add(piece);
  return stream.whole();
}
