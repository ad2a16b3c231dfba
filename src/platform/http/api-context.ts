/** The world as the client of an API sees it; tests put their own in its place. */
export interface ApiContext {
  readonly env: (name: string) => string | undefined;
  readonly fetch: typeof fetch;
  readonly sleep: (durationMs: number) => Promise<void>;
  readonly now: () => Date;
  /** How long one request may take, with its answer. */
  readonly timeoutMs: number;
  /** How long one answer may be. */
  readonly maxBytes: number;
}

/** The world as it is. */
export const WORLD: ApiContext = {
  env: (name) => process.env[name],
  fetch: (input, init) => fetch(input, init),
  sleep: (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs)),
  now: () => new Date(),
  timeoutMs: 120_000,
  maxBytes: 256 * 1024 * 1024,
};
