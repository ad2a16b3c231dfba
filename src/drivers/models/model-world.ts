import { setTimeout as wait } from 'node:timers/promises';

/** The world as the client of a model sees it; tests put their own in its place. */
export interface ModelWorld {
  readonly fetch: typeof fetch;
  /** Rejects as soon as the signal is aborted. */
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
}

/** The world as it is. */
export const MODEL_WORLD: ModelWorld = {
  fetch: (input, init) => fetch(input, init),
  sleep: async (durationMs, signal) => {
    await wait(durationMs, undefined, { signal });
  },
  now: () => Date.now(),
  random: () => Math.random(),
};
