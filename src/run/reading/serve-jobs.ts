import { parentPort, workerData } from 'node:worker_threads';
import type { PrecomputedTable } from '#bulk';
import { type Issue, UserError } from '#core';
import { CountingWorker } from './counting-worker.ts';
import type { Job, JobResult } from './job.ts';
import type { ThreadTask } from './thread-task.ts';

/** A request to a thread: a job, the precomputed table (without an answer), or the sums in the end. */
export type WorkerRequest =
  | { readonly kind: 'job'; readonly job: Job }
  | { readonly kind: 'table'; readonly table: PrecomputedTable }
  | { readonly kind: 'finish' };

/** What it answers. */
export type WorkerAnswer =
  | { readonly kind: 'records'; readonly count: number }
  | { readonly kind: 'done'; readonly result: JobResult }
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }
  | { readonly kind: 'state'; readonly state: unknown };

/** What does the jobs of a task. */
interface TaskWorker {
  run(job: Job): Promise<JobResult>;
  useTable?(table: PrecomputedTable): void;
  finish(): unknown;
}

/** The worker of a task. What counting does not need is loaded when it is needed. */
async function openWorker(
  task: ThreadTask,
  onRecords: (count: number) => void,
): Promise<TaskWorker> {
  if (task.kind === 'count')
    return new CountingWorker(task.setup, async (setup) => {
      const { ReadingWorker } = await import('./reading-worker.ts');
      return ReadingWorker.start(setup, onRecords);
    });
  const { openRecordWorker } = await import('./reading-worker.ts');
  return openRecordWorker(task, onRecords);
}

/** Answers the requests that come to this thread. */
export function serveJobs(): void {
  const port = parentPort;
  if (port === null) return;
  const answer = (message: WorkerAnswer): void => port.postMessage(message);
  const onRecords = (count: number): void => answer({ kind: 'records', count });
  const opened = openWorker(workerData as ThreadTask, onRecords);
  const serve = async (request: WorkerRequest): Promise<void> => {
    try {
      const worker = await opened;
      if (request.kind === 'table') worker.useTable?.(request.table);
      else if (request.kind === 'finish') answer({ kind: 'state', state: worker.finish() });
      else {
        const result = await worker.run(request.job);
        port.postMessage(
          { kind: 'done', result } satisfies WorkerAnswer,
          result.hashes.map(({ buffer }) => buffer as ArrayBuffer),
        );
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      answer({ kind: 'refused', issues: error.issues });
    }
  };
  // One after the other, in the order they were asked for.
  let last = Promise.resolve();
  port.on('message', (request: WorkerRequest) => {
    last = last.then(() => serve(request));
  });
}
