import type { TracePart } from './split-request.ts';

interface Waiting {
  readonly parts: readonly TracePart[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** How many spans and log records may wait for the disk. */
const MAX_WAITING = 20_000;

/** Collects requests of a moment and stores them in one transaction: one wait for the disk serves all of them. */
export class WriteQueue {
  readonly #store: (parts: readonly TracePart[]) => void;
  #waiting: Waiting[] = [];
  #records = 0;
  #isPlanned = false;

  constructor(store: (parts: readonly TracePart[]) => void) {
    this.#store = store;
  }

  /** Whether there is room: otherwise the sender should wait. */
  get isFull(): boolean {
    return this.#records >= MAX_WAITING;
  }

  /** Ends when the parts are on disk. */
  add(parts: readonly TracePart[]): Promise<void> {
    if (parts.length === 0) return Promise.resolve();
    this.#records += parts.reduce((sum, { records }) => sum + records, 0);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ parts, resolve, reject });
      if (this.#isPlanned) return;
      this.#isPlanned = true;
      setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#records = 0;
    this.#isPlanned = false;
    try {
      this.#store(waiting.flatMap(({ parts }) => parts));
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}
