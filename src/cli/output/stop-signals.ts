import { exitCodeOfSignal } from '#run';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

type StopSignal = (typeof SIGNALS)[number];

/** Ctrl-C and the like while runs are made: the first ends them in order, a second ends the process at once. */
export class StopSignals {
  readonly #controller = new AbortController();
  readonly #handlers = new Map<StopSignal, () => void>();
  #received: StopSignal | null = null;

  /** From now on the signals are heard; a second call changes nothing. */
  listen(): AbortSignal {
    for (const name of SIGNALS) {
      if (this.#handlers.has(name)) continue;
      const handler = (): void => this.#stop(name);
      this.#handlers.set(name, handler);
      process.on(name, handler);
    }
    return this.#controller.signal;
  }

  #stop(name: StopSignal): void {
    if (this.#received !== null) process.exit(exitCodeOfSignal(name));
    this.#received = name;
    process.stderr.write('\nstopping; once more ends it at once\n');
    this.#controller.abort();
  }

  /** The exit code of the signal that came. */
  get exitCode(): number {
    return exitCodeOfSignal(this.#received ?? 'SIGINT');
  }

  close(): void {
    for (const [name, handler] of this.#handlers) process.off(name, handler);
    this.#handlers.clear();
  }
}
