/** A timeout within the signal of a caller: one signal for both. */
export class Deadline {
  readonly #own = new AbortController();
  readonly #outer: AbortSignal;
  readonly #timeoutMs: number;
  #timer: NodeJS.Timeout | undefined;
  readonly #pass = (): void => this.#own.abort(this.#outer.reason);
  #isPast = false;
  #isOver = false;
  #startedAt = 0;
  #usedMs = 0;
  /** How much work that does not count is under way. */
  #pauses = 0;

  constructor(timeoutMs: number, outer: AbortSignal) {
    this.#outer = outer;
    this.#timeoutMs = timeoutMs;
    // `AbortSignal.any` would keep each of many signals for as long as the outer one lives.
    if (outer.aborted) this.#pass();
    else outer.addEventListener('abort', this.#pass);
    this.#start();
  }

  #start(): void {
    this.#startedAt = performance.now();
    this.#timer = setTimeout(
      () => {
        this.#isPast = true;
        this.#own.abort();
      },
      Math.max(0, this.#timeoutMs - this.#usedMs),
    );
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#usedMs += performance.now() - this.#startedAt;
  }

  get signal(): AbortSignal {
    return this.#own.signal;
  }

  /** Whether the time was up. */
  get isPast(): boolean {
    return this.#isPast;
  }

  /** Waits for work, and no longer than it may take: work that does not hear the signal is left behind. */
  guard<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = (): void => reject(this.signal.reason as Error);
      if (this.signal.aborted) stop();
      else this.signal.addEventListener('abort', stop, { once: true });
      work.then(resolve, reject);
    });
  }

  /** Waits for what does not count, as something else bounds it: the clock is stopped until all of it has ended. */
  async uncounted<T>(work: Promise<T>): Promise<T> {
    if (this.#pauses === 0) this.#pause();
    this.#pauses += 1;
    try {
      return await work;
    } finally {
      this.#pauses -= 1;
      if (this.#pauses === 0 && !this.#isOver) this.#start();
    }
  }

  /** The work has ended. */
  clear(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#pass);
  }
}
