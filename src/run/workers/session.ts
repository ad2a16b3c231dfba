import { UserError } from '#core';
import { openResultStore, type ResultStore, type StoredRun } from '#store';
import type { Suite } from '#suite';
import type { RunWorkers } from '../drive/drive.ts';
import type { JudgeWorkers } from '../judging/judge-options.ts';
import type { SliceReaders } from '../reading/slice.ts';
import { runError } from '../issues/run-codes.ts';
import { connectQueue, type QueueServer } from './connect-queue.ts';
import { exposedServers } from './exposed-servers.ts';
import { type PlanDocument, planDocument } from './plan-document.ts';

/** Where the jobs of a run are queued, and where their results are kept. */
export interface WorkersOptions {
  readonly queue: string;
  readonly store: string;
  /** The id of the run; null: found by its plan. */
  readonly runId: string | null;
  readonly suites: readonly Suite[];
  readonly cwd: string;
  readonly version: string;
  readonly seed: number | null;
  readonly maxCost: number | null;
  /** Called with what the user should know while the run waits. */
  readonly onNote: (note: string) => void;
  /** Asked for when trace files are about to be read; ends that. */
  readonly listen: () => AbortSignal;
}

/** One run that workers make, from its plan to its report. */
export class WorkersSession implements RunWorkers, JudgeWorkers, SliceReaders {
  readonly #options: WorkersOptions;
  readonly plan: PlanDocument;
  #connected: Promise<Connected> | null = null;
  #run: StoredRun | null = null;
  /** How many jobs it has so far. */
  #jobs = 0;

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.plan = planDocument(options.suites, options);
  }

  get onNote(): WorkersOptions['onNote'] {
    return this.#options.onNote;
  }

  /** Connects to both servers when they are needed first. Throws a UserError where one of them cannot be used. */
  connect(): Promise<Connected> {
    this.#connected ??= this.#connect();
    return this.#connected;
  }

  async #connect(): Promise<Connected> {
    const { queue, store, cwd, onNote } = this.#options;
    let isNoted = false;
    const server = await connectQueue(queue, (error) => {
      if (!isNoted && this.#run !== null)
        onNote(`the queue cannot be reached (${error.message}); waiting`);
      isNoted = true;
    });
    try {
      const opened = await openResultStore(store, cwd);
      for (const note of exposedServers(queue, store)) onNote(note);
      return { server, store: opened };
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  /** Opens the run of this plan, or goes on with it. */
  async openRun(
    planHash: string,
    parts: readonly string[],
  ): Promise<{ readonly run: StoredRun; readonly isNew: boolean }> {
    if (this.#run !== null) return { run: this.#run, isNew: false };
    const { store } = await this.connect();
    const { runId } = this.#options;
    const plan = JSON.stringify({ ...this.plan, parts });
    const run = await store.openRun({ id: runId, planHash, plan });
    if (run.planHash !== planHash)
      throw runError('RUN_ID_TAKEN', `--run-id ${run.id} is a run of another plan`, {
        hint: 'suites, datasets, flags or versions differ: take another id, or leave it out',
      });
    this.#run = run;
    return { run, isNew: run.jobs === null };
  }

  /** Takes places for so many jobs, behind those that the run has. */
  takePlaces(count: number): number {
    const first = this.#jobs;
    this.#jobs += count;
    return first;
  }

  // Most runs have no workers, and do not pay for the code below.
  async drive(
    ...[selection, options, compiler]: Parameters<RunWorkers['drive']>
  ): ReturnType<RunWorkers['drive']> {
    const { driveByWorkers } = await import('./drive-by-workers.ts');
    return await driveByWorkers(selection, options, this, compiler);
  }

  async ask(
    ...[questions, options]: Parameters<JudgeWorkers['ask']>
  ): ReturnType<JudgeWorkers['ask']> {
    const { askByWorkers } = await import('./ask-by-workers.ts');
    return await askByWorkers(questions, options, this);
  }

  async read(...[slices, take]: Parameters<SliceReaders['read']>): Promise<void> {
    const { readByWorkers } = await import('./read-by-workers.ts');
    await readByWorkers(slices, take, this, this.#options.listen());
  }

  /** The report is made: the next run of this plan is another one. A store that is away by now costs no report. */
  async finish(): Promise<void> {
    try {
      await this.#finish();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.onNote(`the run could not be marked as finished: ${error.message}`);
    }
  }

  async #finish(): Promise<void> {
    if (this.#run === null) {
      this.onNote('there was nothing to do for workers: no run to make and no large trace files');
      return;
    }
    const { store } = await this.connect();
    const stored = await store.findRun(this.#run.id);
    await store.finishRun(this.#run.id);
    const repeated = stored?.repeated ?? 0;
    if (repeated > 0)
      this.onNote(`${repeated} jobs were done twice after a fault; each result counts once`);
  }

  async close(): Promise<void> {
    const connected = await this.#connected?.catch(() => null);
    await connected?.server.close();
    await connected?.store.close();
  }
}

/** The servers of a run. */
interface Connected {
  readonly server: QueueServer;
  readonly store: ResultStore;
}
