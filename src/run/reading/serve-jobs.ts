import { parentPort, workerData } from 'node:worker_threads';
import type { PrecomputedTable } from '#bulk';
import { type Issue, UserError } from '#core';
import type { WorkerSetup, WorkerState } from './reading-worker.ts';
import { CountingWorker } from './counting-worker.ts';
import type { Job, JobResult } from './job.ts';

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
  | { readonly kind: 'state'; readonly state: WorkerState };

/** Answers the requests that come to this thread. */
export function serveJobs(): void {
  const port = parentPort;
  if (port === null) return;
  const answer = (message: WorkerAnswer): void => port.postMessage(message);
  const onRecords = (count: number): void => answer({ kind: 'records', count });
  const worker = new CountingWorker(workerData as WorkerSetup, async (setup) => {
    const { ReadingWorker } = await import('./reading-worker.ts');
    return ReadingWorker.start(setup, onRecords);
  });
  const serve = async (request: WorkerRequest): Promise<void> => {
    try {
      if (request.kind === 'table') worker.useTable(request.table);
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
