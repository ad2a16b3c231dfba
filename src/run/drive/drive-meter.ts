import { isJsonObject, type Json, type JsonObject } from '#core';
import { formatKey, type RunKey } from './drive-job.ts';

/** How far the runs are. */
export interface DriveProgress {
  readonly done: number;
  readonly total: number;
  readonly running: number;
  readonly failed: number;
  /** Tool calls, tokens and money of the runs that ended. */
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number;
  /** The run that is under way for the longest time. */
  readonly slowest: { readonly name: string; readonly seconds: number } | null;
  readonly seconds: number;
}

export type OnDriveProgress = (progress: DriveProgress) => void;

/** Counts runs while they are made. */
export class DriveMeter {
  readonly #total: number;
  readonly #tell: OnDriveProgress;
  readonly #started = performance.now();
  /** When each run under way began; the first is the slowest. */
  readonly #running = new Map<RunKey, number>();
  #done = 0;
  #failed = 0;
  #calls = 0;
  #tokens = 0;
  #cost = 0;

  constructor(total: number, tell: OnDriveProgress) {
    this.#total = total;
    this.#tell = tell;
  }

  /** A run begins; `end` with its trace, or null when it failed. */
  start(key: RunKey): { end(trace: JsonObject | null): void } {
    this.#running.set(key, performance.now());
    this.#say();
    return {
      end: (trace) => {
        this.#running.delete(key);
        this.#done++;
        if (trace === null) this.#failed++;
        else this.#count(trace);
        this.#say();
      },
    };
  }

  /** A run that is not made. */
  skip(): void {
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
