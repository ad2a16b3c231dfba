import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import {
  type ChatAnswer,
  type ChatModel,
  type ChatRequest,
  estimateTokens,
  MAX_PAUSE_MS,
  MODEL_WORLD,
  type ModelWorld,
  PAUSE_MS,
  type RateGate,
  TransientError,
} from '#drivers';
import type { ModelDocument } from '#schema';
import { shortHash } from '../drive/fingerprint.ts';
import { ADMIT_SCRIPT, OPEN_SCRIPT, PAUSE_SCRIPT, RELEASE_SCRIPT } from './rate-scripts.ts';
import { runScript } from './run-script.ts';

/** Longer than a request may take: only the request of a process that ended is under way for longer. */
const LEASE_MS = 330_000;
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/** A provider and model, and how fast all workers together may ask it. */
export interface SharedRateOptions {
  readonly model: string;
  readonly baseUrl: string | null;
  readonly limits: ModelDocument['limits'];
}

/** What else happens with requests. */
export interface RateEvents {
  /** A request begins, at this time of the Redis server; null where nothing but pauses limits it. */
  readonly onAdmitted?: (model: string, at: number | null) => void;
  /** The provider asked for a pause. */
  readonly onPause?: (durationMs: number) => void;
}

/** Limits of one model that all workers share: they are counted in Redis, request by request. */
export class SharedRates implements RateGate {
  readonly #redis: Redis;
  readonly #options: SharedRateOptions;
  readonly #keys: readonly string[];
  readonly #pauseKey: string;
  readonly #events: RateEvents;
  readonly #world: ModelWorld;

  constructor(
    redis: Redis,
    options: SharedRateOptions,
    events: RateEvents = {},
    world: ModelWorld = MODEL_WORLD,
  ) {
    this.#redis = redis;
    this.#options = options;
    this.#events = events;
    this.#world = world;
    const { model, baseUrl, limits = null } = options;
    const name = `whichtool:{${shortHash([model, baseUrl, limits])}}`;
    this.#pauseKey = `${name}:pause`;
    this.#keys = [
      ...['gate', 'admissions', 'tokens', 'under-way'].map((part) => `${name}:${part}`),
      this.#pauseKey,
    ];
  }

  /** Before the first run on a new server: nothing was asked before. */
  async open(): Promise<void> {
    await this.#run(OPEN_SCRIPT);
  }

  wrap(model: ChatModel): ChatModel {
    return {
      answer: (request, signal, uncounted = (work) => work) =>
        this.#ask(model, request, signal, uncounted),
    };
  }

  async #ask(
    model: ChatModel,
    request: ChatRequest,
    signal: AbortSignal,
    uncounted: NonNullable<Parameters<ChatModel['answer']>[2]>,
  ): Promise<ChatAnswer> {
    const id = randomUUID();
    await uncounted(this.#enter(id, request, signal));
    let tokens = -1;
    try {
      const answer = await model.answer(request, signal, uncounted);
      if (answer.usage !== null) tokens = answer.usage.inputTokens + answer.usage.outputTokens;
      return answer;
    } catch (error) {
      if (error instanceof TransientError && error.isRateLimit)
        await this.#pause(Math.min(error.waitMs ?? PAUSE_MS, MAX_PAUSE_MS));
      throw error;
    } finally {
      // The answer need not wait for Redis, which may be away: what is not released ends with its lease.
      const { in_flight, tokens_per_minute } = this.#options.limits ?? {};
      if (in_flight !== undefined || tokens_per_minute !== undefined)
        this.#run(RELEASE_SCRIPT, id, tokens).catch(() => {});
    }
  }

  async #enter(id: string, request: ChatRequest, signal: AbortSignal): Promise<void> {
    const { limits = {}, model } = this.#options;
    const { requests_per_minute, requests_per_second, tokens_per_minute, in_flight } = limits;
    const tokens = tokens_per_minute === undefined ? 0 : estimateTokens(request);
    const rates = [requests_per_minute, requests_per_second, tokens_per_minute, in_flight];
    if (rates.every((limit) => limit === undefined)) {
      await this.#waitForPause(signal);
      this.#events.onAdmitted?.(model, null);
      return;
    }
    for (;;) {
      const [waitMs = 0, at = 0] = (await this.#run(
        ADMIT_SCRIPT,
        id,
        ...rates.map((limit) => limit ?? 0),
        tokens,
        LEASE_MS,
        limitWindowMs(limits),
      )) as readonly number[];
      if (waitMs === 0) {
        this.#events.onAdmitted?.(model, at);
        return;
      }
      await this.#world.sleep(waitMs, signal);
    }
  }

  /** Waits while all wait with this model. */
  async #waitForPause(signal: AbortSignal): Promise<void> {
    for (;;) {
      const waitMs = await this.#redis.pttl(this.#pauseKey);
      if (waitMs <= 0) return;
      await this.#world.sleep(waitMs, signal);
    }
  }

  async #pause(durationMs: number): Promise<void> {
    this.#events.onPause?.(durationMs);
    await this.#run(PAUSE_SCRIPT, durationMs);
  }

  #run(script: string, ...values: readonly (string | number)[]): Promise<unknown> {
    return runScript(this.#redis, script, this.#keys, values);
  }
}

/** How long a limit looks back; 0 without one. */
export function limitWindowMs(limits: ModelDocument['limits']): number {
  if (limits === undefined) return 0;
  const { requests_per_minute, requests_per_second, tokens_per_minute } = limits;
  if (requests_per_minute !== undefined || tokens_per_minute !== undefined) return MINUTE_MS;
  return requests_per_second === undefined ? 0 : SECOND_MS;
}
