import { StringDecoder } from 'node:string_decoder';
import { isJsonObject, type Json, type JsonObject, parseJson, stringifyJson } from '#core';
import type { Program } from '#platform';
import { DriveError } from '../driver.ts';

/** What this side answers to a request; a JsonRpcError is sent back as one. */
export type OnRequest = (method: string, params: JsonObject) => Promise<Json>;
export type OnNotification = (method: string, params: JsonObject) => void;

/** An error of the other side, or one that it is sent. */
export class JsonRpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

interface Waiter {
  readonly resolve: (result: Json) => void;
  readonly reject: (error: Error) => void;
}

const MAX_LINE_CHARS = 16 * 1024 * 1024;
const MAX_TOTAL_CHARS = 256 * 1024 * 1024;

/** One side of JSON-RPC over the input and output of a program: a message per line. Lines that are none are skipped. */
export class JsonRpcPeer {
  readonly #program: Program;
  readonly #onRequest: OnRequest;
  readonly #onNotification: OnNotification;
  readonly #waiting = new Map<number, Waiter>();
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  #total = 0;
  #ids = 0;

  constructor(program: Program, onRequest: OnRequest, onNotification: OnNotification) {
    this.#program = program;
    this.#onRequest = onRequest;
    this.#onNotification = onNotification;
    program.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    void program.ended.then(() => this.#fail(new DriveError('AGENT_FAILED', 'the agent ended')));
  }

  request(method: string, params: JsonObject): Promise<Json> {
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  notify(method: string, params: JsonObject): void {
    this.#send({ method, params });
  }

  #send(message: JsonObject): void {
    this.#program.stdin.write(`${stringifyJson({ jsonrpc: '2.0', ...message })}\n`);
  }

  #read(chunk: Buffer): void {
    const text = this.#decoder.write(chunk);
    this.#total += text.length;
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > MAX_LINE_CHARS || this.#total > MAX_TOTAL_CHARS) {
      this.#fail(new DriveError('AGENT_OUTPUT', 'the agent said more than can be kept'));
      this.#program.kill();
      return;
    }
    for (const line of lines) {
      const parsed = parseJson(line);
      if (parsed.ok && isJsonObject(parsed.value)) this.#take(parsed.value);
    }
  }

  #take(message: JsonObject): void {
    const { id, method, params = {}, result = null, error = null } = message;
    const members = isJsonObject(params) ? params : {};
    if (typeof method === 'string') {
      if (id === undefined) this.#onNotification(method, members);
      else void this.#answer(id, method, members);
      return;
    }
    const waiter = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (waiter === undefined) return;
    this.#waiting.delete(id as number);
    if (isJsonObject(error))
      waiter.reject(
        new JsonRpcError(
          Number(error.code ?? 0),
          typeof error.message === 'string' ? error.message : '',
        ),
      );
    else waiter.resolve(result);
  }

  async #answer(id: Json, method: string, params: JsonObject): Promise<void> {
    try {
      this.#send({ id, result: await this.#onRequest(method, params) });
    } catch (error) {
      const code = error instanceof JsonRpcError ? error.code : -32603;
      const message = error instanceof JsonRpcError ? error.message : 'internal error';
      this.#send({ id, error: { code, message } });
    }
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
