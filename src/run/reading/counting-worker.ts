import { type PrecomputedTable, RangeCounter } from '#bulk';
import { limitYoungSpace } from '#platform';
import type { ReadingWorker, WorkerSetup, WorkerState } from './reading-worker.ts';
import type { Job, JobResult } from './job.ts';

/** Starts the worker that reads everything. */
export type OpenWorker = (setup: WorkerSetup) => Promise<ReadingWorker>;

/**
 * Counts runs as long as that is enough, which takes little code and starts fast. At the first line that cannot be counted it
 * opens the worker that reads everything, which continues from there.
 */
export class CountingWorker {
  readonly #setup: WorkerSetup;
  readonly #open: OpenWorker;
  #table: PrecomputedTable | null = null;
  #counter: RangeCounter | null = null;
  #worker: ReadingWorker | null = null;

  constructor(setup: WorkerSetup, open: OpenWorker) {
    this.#setup = setup;
    this.#open = open;
  }

  useTable(table: PrecomputedTable): void {
    this.#table = table;
    this.#counter = new RangeCounter(this.#setup.module, table);
  }

  /** Does a job. */
  async run(job: Job): Promise<JobResult> {
    const { range, index, claim } = job;
    if (this.#worker !== null) return this.#worker.run(job);
    if (range === null || this.#counter === null) return (await this.#openWorker()).run(job);
    const counted = this.#counter.countRange(range, { job: index, claim });
    const { lines, records, hashes, rest } = counted;
    if (rest === null) {
      // Nothing is parsed here, so the space of short-lived values is not needed for speed.
      limitYoungSpace();
      return { lines, records, bad: 0, hashes };
    }
    const worker = await this.#openWorker();
    worker.skip(index, rest.before);
    const more = await worker.run({ ...job, range: rest.range });
    return {
      lines: lines + more.lines,
      records: records + more.records,
      bad: more.bad,
      hashes: [...hashes, ...more.hashes],
    };
  }

  async #openWorker(): Promise<ReadingWorker> {
    const worker = await this.#open(this.#setup);
    if (this.#table !== null) worker.useTable(this.#table);
    this.#worker = worker;
    return worker;
  }

  finish(): WorkerState {
    return {
      counted: this.#counter?.finish() ?? null,
      worker: this.#worker?.finish() ?? null,
    };
  }
}
