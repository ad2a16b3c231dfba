import type { DriveJob, RunKey } from './drive-job.ts';

/** Whether the gates of a test are decided before all of its runs are made. */
export class EarlyStop {
  constructor(_jobs: readonly DriveJob[]) {}
  isDecided(_key: RunKey): boolean {
    return false;
  }
  isBeyond(_key: RunKey): boolean {
    return false;
  }
  async add(_job: DriveJob): Promise<void> {}
}
