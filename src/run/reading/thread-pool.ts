import { availableParallelism } from 'node:os';
import type { HashLimits } from '#bulk';
import type { WorkerSetup } from './reading-worker.ts';
import {
  canUseThreads,
  type RecordThread,
  startRecordThread,
  startThread,
  type ThreadWorker,
} from './start-thread.ts';
import type { RecordTask } from './thread-task.ts';

/** The threads that read, and how work is split among them. */
export interface ThreadPool {
  /** From so many bytes on work is shared: the input alone decides, not the machine. */
  readonly bulkBytes: number;
  /** How much a job is. */
  readonly jobBytes: number;
  readonly threads: number;
  /** How many hashes of runs stay in memory; by default two million. */
  readonly hashLimits?: HashLimits;
  /** Starts a worker; null where everything runs in this thread. */
  readonly start: ((setup: WorkerSetup, onRecords: (count: number) => void) => ThreadWorker) | null;
  /** Starts a worker that reads records; by default everything is read in this thread. */
  readonly startRecords?: (task: RecordTask, onRecords: (count: number) => void) => RecordThread;
}

/** The thread pool of this machine; by default (null) with a thread per core. */
export function openThreadPool(threads: number | null): ThreadPool {
  return {
    bulkBytes: 64 * 1024 * 1024,
    jobBytes: 8 * 1024 * 1024,
    threads: threads ?? availableParallelism(),
    start: canUseThreads() ? startThread : null,
    ...(canUseThreads() ? { startRecords: startRecordThread } : {}),
  };
}

/** Everything is read here and in one piece. */
export const ONE_THREAD: ThreadPool = {
  bulkBytes: Infinity,
  jobBytes: Infinity,
  threads: 1,
  start: null,
};
