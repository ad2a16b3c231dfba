/** What a worker counted since it started: jobs under way, and events by name. */
export interface WorkerCounts {
  readonly running: number;
  readonly events: ReadonlyMap<string, number>;
}

/** What a worker says about itself: events without any content of traces, and counts of them. */
export class WorkerLog {
  readonly #write: (line: string) => void;
  readonly #isJson: boolean;
  readonly #events = new Map<string, number>();
  #running = 0;
  #lastError = '';

  constructor(write: (line: string) => void, isJson: boolean) {
    this.#write = write;
    this.#isJson = isJson;
  }

  get counts(): WorkerCounts {
    return { running: this.#running, events: this.#events };
  }

  /** One line per event. As text, requests and results are left out: there are too many of them to read. */
  write(event: string, details: Readonly<Record<string, string | number | null>>): void {
    this.#events.set(event, (this.#events.get(event) ?? 0) + 1);
    if (this.#isJson) {
      this.#write(JSON.stringify({ time: new Date().toISOString(), event, ...details }));
      return;
    }
    if (event === 'request' || event === 'done') return;
    const words = Object.entries(details).map(([name, value]) => `${name} ${value}`);
    this.#write([`worker: ${event}`, ...words].join(', '));
  }

  /** A server that is away is reported once, and again when the reason changes. */
  noteQueueError({ message }: Error): void {
    if (message === this.#lastError) return;
    this.#lastError = message;
    this.write('queue error', { why: message });
  }

  begin(): void {
    this.#running += 1;
  }

  end(): void {
    this.#running -= 1;
  }
}
