import { type Json, stringifyJson } from '#core';
import { isJsonType, readOtlpRequest, type Signal } from '#platform';

/** An answer to a request. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const MAX_REQUEST_BYTES = 64 * 1024 * 1024;
const MAX_KEPT_CHARS = 128 * 1024 * 1024;
const CAUGHT: ReadonlyMap<string, Signal> = new Map([
  ['v1/traces', 'traces'],
  ['v1/logs', 'logs'],
]);

/** Takes what OpenTelemetry exports over HTTP: spans and log records, as JSON or Protobuf. Metrics are taken and forgotten. */
export class OtlpEndpoint {
  readonly #lines: string[] = [];
  #length = 0;
  /** Why not everything that came could be kept. */
  failure: string | null = null;

  /** OTLP as JSON, one request per line. */
  text(): string {
    return this.#lines.join('');
  }

  /** Whether a path is one of this endpoint's. */
  static serves(path: string): boolean {
    return CAUGHT.has(path) || path === 'v1/metrics';
  }

  async take(
    path: string,
    body: Buffer,
    headers: { readonly type: string; readonly encoding: string },
  ): Promise<Answer> {
    const signal = CAUGHT.get(path);
    const isJson = isJsonType(headers.type);
    if (signal !== undefined) {
      try {
        this.#keep(await readOtlpRequest(body, signal, headers, MAX_REQUEST_BYTES));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        this.failure ??= `the program exported ${signal} that cannot be read: ${why}`;
        return { status: 400, type: 'text/plain', body: 'this is not OTLP' };
      }
    }
    return isJson
      ? { status: 200, type: 'application/json', body: '{}' }
      : { status: 200, type: 'application/x-protobuf', body: '' };
  }

  #keep(value: Json): void {
    const line = `${stringifyJson(value)}\n`;
    this.#length += line.length;
    if (this.#length > MAX_KEPT_CHARS)
      this.failure ??= 'the program exported more spans than can be kept';
    else this.#lines.push(line);
  }
}
