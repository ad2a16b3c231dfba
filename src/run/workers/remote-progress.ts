import { isJsonObject, type Json } from '#core';
import type { DriveProgress } from '#schema';
import type { OnDriveProgress } from '../drive/drive-meter.ts';
import type { DispatchProgress } from './dispatcher.ts';

/** Counts the runs that workers make, as far as their results are there. */
export class RemoteProgress {
  readonly #total: number;
  readonly #report: OnDriveProgress;
  /** The runs to come by test or eval. */
  readonly #left: Map<string, number>;
  readonly #started = performance.now();
  #done = 0;
  #failed = 0;
  #calls = 0;
  #tokens = 0;
  #cost = 0;
  #running = 0;
  #workers = 0;

  constructor(counts: ReadonlyMap<string, number>, report: OnDriveProgress) {
    this.#left = new Map(counts);
    this.#total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    this.#report = report;
  }

  /** A run is there, with its trace; null where it failed or is not needed. */
  end(name: string, trace: Json | null, hasFailed: boolean): void {
    this.#left.set(name, (this.#left.get(name) ?? 0) - 1);
    this.#done += 1;
    if (hasFailed) this.#failed += 1;
    if (trace !== null && isJsonObject(trace)) this.#count(trace['tool_calls'], trace['usage']);
    this.#say();
  }

  tick({ running, workers }: DispatchProgress): void {
    this.#running = running;
    this.#workers = workers.filter(({ remark }) => remark === null).length;
    this.#say();
  }

  #count(calls: Json | undefined, usage: Json | undefined): void {
    if (Array.isArray(calls)) this.#calls += calls.length;
    if (usage === undefined || !isJsonObject(usage)) return;
    this.#tokens += numberOf(usage['input_tokens']) + numberOf(usage['output_tokens']);
    this.#cost += numberOf(usage['cost']);
  }

  #say(): void {
    const left = [...this.#left.values()];
    const progress: DriveProgress = {
      tests: { done: left.filter((count) => count === 0).length, total: left.length },
      done: this.#done,
      total: this.#total,
      running: this.#running,
      failed: this.#failed,
      calls: this.#calls,
      tokens: this.#tokens,
      cost: this.#cost,
      slowest: null,
      seconds: (performance.now() - this.#started) / 1000,
      workers: this.#workers,
    };
    this.#report(progress);
  }
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}
