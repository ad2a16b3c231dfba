import { isJsonObject, type Json, type JsonObject, parseJson, stringifyJson } from '#core';
import { breakCode, Deadline, describeBreak, readBody } from '#platform';
import type { ChatAnswer, ChatModel, ChatRequest } from '../chat.ts';
import { DriveError } from '../driver.ts';
import type { ModelWorld } from './model-world.ts';
import { TransientError } from './transient-error.ts';
import { type AskedModel, refusalError } from './refusal.ts';
import { requireSameModel } from './require-same-model.ts';
import { stopped } from '../stopped.ts';
import { malformed, requireSaid, type Wire } from './wire.ts';

/** Where and how a model is asked. */
export interface Endpoint extends AskedModel {
  readonly url: URL;
  readonly headers: Headers;
  readonly model: string;
  readonly answersAs: string;
  readonly timeoutMs: number;
  readonly extraBody?: JsonObject;
}

/** Failures before a request is sent. */
const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
const MAX_BYTES = 32 * 1024 * 1024;

/** A model behind HTTP, asked once. Redirects are not followed, for the key would go along. */
export class HttpModel implements ChatModel {
  readonly #endpoint: Endpoint;
  readonly #wire: Wire;
  readonly #world: ModelWorld;

  constructor(endpoint: Endpoint, wire: Wire, world: ModelWorld) {
    this.#endpoint = endpoint;
    this.#wire = wire;
    this.#world = world;
  }

  async answer(request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer> {
    const { label, model, answersAs, extraBody = {} } = this.#endpoint;
    const body = mergeMembers(this.#wire.encode(request, model), extraBody);
    const response = await this.#post(body, signal);
    const decoded = this.#wire.decode(response, request);
    requireSaid(decoded, request);
    requireSameModel(label, answersAs, decoded);
    const { text, calls, usage, raw } = decoded;
    return { model: decoded.model, text, calls, usage, raw, exchange: { request: body, response } };
  }

  async #post(body: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { url, headers, label, timeoutMs } = this.#endpoint;
    const deadline = new Deadline(timeoutMs, signal);
    let response: Response;
    let text: string | null;
    try {
      response = await this.#world.fetch(url, {
        method: 'POST',
        headers,
        body: stringifyJson(body),
        redirect: 'manual',
        signal: deadline.signal,
      });
      text = await readBody(response, MAX_BYTES);
    } catch (error) {
      if (signal.aborted) throw stopped(signal);
      const why = deadline.isPast ? `no whole answer within ${timeoutMs} ms` : describeBreak(error);
      const isUnpaid = !deadline.isPast && UNREACHED.has(breakCode(error) ?? '');
      throw new TransientError('MODEL_FAILED', `${label} gave no answer: ${why}`, { isUnpaid });
    } finally {
      deadline.clear();
    }
    if (text === null)
      throw new DriveError('MODEL_ANSWER', `${label} answered with more than ${MAX_BYTES} bytes`);
    const { status } = response;
    if (!response.ok) {
      const header = (name: string): string | null => response.headers.get(name);
      throw refusalError(this.#endpoint, { status, header, body: text }, this.#world.now());
    }
    const parsed = parseJson(text);
    if (!parsed.ok) throw malformed(`it is not JSON (${parsed.message})`);
    if (!isJsonObject(parsed.value)) throw malformed('it is not an object');
    return parsed.value;
  }
}

/** The members of both, the second's where both have one; objects are merged member by member. */
function mergeMembers(body: JsonObject, extra: JsonObject): JsonObject {
  const merged = Object.entries(extra).map(([name, value]): [string, Json] => {
    const sent = Object.hasOwn(body, name) ? body[name] : null;
    return [name, isJsonObject(sent) && isJsonObject(value) ? mergeMembers(sent, value) : value];
  });
  return { ...body, ...Object.fromEntries(merged) };
}
