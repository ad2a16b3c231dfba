import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PrecomputedTable } from '#bulk';
import { UserError } from '#core';
import type { Job } from './job.ts';
import type { WorkerSetup, WorkerState } from './reading-worker.ts';
import type { RecordResult, RecordState } from './record-worker.ts';
import type { JobWorker } from './run-jobs.ts';
import type { WorkerAnswer, WorkerRequest } from './serve-jobs.ts';
import type { RecordTask, ThreadTask } from './thread-task.ts';

/** A worker whose sums come in the end. */
export interface ThreadWorker extends JobWorker {
  /** Sends it the table of the first jobs; before its own first job. */
  useTable(table: PrecomputedTable): void;
  finish(): Promise<WorkerState>;
  /** Ends it at once. */
  stop(): void;
}

/** A worker that reads records, whose sums come in the end. */
export interface RecordThread {
  run(job: Job): Promise<RecordResult<unknown>>;
  finish(): Promise<RecordState<unknown>>;
  /** Ends it at once. */
  stop(): void;
}

/** The file of a thread, beside the one that this code was bundled into; not there when it runs from its sources. */
const SCRIPT = new URL('./worker-thread.js', import.meta.url);

/** Whether this installation has what a thread needs. */
export function canUseThreads(): boolean {
  return SCRIPT.protocol === 'file:' && existsSync(fileURLToPath(SCRIPT));
}

/** A thread that does the jobs of a task. */
interface JobThread {
  send(request: WorkerRequest): void;
  ask<K extends WorkerAnswer['kind']>(
    request: WorkerRequest,
    kind: K,
  ): Promise<Extract<WorkerAnswer, { kind: K }>>;
  stop(): void;
}

function openThread(task: ThreadTask, onRecords: (count: number) => void): JobThread {
  // Loaded here: most runs start no thread, and the module takes time to load.
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const thread = new Worker(SCRIPT, {
    workerData: task,
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
    for (const request of waiting.splice(0)) request.reject(broken);
  };
  thread.on('message', (answer: WorkerAnswer) => {
    if (answer.kind === 'records') onRecords(answer.count);
    else waiting.shift()?.resolve(answer);
  });
  thread.on('error', breakDown);
  thread.on('exit', () => breakDown(new Error('a worker thread ended before its work did')));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const send = (request: WorkerRequest): void => thread.postMessage(request);
  return {
    send,
    async ask(request, kind) {
      const answer = await new Promise<WorkerAnswer>((resolve, reject) => {
        if (broken !== null) {
          reject(broken);
          return;
        }
        waiting.push({ resolve, reject });
        send(request);
      });
      if (answer.kind === 'refused') throw new UserError(answer.issues);
      if (answer.kind !== kind) throw new Error('a worker thread answered something else');
      return answer as Extract<WorkerAnswer, { kind: typeof kind }>;
    },
    stop: () => void thread.terminate(),
  };
}

/** A worker in a thread of its own. */
export function startThread(setup: WorkerSetup, onRecords: (count: number) => void): ThreadWorker {
  const thread = openThread({ kind: 'count', setup }, onRecords);
  return {
    run: async (job) => (await thread.ask({ kind: 'job', job }, 'done')).result,
    useTable: (table) => thread.send({ kind: 'table', table }),
    finish: async () => (await thread.ask({ kind: 'finish' }, 'state')).state as WorkerState,
    stop: () => thread.stop(),
  };
}

/** A worker that reads records, in a thread of its own. */
export function startRecordThread(
  task: RecordTask,
  onRecords: (count: number) => void,
): RecordThread {
  const thread = openThread(task, onRecords);
  return {
    run: async (job) =>
      (await thread.ask({ kind: 'job', job }, 'done')).result as RecordResult<unknown>,
    finish: async () =>
      (await thread.ask({ kind: 'finish' }, 'state')).state as RecordState<unknown>,
    stop: () => thread.stop(),
  };
}
