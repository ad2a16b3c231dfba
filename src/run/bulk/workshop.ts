import { availableParallelism } from 'node:os';
import type { HashLimits } from './repeated-hashes.ts';
import type { WorkerSetup } from './bulk-worker.ts';
import { canUseThreads, startThread, type ThreadWorker } from './start-thread.ts';

/** Who does the work, and how it is shared out. */
export interface Workshop {
  /** From so many bytes on work is shared: the input alone decides, not the machine. */
  readonly bulkBytes: number;
  /** How much a job is. */
  readonly jobBytes: number;
  readonly threads: number;
  /** Starts a worker; null where everything is done here. */
  /** How many hashes of runs stay in memory; by default two million. */
  readonly hashLimits?: HashLimits;
  readonly start: ((setup: WorkerSetup, onRecords: (count: number) => void) => ThreadWorker) | null;
}

/** The workshop of this machine; null threads are as many as there are cores. */
export function openWorkshop(threads: number | null): Workshop {
  return {
    bulkBytes: 64 * 1024 * 1024,
    jobBytes: 8 * 1024 * 1024,
    threads: threads ?? availableParallelism(),
    start: canUseThreads() ? startThread : null,
  };
}
