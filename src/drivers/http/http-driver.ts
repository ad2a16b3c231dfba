import { describeBreak, readBody, retryAfterMs } from '#platform';
import { stringifyJson, type Json } from '#core';
import type { DriveFault } from '../codes.ts';
import { type Driver, DriveError, type DriveResult, type DriveTask } from '../driver.ts';
import { MODEL_WORLD, type ModelWorld } from '../models/model-world.ts';
import { stopped } from '../stopped.ts';
import { SessionTurns } from '../session-turns.ts';
import { quoteAgent } from '../quote-agent.ts';
import { taskDocument } from '../task-document.ts';

export interface HttpOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The format of its answers; null where it is to be recognised. */
  readonly format: string | null;
  /** Whether turns are given one at a time. */
  readonly isSession?: boolean;
  readonly maxOutputBytes?: number;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const ATTEMPTS = 5;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;

/** An agent that is a service: it is sent the task as JSON, and its answer is a trace in any format that is read. */
export class HttpDriver implements Driver {
  readonly #options: HttpOptions;
  readonly #world: ModelWorld;

  constructor(options: HttpOptions, world: ModelWorld = MODEL_WORLD) {
    this.#options = options;
    this.#world = world;
  }

  async drive(task: DriveTask, signal: AbortSignal): Promise<DriveResult> {
    if (this.#options.isSession === true) return this.#driveTurns(task, signal);
    const request = { ...taskDocument(task), task: task.id } as unknown as Json;
    const text = await this.#ask(stringifyJson(request), signal);
    if (text.trim() === '') throw failure('answered with nothing', 'AGENT_OUTPUT');
    return {
      output: { kind: 'raw', text, format: this.#options.format },
      exchanges: [{ request }],
      issues: [],
    };
  }

  async close(): Promise<void> {}

  async #driveTurns(task: DriveTask, signal: AbortSignal): Promise<DriveResult> {
    const turns = new SessionTurns(task, this.#options.format);
    await turns.play(async (request) => {
      const text = await this.#ask(stringifyJson(request), signal);
      if (text.trim() === '') throw failure('answered with nothing', 'AGENT_OUTPUT');
      return text;
    }, signal);
    return turns.result();
  }

  /** Asks again where the service says that it is busy. */
  async #ask(body: string, signal: AbortSignal): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const { response, text } = await this.#post(body, signal);
      const { status, headers } = response;
      if (response.ok) return text;
      if ((status !== 429 && status !== 503) || attempt === ATTEMPTS)
        throw this.#refused(status, text);
      const asked = retryAfterMs(headers.get('retry-after'), new Date(this.#world.now()));
      const span = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
      const waitMs = Math.min(asked ?? Math.round(span * this.#world.random()), MAX_WAIT_MS);
      try {
        await this.#world.sleep(waitMs, signal);
      } catch (error) {
        throw signal.aborted ? stopped(signal) : error;
      }
    }
  }

  async #post(body: string, signal: AbortSignal): Promise<{ response: Response; text: string }> {
    const { url, headers, maxOutputBytes = MAX_OUTPUT_BYTES } = this.#options;
    let response: Response;
    let text: string | null;
    try {
      response = await this.#world.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        // Headers may hold keys, which must not go elsewhere.
        redirect: 'manual',
        signal,
      });
      text = await readBody(response, maxOutputBytes);
    } catch (error) {
      if (signal.aborted) throw stopped(signal);
      throw failure(`gave no answer: ${describeBreak(error)}`);
    }
    if (text === null) throw failure(`answered with more than ${maxOutputBytes} bytes`);
    return { response, text };
  }

  #refused(status: number, text: string): DriveError {
    if (status >= 300 && status < 400)
      return failure(`answered with status ${status}, and redirects are not followed`);
    const said = text.trim() === '' ? '' : ` and ${quoteAgent(text, this.#secrets())}`;
    return failure(`answered with status ${status}${said}`);
  }

  /** Whole, and the word after `Bearer`. */
  #secrets(): readonly string[] {
    return Object.values(this.#options.headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  }
}

function failure(what: string, code: DriveFault = 'AGENT_FAILED'): DriveError {
  return new DriveError(code, `the service ${what}`);
}
