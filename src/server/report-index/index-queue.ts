import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BuiltIndex, buildIndex } from './build-index.ts';
import { saveIndexFile } from './index-file.ts';
import type { IndexJob } from './index-worker.ts';

/** The file of the thread, beside the one that this code was bundled into; not there when it runs from its sources. */
const SCRIPT = new URL('./index-worker.js', import.meta.url);

interface Waiting {
  readonly job: IndexJob;
  readonly start: () => Promise<void>;
}

/** Makes indexes one after the other, in a thread of their own, so that requests are answered meanwhile. */
export class IndexQueue {
  readonly #waiting: Waiting[] = [];
  /** What is waited for or made, by report. */
  readonly #known = new Map<string, Promise<BuiltIndex | null>>();
  #isBusy = false;
  #stop: (() => void) | null = null;

  /** Makes an index. What a visitor waits for comes before what was asked for earlier. */
  build(job: IndexJob, isUrgent: boolean): Promise<BuiltIndex | null> {
    const known = this.#known.get(job.report);
    if (known !== undefined) {
      if (isUrgent) this.#hurry(job.report);
      return known;
    }
    const made = new Promise<BuiltIndex | null>((resolve, reject) => {
      const start = (): Promise<void> => this.#run(job).then(resolve, reject);
      if (isUrgent) this.#waiting.unshift({ job, start });
      else this.#waiting.push({ job, start });
    });
    this.#known.set(job.report, made);
    const forget = (): void => void this.#known.delete(job.report);
    made.then(forget, forget);
    this.#next();
    return made;
  }

  /** Ends the thread at once. */
  close(): void {
    this.#waiting.length = 0;
    this.#stop?.();
  }

  #hurry(report: string): void {
    const at = this.#waiting.findIndex(({ job }) => job.report === report);
    if (at > 0) this.#waiting.unshift(...this.#waiting.splice(at, 1));
  }

  #next(): void {
    const next = this.#isBusy ? undefined : this.#waiting.shift();
    if (next === undefined) return;
    this.#isBusy = true;
    void next.start().then(() => {
      this.#isBusy = false;
      this.#next();
    });
  }

  async #run({ report, target, version }: IndexJob): Promise<BuiltIndex | null> {
    if (SCRIPT.protocol === 'file:' && existsSync(fileURLToPath(SCRIPT)))
      return this.#runThread({ report, target, version });
    const built = buildIndex(report);
    if (built !== null && target !== null) await saveIndexFile(target, version, built);
    return built;
  }

  #runThread(workerData: IndexJob): Promise<BuiltIndex | null> {
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    return new Promise((resolve, reject) => {
      // What is made of a case dies with its batch.
      const resourceLimits = { maxYoungGenerationSizeMb: 32 };
      const thread = new Worker(SCRIPT, { workerData, resourceLimits, trackUnmanagedFds: false });
      thread.unref();
      this.#stop = () => void thread.terminate();
      thread.once('message', (built: BuiltIndex | null) => resolve(built));
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('the thread of an index ended before its work')));
    });
  }
}
