import type { ChatAnswer, ChatModel, ChatRequest, Uncounted } from '../chat.ts';
import type { ModelWorld } from './model-world.ts';
import { requestText } from './request-size.ts';
import { TransientError } from './transient-error.ts';
import { stopped } from '../stopped.ts';

/** How fast a provider may be asked; null is as fast as it takes. */
export interface RateLimitOptions {
  readonly requestsPerMinute: number | null;
  readonly requestsPerSecond?: number | null;
  readonly tokensPerMinute: number | null;
  readonly maxInFlight: number | null;
}

interface Admission {
  readonly at: number;
  /** An estimate until the answer reports it. */
  tokens: number;
}

interface Waiter {
  readonly tokens: number;
  readonly admit: (admission: Admission) => void;
}

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;
/** How long all requests wait after "too many requests" without a time. */
export const PAUSE_MS = 1000;
export const MAX_PAUSE_MS = 120_000;
const CHARACTERS_PER_TOKEN = 4;

/** Limits of requests, wherever they are counted. */
export interface RateGate {
  wrap(model: ChatModel): ChatModel;
}

/** Limits that all runs share: each request waits for its turn, and one "too many requests" delays all. */
export class RateLimits implements RateGate {
  readonly #options: RateLimitOptions;
  readonly #world: ModelWorld;
  readonly #waiting = new Set<Waiter>();
  /** Of the last minute, oldest first. */
  readonly #admissions: Admission[] = [];
  readonly #isCounted: boolean;
  #inFlight = 0;
  #pausedUntil = 0;
  /** Ends the wait of the scheduler; null while it does not wait. */
  #timer: AbortController | null = null;

  constructor(options: RateLimitOptions, world: ModelWorld) {
    this.#options = options;
    const { requestsPerMinute, requestsPerSecond = null, tokensPerMinute } = options;
    this.#isCounted = [requestsPerMinute, requestsPerSecond, tokensPerMinute].some(
      (limit) => limit !== null,
    );
    this.#world = world;
  }

  /** The model, asked within these limits. */
  wrap(model: ChatModel): ChatModel {
    return {
      answer: (request, signal, uncounted) => this.#ask(model, request, signal, uncounted),
    };
  }

  async #ask(
    model: ChatModel,
    request: ChatRequest,
    signal: AbortSignal,
    uncounted: Uncounted = (work) => work,
  ): Promise<ChatAnswer> {
    const admission = await uncounted(this.#enter(this.#estimate(request), signal));
    try {
      const answer = await model.answer(request, signal, uncounted);
      if (answer.usage !== null)
        admission.tokens = answer.usage.inputTokens + answer.usage.outputTokens;
      return answer;
    } catch (error) {
      if (error instanceof TransientError && error.isRateLimit)
        this.#pause(error.waitMs ?? PAUSE_MS);
      throw error;
    } finally {
      this.#inFlight -= 1;
      this.#letIn();
    }
  }

  #enter(tokens: number, signal: AbortSignal): Promise<Admission> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(stopped(signal));
        return;
      }
      const leave = (): void => {
        this.#waiting.delete(waiter);
        // No request is left: the timer would only keep the process alive.
        if (this.#waiting.size === 0) this.#timer?.abort();
        reject(stopped(signal));
      };
      const waiter: Waiter = {
        tokens,
        admit: (admission) => {
          signal.removeEventListener('abort', leave);
          resolve(admission);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiter);
      this.#letIn();
    });
  }

  /** Starts the requests that may go now, in their order, and runs again when the next one may. */
  #letIn(): void {
    if (this.#timer !== null) return;
    for (const waiter of this.#waiting) {
      if (this.#inFlight >= (this.#options.maxInFlight ?? Infinity)) return;
      const now = this.#world.now();
      const durationMs = this.#waitMs(waiter.tokens, now);
      if (durationMs > 0) {
        void this.#letInAfter(durationMs);
        return;
      }
      this.#waiting.delete(waiter);
      const admission = { at: now, tokens: waiter.tokens };
      if (this.#isCounted) this.#admissions.push(admission);
      this.#inFlight += 1;
      waiter.admit(admission);
    }
  }

  async #letInAfter(durationMs: number): Promise<void> {
    const timer = new AbortController();
    this.#timer = timer;
    try {
      await this.#world.sleep(durationMs, timer.signal);
    } catch {
      // Ended early: another request may be there by now.
    }
    this.#timer = null;
    this.#letIn();
  }

  #waitMs(tokens: number, now: number): number {
    const { requestsPerMinute, requestsPerSecond = null, tokensPerMinute } = this.#options;
    const inside = this.#admissions.findIndex(({ at }) => at > now - MINUTE_MS);
    if (inside !== 0) this.#admissions.splice(0, inside === -1 ? Infinity : inside);
    let requests = this.#admissions.length;
    let used =
      tokensPerMinute === null
        ? 0
        : this.#admissions.reduce((sum, admission) => sum + admission.tokens, 0);
    // So many requests ago a second must have begun.
    const earlier = this.#admissions.at(-(requestsPerSecond ?? Infinity));
    let until = Math.max(this.#pausedUntil, (earlier?.at ?? -Infinity) + SECOND_MS);
    // The oldest leave the minute first; with none in it even a request beyond the limit may go.
    for (const admission of this.#admissions) {
      const fits =
        requests < (requestsPerMinute ?? Infinity) &&
        used + tokens <= (tokensPerMinute ?? Infinity);
      if (fits) break;
      until = Math.max(until, admission.at + MINUTE_MS);
      requests -= 1;
      used -= admission.tokens;
    }
    return until - now;
  }

  #pause(durationMs: number): void {
    const until = this.#world.now() + Math.min(durationMs, MAX_PAUSE_MS);
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }

  #estimate(request: ChatRequest): number {
    return this.#options.tokensPerMinute === null ? 0 : estimateTokens(request);
  }
}

/** About how many tokens a request has, before its answer reports them. */
export function estimateTokens(request: ChatRequest): number {
  return Math.ceil(requestText(request).length / CHARACTERS_PER_TOKEN);
}
