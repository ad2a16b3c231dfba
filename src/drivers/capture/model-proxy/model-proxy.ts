import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, type JsonObject, parseJson } from '#core';
import { askUpstream, passedOn } from '../http/forward-http.ts';
import { readRequest } from '../http/loopback.ts';
import { SseMessages } from '../http/sse-messages.ts';
import { readWholeAnswer, StreamJoiner } from './join-stream.ts';
import type { ModelExchange, ModelFormat } from './model-exchange.ts';
import { routeOf } from './model-routes.ts';
import { unpackBody } from './unpack-body.ts';

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_KEPT_BYTES = 256 * 1024 * 1024;

/**
 * Passes requests for models on to their real addresses, and records each with its answer. Bytes are passed on as they
 * come, so streams stay streams. Headers are not recorded, for they hold keys.
 */
export class ModelProxy {
  readonly #upstreams: ReadonlyMap<string, URL>;
  readonly #exchanges: ModelExchange[] = [];
  #keptBytes = 0;
  /** Why not everything that went through could be kept. */
  failure: string | null = null;
  /** Requests of a kind that is not known: a model may have chosen tools by them. */
  unknown = 0;

  constructor(upstreams: ReadonlyMap<string, URL>) {
    this.#upstreams = upstreams;
  }

  /** In the order in which the requests began. */
  get exchanges(): readonly ModelExchange[] {
    return this.#exchanges;
  }

  /** Serves a path below `model/`: the vendor, then the path at its address. */
  async serve(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, vendor = '', rest = ''] = /^([^/]+)(\/.*)?$/.exec(path) ?? [];
    const upstream = this.#upstreams.get(vendor);
    if (upstream === undefined) {
      response.writeHead(404).end();
      return;
    }
    const body = await readRequest(request, MAX_BODY_BYTES);
    if (body === null) {
      this.failure ??= 'the program sent more to a model at once than can be kept';
      response.writeHead(413).end();
      return;
    }
    const route = routeOf(request.method, rest);
    if (route === 'unknown') this.unknown += 1;
    const url = new URL(upstream);
    url.pathname = rest;
    const query = (request.url ?? '').split('?', 2)[1];
    if (query !== undefined) url.search = query;
    const place = typeof route === 'string' ? null : this.#begin(route.format, body, request);
    const answer = await askUpstream(url.href, request, response, body);
    if (answer === null) {
      if (place !== null) this.#end(place, null, 'the address of the model cannot be reached');
      response.writeHead(502, { 'content-type': 'text/plain' }).end('the model cannot be reached');
      return;
    }
    response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
    response.flushHeaders();
    await this.#passBack(answer, response, place);
  }

  /** The place of an exchange that begins; null where its request cannot be read. */
  #begin(format: ModelFormat, body: Buffer, { headers }: IncomingMessage): number | null {
    this.#keptBytes += body.length;
    const text = unpackBody(body, headers['content-encoding'], MAX_BODY_BYTES);
    const parsed = text === null ? null : parseJson(text);
    if (parsed?.ok !== true || !isJsonObject(parsed.value)) {
      this.failure ??= 'the program sent a request to a model that cannot be read';
      return null;
    }
    const request = parsed.value;
    const failure = 'the answer of the model broke off';
    return this.#exchanges.push({ format, request, response: null, failure }) - 1;
  }

  #end(place: number, response: JsonObject | null, failure: string | null): void {
    const begun = this.#exchanges[place];
    if (begun !== undefined) this.#exchanges[place] = { ...begun, response, failure };
  }

  async #passBack(
    answer: IncomingMessage,
    response: ServerResponse,
    place: number | null,
  ): Promise<void> {
    const { format } = place === null ? {} : (this.#exchanges[place] ?? {});
    const isStream = (answer.headers['content-type'] ?? '').includes('text/event-stream');
    const joiner = format === undefined ? null : new StreamJoiner(format);
    const events = new SseMessages(MAX_BODY_BYTES, (data) => joiner?.add(data));
    const chunks: Buffer[] = [];
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      this.#keptBytes += format === undefined ? 0 : chunk.length;
      if (this.#keptBytes > MAX_KEPT_BYTES)
        this.failure ??= 'the program and its models said more than can be kept';
      else if (isStream) events.add(chunk);
      else if (format !== undefined) chunks.push(chunk);
      if (!response.write(chunk)) {
        await new Promise((resolve) => {
          response.once('drain', resolve).once('close', resolve);
        });
      }
    }
    // Recorded before the program knows that this was all.
    if (place !== null && format !== undefined && joiner !== null) {
      if (isStream) events.add(Buffer.from('\n\n'));
      const text = Buffer.concat(chunks).toString('utf8');
      const whole = isStream ? joiner.whole() : readWholeAnswer(format, text);
      const status = answer.statusCode ?? 502;
      if (status >= 300) this.#end(place, whole, `the model answered with status ${status}`);
      else if (whole !== null) this.#end(place, whole, null);
    }
    response.end();
  }
}
