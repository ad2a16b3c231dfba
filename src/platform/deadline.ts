/** A time that something may take, within what somebody else may stop: one signal for both. */
export class Deadline {
  readonly #own = new AbortController();
  readonly #outer: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #pass = (): void => this.#own.abort(this.#outer.reason);
  #isPast = false;

  constructor(timeoutMs: number, outer: AbortSignal) {
    this.#outer = outer;
    // `AbortSignal.any` would keep each of many signals for as long as the outer one lives.
    if (outer.aborted) this.#pass();
    else outer.addEventListener('abort', this.#pass);
    this.#timer = setTimeout(() => {
      this.#isPast = true;
      this.#own.abort();
    }, timeoutMs);
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

  /** The work has ended. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#pass);
  }
}
