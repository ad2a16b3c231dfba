import { isJsonObject, type Json, type JsonObject } from '#core';
import type { DriveProgress } from '#schema';
import { formatKey, type RunKey } from './drive-job.ts';

export type OnDriveProgress = (progress: DriveProgress) => void;

const TICK_MS = 1000;

/** Counts runs while they are made, and reports progress also while none begins or ends. */
export class DriveMeter {
  readonly #total: number;
  readonly #tell: OnDriveProgress;
  readonly #ticking: NodeJS.Timeout;
  /** The runs to come by test or eval. */
  readonly #left = new Map<string, number>();
  readonly #started = performance.now();
  /** When each run under way began; the first is the slowest. */
  readonly #running = new Map<RunKey, number>();
  #testsDone = 0;
  #done = 0;
  #failed = 0;
  #calls = 0;
  #tokens = 0;
  #cost = 0;

  constructor(keys: readonly RunKey[], tell: OnDriveProgress) {
    this.#total = keys.length;
    this.#tell = tell;
    for (const { name } of keys) this.#left.set(name, (this.#left.get(name) ?? 0) + 1);
    this.#ticking = setInterval(() => this.#say(), TICK_MS);
  }

  /** A run begins; `end` with its trace, or null when it failed. */
  start(key: RunKey): { end(trace: JsonObject | null): void } {
    this.#running.set(key, performance.now());
    this.#say();
    return {
      end: (trace) => {
        this.#running.delete(key);
        this.#finish(key);
        if (trace === null) this.#failed++;
        else this.#count(trace);
        this.#say();
      },
    };
  }

  /** A run that is not made. */
  skip(key: RunKey): void {
    this.#finish(key);
  }

  /** No run is under way any more. */
  close(): void {
    clearInterval(this.#ticking);
  }

  #finish({ name }: RunKey): void {
    const left = (this.#left.get(name) ?? 0) - 1;
    this.#left.set(name, left);
    if (left === 0) this.#testsDone++;
    this.#done++;
  }

  #count({ tool_calls: calls, usage }: JsonObject): void {
    if (Array.isArray(calls)) this.#calls += calls.length;
    if (usage === undefined || !isJsonObject(usage)) return;
    this.#tokens += numberOf(usage.input_tokens) + numberOf(usage.output_tokens);
    this.#cost += numberOf(usage.cost);
  }

  #say(): void {
    const now = performance.now();
    const [oldest] = this.#running;
    this.#tell({
      tests: { done: this.#testsDone, total: this.#left.size },
      done: this.#done,
      total: this.#total,
      running: this.#running.size,
      failed: this.#failed,
      calls: this.#calls,
      tokens: this.#tokens,
      cost: this.#cost,
      slowest:
        oldest === undefined
          ? null
          : { name: formatKey(oldest[0]), seconds: (now - oldest[1]) / 1000 },
      seconds: (now - this.#started) / 1000,
    });
  }
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}
