import { UserError } from '#core';
import { loadTryReporter } from '#reporters';
import { type DriveOptions, Interrupted, tryFolder, tryOverrides, whyNoExecution } from '#run';
import type { ApiTryJob, TrialDocument } from '#schema';
import { Problem } from '../http/problem.ts';
import type { FoundTrial } from './find-trial.ts';

/** What a started trial needs. */
interface StartedTrial extends FoundTrial {
  readonly trial: TrialDocument;
  readonly maxCost: number | null;
}

const CONCURRENCY = 4;
const MAX_NOTES = 20;

/** Runs trials, one at a time, with the code of the command. */
export class TryJobs {
  readonly #root: string;
  readonly #version: string;
  readonly #listeners = new Set<(job: ApiTryJob) => void>();
  #job: ApiTryJob | null = null;
  #stop: AbortController | null = null;
  #count = 0;

  constructor(root: string, version: string) {
    this.#root = root;
    this.#version = version;
  }

  /** The trial that was started last; null where there was none. */
  get current(): ApiTryJob | null {
    return this.#job;
  }

  /** Calls `see` with each state from now on, until the returned function is called. */
  listen(see: (job: ApiTryJob) => void): () => void {
    this.#listeners.add(see);
    return () => this.#listeners.delete(see);
  }

  /** Begins a trial. Throws a `Problem` while another one is under way. */
  start(started: StartedTrial): ApiTryJob {
    if (this.#job?.state === 'running')
      throw new Problem(409, 'a trial is under way: cancel it, or wait for its end');
    this.#stop = new AbortController();
    const about = {
      id: ++this.#count,
      suite: started.suite.file,
      eval: started.plan.name,
    };
    const job: ApiTryJob = {
      ...about,
      state: 'running',
      done: 0,
      total: 0,
      failed: 0,
      cost: 0,
      notes: [],
    };
    this.#set(job);
    void this.#run(started, about, this.#stop.signal);
    return job;
  }

  /** Ends the trial that is under way; runs that were made are kept. */
  cancel(): void {
    this.#stop?.abort();
  }

  #set(job: ApiTryJob): void {
    this.#job = job;
    for (const see of this.#listeners) see(job);
  }

  async #run(
    started: StartedTrial,
    about: Pick<ApiTryJob, 'id' | 'suite' | 'eval'>,
    signal: AbortSignal,
  ): Promise<void> {
    const notes: string[] = [];
    try {
      const report = await tryOverrides([started.suite], {
        cwd: this.#root,
        trial: started.trial,
        baseline: started.baseline.report,
        runs: null,
        version: this.#version,
        threads: 1,
        maxCost: started.maxCost,
        judge: null,
        drive: {
          ...driveOptions(started, this.#root),
          listen: () => signal,
          onNote: (note) => {
            if (notes.length < MAX_NOTES && !notes.includes(note)) notes.push(note);
          },
          onProgress: ({ done, total, failed, cost }) => {
            const state = 'running' as const;
            if (!signal.aborted) this.#set({ ...about, state, done, total, failed, cost, notes });
          },
        },
      });
      const render = await loadTryReporter('terminal');
      const text = [...render(report, { color: false, width: 100 })].join('');
      this.#set({ ...about, state: 'done', verdict: report.verdict, text, notes });
    } catch (error) {
      this.#set(
        signal.aborted || error instanceof Interrupted
          ? { ...about, state: 'cancelled' }
          : { ...about, state: 'failed', message: messageOf(error) },
      );
    }
  }
}

/** How runs of a trial are made and kept: as by the command. */
export function driveOptions(
  { suite, trial }: Pick<StartedTrial, 'suite' | 'trial'>,
  root: string,
): Omit<DriveOptions, 'listen' | 'onNote' | 'onProgress'> {
  return {
    folder: tryFolder([suite], trial, root),
    isReplay: false,
    keepsFresh: true,
    concurrency: CONCURRENCY,
    noExecution: whyNoExecution(undefined),
  };
}

function messageOf(error: unknown): string {
  if (!(error instanceof UserError)) return `this is a fault of whichtool: ${String(error)}`;
  return error.issues
    .map(
      ({ message, hint, code }) => `${message}${hint === undefined ? '' : `; ${hint}`} [${code}]`,
    )
    .join('\n');
}
