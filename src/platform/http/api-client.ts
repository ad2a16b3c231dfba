import { type Json, parseJson, stringifyJson } from '#core';
import type { ApiContext } from './api-context.ts';
import { breakCode, describeBreak } from './describe-break.ts';
import { readBody } from './read-body.ts';
import { retryAfterMs } from './retry-after.ts';
import { sourceError, type SourceFailure, sourceIssue } from './source-issue.ts';

/** An API that is asked with a key. */
export interface Api {
  readonly title: string;
  /** Where it is, without a slash at its end. */
  readonly endpoint: string;
  /** What the source is called in issues. */
  readonly label: string;
  readonly headers: { readonly [name: string]: string };
  /** The variables that the key comes from. */
  readonly keyName: string;
  /** What must never be shown. */
  readonly secrets: readonly string[];
}

export interface ApiRequest {
  readonly path: string;
  /** A list represents one parameter several times. */
  readonly query?: { readonly [name: string]: string | readonly string[] | null };
  /** Makes it a POST, unless the method says otherwise. */
  readonly body?: Json;
  readonly method?: 'PATCH';
}

/** What an API answered, or why it did not; the status is null when there was no answer at all. */
export type ApiAnswer =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly status: number | null; readonly issue: SourceFailure };

interface Failure {
  readonly status: number | null;
  readonly reason: string;
  /** Whether the same request may succeed later; how long to wait, where the API says so. */
  readonly passes: boolean;
  readonly waitMs: number | null;
}

/** Waits between attempts: a minute in all, for limits are counted by the minute. */
const DELAYS_MS = [1000, 2000, 4000, 8000, 16_000, 32_000];
const MAX_WAIT_MS = 120_000;
/** What a connection fails with where no server is. */
const ABSENT: ReadonlySet<string | null> = new Set(['ECONNREFUSED', 'ENOTFOUND']);
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Asks an API, patiently: what may pass is tried again. Redirects are not followed, for the key would go along. */
export class ApiClient {
  readonly #api: Api;
  readonly #context: ApiContext;
  /** Whether it ever answered: one that never did is not out for a moment, but not there. */
  #hasAnswered = false;

  constructor(api: Api, context: ApiContext) {
    this.#api = api;
    this.#context = context;
  }

  async send(request: ApiRequest): Promise<ApiAnswer> {
    for (let attempt = 0; ; attempt++) {
      const tried = await this.#try(request);
      if ('value' in tried) return { ok: true, value: tried.value };
      const delayMs = tried.waitMs ?? DELAYS_MS[attempt];
      const givesUp = attempt >= DELAYS_MS.length || (delayMs ?? 0) > MAX_WAIT_MS;
      if (!tried.passes || givesUp || delayMs === undefined)
        return { ok: false, status: tried.status, issue: this.#issue(tried, attempt + 1) };
      await this.#context.sleep(delayMs);
    }
  }

  async #try({ path, query = {}, body, method }: ApiRequest): Promise<{ value: Json } | Failure> {
    const url = new URL(this.#api.endpoint + path);
    for (const [name, value] of Object.entries(query))
      if (value !== null) for (const item of [value].flat()) url.searchParams.append(name, item);
    const { fetch, timeoutMs, maxBytes } = this.#context;
    let response: Response;
    let text: string | null;
    try {
      response = await fetch(url, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          accept: 'application/json',
          ...this.#api.headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: stringifyJson(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await readBody(response, maxBytes);
      this.#hasAnswered = true;
    } catch (error) {
      const code = breakCode(error);
      if (!this.#hasAnswered && ABSENT.has(code))
        return lasting(null, `no server answers at ${url.origin} (${code})`);
      return {
        status: null,
        reason: describeFailure(error, timeoutMs),
        passes: true,
        waitMs: null,
      };
    }
    if (text === null)
      return lasting(response.status, `an answer is longer than ${maxBytes} bytes`);
    return response.ok ? parseAnswer(text, response.status) : this.#refusal(response, text);
  }

  #refusal({ status, headers }: Response, text: string): Failure {
    const { title, label, keyName } = this.#api;
    if (status === 401 || status === 403)
      throw sourceError(
        'SOURCE_REFUSED',
        label,
        `${title} does not accept the key (HTTP ${status})`,
        `look at ${keyName}: is it a key of this project, and is the endpoint the right one?`,
      );
    if (status >= 300 && status < 400) {
      const location = this.#quote(headers.get('location') ?? 'another place');
      return lasting(status, `it sends us to ${location}, and keys are not taken along`);
    }
    const said = text.trim() === '' ? '' : `: ${this.#quote(text.trim())}`;
    return {
      status,
      reason: `HTTP ${status}${said}`,
      passes: PASSING.has(status),
      waitMs: retryAfterMs(headers.get('retry-after'), this.#context.now()),
    };
  }

  #issue({ reason, passes }: Failure, attempts: number): SourceFailure {
    const { title, label } = this.#api;
    const often = passes && attempts > 1 ? `, ${attempts} times` : '';
    return sourceIssue('SOURCE_FAILED', label, `${title} gave no usable answer${often}: ${reason}`);
  }

  /** The beginning of what a server said; it may have said our key back to us. */
  #quote(text: string): string {
    const clean = this.#api.secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
    return clean.slice(0, 200);
  }
}

function parseAnswer(text: string, status: number): { value: Json } | Failure {
  const parsed = parseJson(text);
  return parsed.ok
    ? { value: parsed.value }
    : lasting(status, `it is not JSON (${parsed.message})`);
}

function lasting(status: number | null, reason: string): Failure {
  return { status, reason, passes: false, waitMs: null };
}

function describeFailure(error: unknown, timeoutMs: number): string {
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? `nothing came within ${timeoutMs} ms`
    : describeBreak(error);
}
