import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { ResultStore, StoredJob, StoredResult, WorkerBeat } from '#store';
import type { QueueServer } from './connect-queue.ts';

/** How many jobs are in the queues at once: enough for all workers, whatever the plan has. */
const MAX_QUEUED = 1000;
const PAGE = 500;
const TICK_MS = 150;
const CHECK_MS = 1000;
/** So many checks without a job under way, before jobs are taken over. */
const IDLE_CHECKS = 5;
/** A worker that was not heard of for longer is not counted. */
const WORKER_SEEN_MS = 10_000;
/** Workers that end while they make a run, before it is given up, and attempts that fail otherwise. */
export const MAX_STALLS = 2;
const ATTEMPTS = 4;
const BACKOFF_MS = 1000;

/** The data of a job in a queue: everything else comes from the store. */
export interface QueuedJob {
  readonly run: string;
  readonly place: number;
}

/** How far the jobs are. */
export interface DispatchProgress {
  readonly running: number;
  readonly workers: readonly WorkerBeat[];
}

export interface DispatchOptions {
  readonly store: ResultStore;
  readonly server: QueueServer;
  readonly run: string;
  /** The places of the jobs: from here on, and so many. */
  readonly first: number;
  readonly count: number;
  /** How long the limits look back: lost jobs are not put back before. */
  readonly windowMs: number;
  readonly signal: AbortSignal;
  /** Whether a job need not be done any more. */
  readonly isNeedless: (job: StoredJob) => boolean;
  /** Called once with every job that has a result, or needs none (null). */
  readonly onResult: (job: StoredJob, result: StoredResult | null) => Promise<void>;
  /** The result of a job that no worker could do; null where the signal came before. */
  readonly giveUp: (job: StoredJob, reason: string) => Promise<StoredResult | null>;
  /** Does a job in this process while no worker does any; absent where only workers can. */
  readonly takeOver?: (job: StoredJob) => Promise<StoredResult | null>;
  readonly onTick: (progress: DispatchProgress) => void;
}

/**
 * Puts the jobs of a run into queues, a part at a time, and waits for their results in the store. A queue only says who
 * works on what: a job counts as done when the store has its result, and as lost when neither has it.
 */
export class Dispatcher {
  readonly #options: DispatchOptions;
  readonly #queues = new Map<string, Queue<QueuedJob>>();
  /** The jobs that are in queues. */
  readonly #queued = new Map<number, StoredJob>();
  #after: number;
  #settled = 0;
  #isLossSuspected = false;
  #idleChecks = 0;

  constructor(options: DispatchOptions) {
    this.#options = options;
    this.#after = options.first - 1;
  }

  /** Returns when every job has a result or needs none, or the signal is aborted. */
  async run(): Promise<void> {
    const { signal, count } = this.#options;
    let checked = performance.now();
    try {
      while (this.#settled < count && !signal.aborted) {
        await this.#feed();
        await this.#settle([...this.#queued.values()]);
        if (performance.now() - checked > CHECK_MS) {
          await this.#check();
          checked = performance.now();
        }
        if (this.#settled < count) await this.#pause(TICK_MS);
      }
    } finally {
      await this.#close(this.#settled === count);
    }
  }

  /** Puts the next jobs of the plan into queues; those with a result are settled at once. */
  async #feed(): Promise<void> {
    const { store, server, run, first, count } = this.#options;
    // Commands wait for Redis, and would keep a signal waiting.
    if (server.redis.status !== 'ready') return;
    const end = first + count - 1;
    while (this.#queued.size < MAX_QUEUED && this.#after < end) {
      const page = await store.listJobs(run, this.#after, Math.min(PAGE, end - this.#after));
      const last = page.at(-1);
      if (last === undefined) throw new Error(`jobs of run ${run} are missing in the store`);
      const open = await this.#settle(page);
      for (const job of open) this.#queued.set(job.place, job);
      await this.#enqueue(open);
      this.#after = last.place;
    }
  }

  /** Settles the jobs that have a result or need none, and returns the others. */
  async #settle(jobs: readonly StoredJob[]): Promise<readonly StoredJob[]> {
    const { store, run, isNeedless, onResult } = this.#options;
    const done = new Set(
      await store.donePlaces(
        run,
        jobs.map(({ place }) => place),
      ),
    );
    const open: StoredJob[] = [];
    const finished: StoredJob[] = [];
    for (const job of jobs) {
      if (done.has(job.place)) finished.push(job);
      else if (isNeedless(job)) await this.#end(job, null, onResult);
      else open.push(job);
    }
    for (let start = 0; start < finished.length; start += RECORDS) {
      const batch = finished.slice(start, start + RECORDS);
      const results = await store.resultsAt(
        run,
        batch.map(({ place }) => place),
      );
      const byPlace = new Map(results.map((result) => [result.place, result]));
      await Promise.all(
        batch.map(async (job) => {
          const result = byPlace.get(job.place);
          if (result !== undefined) await this.#end(job, result, onResult);
        }),
      );
    }
    return open;
  }

  async #end(
    job: StoredJob,
    result: StoredResult | null,
    onResult: DispatchOptions['onResult'],
  ): Promise<void> {
    this.#queued.delete(job.place);
    this.#settled += 1;
    await onResult(job, result);
  }

  /** A job that is in its queue already is not added a second time. */
  async #enqueue(jobs: readonly StoredJob[]): Promise<void> {
    const { run } = this.#options;
    for (const name of new Set(jobs.map(({ queue }) => queue)))
      await this.#queueOf(name).addBulk(
        jobs
          .filter(({ queue }) => queue === name)
          .map(({ place }) => ({
            name: 'job',
            data: { run, place },
            opts: {
              jobId: `p${place}`,
              attempts: ATTEMPTS,
              backoff: { type: 'exponential', delay: BACKOFF_MS, jitter: 0.5 },
              removeOnComplete: true,
              removeOnFail: false,
            },
          })),
      );
  }

  #queueOf(name: string): Queue<QueuedJob> {
    const known =
      this.#queues.get(name) ?? (this.#options.server.openQueue(name) as Queue<QueuedJob>);
    this.#queues.set(name, known);
    return known;
  }

  /** Gives up what failed too often, puts back what a queue has lost, and reports progress. */
  async #check(): Promise<void> {
    const { server, store, onTick } = this.#options;
    // Without a connection nothing is known about the queues.
    if (server.redis.status !== 'ready') {
      onTick({ running: 0, workers: await store.workersWithin(WORKER_SEEN_MS) });
      return;
    }
    for (const queue of this.#queues.values()) await this.#takeDeadLetters(queue);
    const { held, running } = await this.#count();
    onTick({ running, workers: await store.workersWithin(WORKER_SEEN_MS) });
    await this.#settle([...this.#queued.values()]);
    const isLacking = held < this.#queued.size;
    if (isLacking && this.#isLossSuspected) await this.#putBack();
    this.#isLossSuspected = isLacking && !this.#isLossSuspected;
    this.#idleChecks = running === 0 ? this.#idleChecks + 1 : 0;
    if (this.#idleChecks >= IDLE_CHECKS) await this.#takeOver();
  }

  /** How many jobs are in the queues, and how many of them are under way. */
  async #count(): Promise<{ readonly held: number; readonly running: number }> {
    let held = 0;
    let running = 0;
    for (const queue of this.#queues.values()) {
      const counts = await queue.getJobCounts();
      held += Object.values(counts).reduce((sum, amount) => sum + amount, 0);
      running += counts['active'] ?? 0;
    }
    return { held, running };
  }

  /** Does jobs here until a worker does some. */
  async #takeOver(): Promise<void> {
    const { takeOver, signal, server } = this.#options;
    if (takeOver === undefined) return;
    for (const job of this.#queued.values()) {
      if (signal.aborted || server.redis.status !== 'ready') return;
      if ((await this.#count()).running > 0) return;
      await this.#keep(job, await takeOver(job));
      await this.#settle([job]);
    }
  }

  async #keep(job: StoredJob, result: StoredResult | null): Promise<void> {
    const { store, run } = this.#options;
    if (result !== null) await store.putResult(run, job, result, 'coordinator');
  }

  async #takeDeadLetters(queue: Queue<QueuedJob>): Promise<void> {
    const { giveUp } = this.#options;
    for (const dead of await queue.getFailed(0, PAGE)) {
      const job = this.#queued.get(dead.data.place);
      if (job !== undefined)
        await this.#keep(job, await giveUp(job, dead.failedReason ?? 'it failed'));
      await dead.remove();
    }
  }

  /** Redis has lost jobs. What was asked of models just before is not counted any more, so one window must pass. */
  async #putBack(): Promise<void> {
    await this.#pause(this.#options.windowMs);
    await this.#enqueue(await this.#settle([...this.#queued.values()]));
  }

  async #pause(durationMs: number): Promise<void> {
    const { signal } = this.#options;
    await wait(durationMs, undefined, { signal }).catch(() => {});
  }

  async #close(isDone: boolean): Promise<void> {
    for (const queue of this.#queues.values()) {
      // Nothing of a run that is done stays in Redis; what is lost there by then is not missed.
      if (isDone && this.#options.server.redis.status === 'ready')
        await queue.obliterate({ force: true }).catch(() => {});
      await queue.close().catch(() => {});
    }
  }
}

const RECORDS = 50;
