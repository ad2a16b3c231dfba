import { type Json, type JsonObject, isJsonObject, parseJson } from '#core';
import type {
  ApiCaseSaved,
  ApiLabelCase,
  ApiOpenSample,
  ApiPage,
  LabelPart,
  LabelTask,
} from '#schema';

/** Whose cases of which task are shown. */
export interface DeskAddress {
  readonly sample: string;
  readonly task: LabelTask;
  readonly part: LabelPart;
  /** Whom an admin looks at; null for the visitor. */
  readonly reviewer: string | null;
  /** Whether the most informative cases come first; as they were dealt by default. */
  readonly isByPriority?: boolean;
}

/** A request that the server did not serve. */
export class LabelApiError extends Error {
  /** 0 where nothing came back. */
  readonly status: number;
  readonly detail: Json;

  constructor(status: number, message: string, detail: Json = null) {
    super(message);
    this.status = status;
    this.detail = detail;
  }
}

const PAGE_SIZE = 200;
/** What browsers send of a page that is being closed. */
const MAX_KEEPALIVE = 60_000;

/** The labels of one person on the server. Numbers keep their digits. */
export class LabelApi {
  readonly address: DeskAddress;

  constructor(address: DeskAddress) {
    this.address = address;
  }

  sample(): Promise<ApiOpenSample> {
    return this.#send('', new URLSearchParams());
  }

  /** All cases of the person, without their conversations. */
  async queue(): Promise<readonly ApiLabelCase[]> {
    const cases: ApiLabelCase[] = [];
    for (let cursor: string | null = '0'; cursor !== null;) {
      const query = this.#query();
      if (this.address.isByPriority === true) query.set('order', 'priority');
      query.set('cursor', cursor);
      query.set('limit', String(PAGE_SIZE));
      const page: ApiPage<ApiLabelCase> = await this.#send('/queue', query);
      cases.push(...page.items);
      cursor = page.next;
    }
    return cases;
  }

  open(id: string): Promise<ApiLabelCase> {
    return this.#send(casePath(id), this.#query());
  }

  save(id: string, body: string, revision: string): Promise<ApiCaseSaved> {
    return this.#send(casePath(id), this.#query(), {
      method: 'PUT',
      body,
      headers: { 'If-Match': `"${revision}"` },
      keepalive: body.length < MAX_KEEPALIVE,
    });
  }

  /** Shows what others said; the visitor's answer is final from then on. */
  reveal(id: string): Promise<ApiLabelCase> {
    return this.#send(`${casePath(id)}/others`, this.#query(), { method: 'POST', body: '{}' });
  }

  sendBack(id: string, reason: string): Promise<ApiLabelCase> {
    const body = JSON.stringify({ reason });
    return this.#send(`${casePath(id)}/return`, this.#query(), { method: 'POST', body });
  }

  #query(): URLSearchParams {
    const { task, part, reviewer } = this.address;
    return new URLSearchParams({ task, part, ...(reviewer === null ? {} : { reviewer }) });
  }

  async #send<T>(path: string, query: URLSearchParams, init: RequestInit = {}): Promise<T> {
    const sample = encodeURIComponent(this.address.sample);
    const headers = new Headers(init.headers);
    if (init.body !== undefined) headers.set('Content-Type', 'application/json');
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(`/api/v1/samples/${sample}${path}?${query.toString()}`, {
        ...init,
        headers,
        credentials: 'same-origin',
      });
      text = await answer.text();
    } catch (error) {
      throw new LabelApiError(0, String(error));
    }
    const parsed = parseJson(text);
    if (answer.ok && parsed.ok) return parsed.value as T;
    const error = parsed.ok && isJsonObject(parsed.value) ? parsed.value.error : null;
    throw errorOf(answer, isJsonObject(error) ? error : {});
  }
}

function casePath(id: string): string {
  return `/cases/${encodeURIComponent(id)}`;
}

function errorOf({ status, statusText }: Response, error: JsonObject): LabelApiError {
  const { message, detail = null } = error;
  return new LabelApiError(status, typeof message === 'string' ? message : statusText, detail);
}
