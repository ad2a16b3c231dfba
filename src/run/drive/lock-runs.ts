import { basename, dirname, join } from 'node:path';
import type { Issue } from '#core';
import { errorCode, lockFile, makeFolder, writeFailure, displayPath } from '#platform';
import type { DriveJob } from './drive-job.ts';
import { runError } from '../issues/run-codes.ts';

/** Long enough to take over the lock of a process that was killed. */
const LOCK_PATIENCE_MS = 2000;

/** A lock for each test and eval: shards and filtered runs share a folder, and none makes what another one makes. */
export async function lockRuns(
  folders: readonly string[],
  folder: string,
  root: string,
): Promise<{ ok: true; release: () => void } | { ok: false; issue: Issue }> {
  const taken: (() => void)[] = [];
  const release = (): void => taken.forEach((giveBack) => giveBack());
  try {
    makeFolder(folder);
    for (const own of folders) {
      taken.push(
        await lockFile(join(folder, `.${basename(own)}.lock`), { patienceMs: LOCK_PATIENCE_MS }),
      );
    }
    return { ok: true, release };
  } catch (error) {
    release();
    const file = displayPath(folder, root);
    if (errorCode(error) !== 'EBUSY') return { ok: false, issue: writeFailure(error, file) };
    throw runError('RUN_LOCKED', 'another whichtool process is making these runs', {
      where: { file },
      hint: 'wait for it, or remove the .lock files there if there is none',
    });
  }
}

/** The folders of the tests and evals, in an order that is the same for all processes. */
export function foldersOf(jobs: readonly DriveJob[]): readonly string[] {
  return [...new Set(jobs.map(({ path }) => dirname(path)))].sort();
}
