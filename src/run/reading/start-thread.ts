import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PrecomputedTable } from '#bulk';
import { UserError } from '#core';
import type { WorkerSetup, WorkerState } from './reading-worker.ts';
import type { JobWorker } from './run-jobs.ts';
import type { WorkerAnswer, WorkerRequest } from './serve-jobs.ts';

/** A worker whose sums come in the end. */
export interface ThreadWorker extends JobWorker {
  /** Sends it the table of the first jobs; before its own first job. */
  useTable(table: PrecomputedTable): void;
  finish(): Promise<WorkerState>;
  /** Ends it at once. */
  stop(): void;
}

/** The file of a thread, beside the one that this code was bundled into; not there when it runs from its sources. */
const SCRIPT = new URL('./worker-thread.js', import.meta.url);

/** Whether this installation has what a thread needs. */
export function canUseThreads(): boolean {
  return SCRIPT.protocol === 'file:' && existsSync(fileURLToPath(SCRIPT));
}

/** A worker in a thread of its own. */
export function startThread(setup: WorkerSetup, onRecords: (count: number) => void): ThreadWorker {
  // Loaded here: most runs start no thread, and the module takes time to load.
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const thread = new Worker(SCRIPT, {
    workerData: setup,
    // What is made of a line dies with it: a small nursery keeps memory flat.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
    // It closes its files itself. A pipe that a socket has closed would be closed once more, whosever its number is by then.
    trackUnmanagedFds: false,
    // It prints nothing; the streams of many threads joined to ours would make the runtime warn of a leak.
    stdout: true,
    stderr: true,
  });
  /** Requests without an answer yet, in their order. */
  const waiting: { resolve(answer: WorkerAnswer): void; reject(error: Error): void }[] = [];
  let broken: Error | null = null;
  const breakDown = (error: Error): void => {
    broken ??= error;
    for (const one of waiting.splice(0)) one.reject(broken);
  };
  thread.on('message', (answer: WorkerAnswer) => {
    if (answer.kind === 'records') onRecords(answer.count);
    else waiting.shift()?.resolve(answer);
  });
  thread.on('error', breakDown);
  thread.on('exit', () => breakDown(new Error('a worker thread ended before its work did')));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const send = (request: WorkerRequest): void => thread.postMessage(request);
  const ask = (request: WorkerRequest): Promise<WorkerAnswer> =>
    new Promise((resolve, reject) => {
      if (broken !== null) {
        reject(broken);
        return;
      }
      waiting.push({ resolve, reject });
      send(request);
    });
  return {
    async run(job) {
      const answer = await ask({ kind: 'job', job });
      if (answer.kind === 'refused') throw new UserError(answer.issues);
      if (answer.kind !== 'done') throw new Error('a worker thread answered something else');
      return answer.result;
    },
    useTable(table) {
      send({ kind: 'table', table });
    },
    async finish() {
      const answer = await ask({ kind: 'finish' });
      if (answer.kind !== 'state') throw new Error('a worker thread answered something else');
      return answer.state;
    },
    stop() {
      void thread.terminate();
    },
  };
}
