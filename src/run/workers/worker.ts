import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Job, Worker } from 'bullmq';
import { UserError } from '#core';
import { openResultStore, type ResultStore, type StoredRun } from '#store';
import { connectQueue, type QueueServer } from './connect-queue.ts';
import { MAX_STALLS, type QueuedJob } from './dispatcher.ts';
import { exposedServers } from './exposed-servers.ts';
import { JobPages } from './job-pages.ts';
import { sliceQueue } from './slice-task.ts';
import type { WorkerLog } from './worker-log.ts';
import { WorkerRun } from './worker-run.ts';

const LOOK_MS = 1000;
const BEAT_MS = 2000;
const SILENT_MS = 10_000;
/** The limits are kept request by request; this one only lets a queue be paused. */
const UNLIMITED = { max: 1_000_000_000, duration: 1000 };

/** How a worker takes jobs. */
export interface WorkerOptions {
  readonly queue: string;
  readonly store: string;
  readonly cwd: string;
  /** Further folders whose trace files may be read. */
  readonly folders: readonly string[];
  readonly version: string;
  /** Jobs at once, of each queue. */
  readonly slots: number;
  /** A job whose worker gives no sign of life for so long is given to another one. */
  readonly leaseMs: number;
  /** How long jobs under way may take after the signal, before they are given back. */
  readonly drainMs: number;
  readonly noExecution: string | null;
  readonly log: WorkerLog;
}

/** A queue whose jobs are taken: what a job in it says about its run does not count. */
interface ServedQueue {
  readonly run: string;
  readonly opened: WorkerRun;
  readonly pages: JobPages;
}

/** Takes jobs of all runs in a store until the signal, then ends or gives back what is under way. */
export class JobWorker {
  readonly id: string = `${hostname()}-${process.pid}-${randomUUID().slice(0, 6)}`;
  readonly #options: WorkerOptions;
  readonly #server: QueueServer;
  readonly #store: ResultStore;
  readonly #runs = new Map<string, WorkerRun>();
  readonly #workers = new Map<string, Worker<QueuedJob>[]>();
  /** Why runs are not taken, by run. */
  readonly #remarks = new Map<string, string>();
  /** Why trace files are not read, by run. */
  readonly #leftQueues = new Map<string, string>();
  readonly #stop = new AbortController();
  /** When the store answered last. */
  #heard = -Infinity;
  #isDraining = false;

  private constructor(options: WorkerOptions, server: QueueServer, store: ResultStore) {
    this.#options = options;
    this.#server = server;
    this.#store = store;
  }

  static async open(options: WorkerOptions): Promise<JobWorker> {
    const { queue, store, cwd, log } = options;
    const server = await connectQueue(queue, (error) => log.noteQueueError(error));
    try {
      return new JobWorker(options, server, await openResultStore(store, cwd));
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  /** Whether the queue is connected, and the store answered lately. */
  get isReady(): boolean {
    const isHeard = performance.now() - this.#heard < SILENT_MS;
    return isHeard && this.#server.redis.status === 'ready' && !this.#isDraining;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { log, queue, store } = this.#options;
    log.write('started', { worker: this.id });
    for (const why of exposedServers(queue, store)) log.write('exposed', { why });
    let beaten = -Infinity;
    while (!signal.aborted) {
      const runs = await this.#store.openRuns();
      this.#heard = performance.now();
      await this.#closeEnded(runs);
      for (const run of runs) await this.#open(run);
      if (performance.now() - beaten > BEAT_MS) {
        await this.#beat();
        beaten = performance.now();
      }
      await wait(LOOK_MS, undefined, { signal }).catch(() => {});
    }
    await this.#drain();
  }

  async #beat(): Promise<void> {
    const { version, slots } = this.#options;
    const [remark = null] = [...this.#remarks.values(), ...this.#leftQueues.values()];
    await this.#store.beat({ id: this.id, version, slots, remark });
  }

  /** Takes jobs of a run, where this machine can make its runs. */
  async #open(run: StoredRun): Promise<void> {
    if (this.#remarks.has(run.id)) return;
    const { log } = this.#options;
    let opened = this.#runs.get(run.id);
    if (opened === undefined) {
      try {
        opened = await WorkerRun.open(run, {
          ...this.#options,
          redis: this.#server.redis,
          store: this.#store,
          events: {
            onAdmitted: (model, at) => log.write('request', { model, at }),
            onPause: (durationMs) => log.write('paused', { ms: durationMs }),
          },
        });
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        this.#remarks.set(run.id, error.message);
        log.write('refused', { run: run.id, why: error.message });
        return;
      }
      this.#runs.set(run.id, opened);
      this.#workers.set(run.id, []);
      log.write('run', { run: run.id });
    }
    for (const name of await this.#store.queuesOf(run.id))
      if (!opened.queues.has(name)) this.#serve(run.id, opened, name);
  }

  #serve(run: string, opened: WorkerRun, name: string): void {
    const { slots, leaseMs, log } = this.#options;
    opened.queues.set(name, this.#server.openQueue(name));
    const pages = new JobPages(this.#store, run, name);
    const worker = new this.#server.bullmq.Worker<QueuedJob>(
      name,
      (job, token) => this.#do(job, token ?? '', { run, opened, pages }),
      {
        connection: this.#server.redis,
        // Reading takes a core; waiting for a model does not.
        concurrency: name === sliceQueue(run) ? Math.min(slots, availableParallelism()) : slots,
        lockDuration: leaseMs,
        stalledInterval: leaseMs,
        maxStalledCount: MAX_STALLS,
        limiter: UNLIMITED,
      },
    );
    worker.on('error', (error) => log.noteQueueError(error));
    worker.on('failed', (job, error) => {
      log.write('failed', { run, place: job?.data.place ?? null, why: error.message });
    });
    this.#workers.get(run)?.push(worker);
  }

  /** One delivery of a job. What the queue says is only a hint: the store has the job, and may have its result. */
  async #do(
    queued: Job<QueuedJob>,
    token: string,
    { run, opened, pages }: ServedQueue,
  ): Promise<void> {
    const { log } = this.#options;
    const { place } = queued.data;
    const isFirst = queued.attemptsStarted <= 1 && queued.stalledCounter === 0;
    const job = await pages.find(place, isFirst);
    if (job === null) return;
    log.begin();
    const started = performance.now();
    try {
      const result = await opened.make(job, this.#stop.signal);
      if (result === null) return await this.#giveBack(queued, token);
      const isKept = await this.#store.putResult(run, job, result, this.id);
      const ms = Math.round(performance.now() - started);
      log.write(isKept ? 'done' : 'late', { run, place, ms });
    } catch (error) {
      if (job.kind !== 'read' || !hasOtherFiles(error)) throw error;
      this.#leaveQueue(run, queued.queueName, error.message);
      await this.#giveBack(queued, token);
    } finally {
      log.end();
    }
  }

  /** Trace files differ from those of the coordinator: this worker reads no further part. */
  #leaveQueue(run: string, queue: string, why: string): void {
    const worker = this.#workers.get(run)?.find(({ name }) => name === queue);
    if (worker === undefined || worker.isPaused()) return;
    worker.pause(true).catch(() => {});
    this.#leftQueues.set(run, why);
    this.#options.log.write('refused', { run, why });
  }

  async #giveBack(queued: Job<QueuedJob>, token: string): Promise<never> {
    const { run, place } = queued.data;
    this.#options.log.write('given back', { run, place });
    await queued.moveToDelayed(Date.now(), token);
    throw new this.#server.bullmq.DelayedError();
  }

  async #closeEnded(runs: readonly StoredRun[]): Promise<void> {
    const open = new Set(runs.map(({ id }) => id));
    for (const remarks of [this.#remarks, this.#leftQueues])
      for (const id of remarks.keys()) if (!open.has(id)) remarks.delete(id);
    for (const id of this.#runs.keys()) if (!open.has(id)) await this.#close(id);
  }

  async #close(id: string): Promise<void> {
    await Promise.all((this.#workers.get(id) ?? []).map((worker) => worker.close()));
    await this.#runs.get(id)?.close();
    this.#workers.delete(id);
    this.#runs.delete(id);
  }

  /** No further job begins; those under way end, or are given back when they take too long. */
  async #drain(): Promise<void> {
    const { drainMs, log } = this.#options;
    this.#isDraining = true;
    log.write('draining', {});
    const timer = setTimeout(() => this.#stop.abort(), drainMs);
    await Promise.all([...this.#runs.keys()].map((id) => this.#close(id)));
    clearTimeout(timer);
    await this.#server.close();
    await this.#store.close();
    log.write('stopped', {});
  }
}

function hasOtherFiles(error: unknown): error is UserError {
  return (
    error instanceof UserError && error.issues.some(({ code }) => code === 'WORKER_OTHER_FILES')
  );
}
