import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '#core';
import { errorCode, removeAbandoned, writeFailure } from '#platform';
import { ABANDONED_MS, REMOVED, runsFolder, WRITING } from './history-paths.ts';
import { listRuns, readEntries } from './list-runs.ts';

/** Which runs stay: the newest so many, or those that are not older. */
export type PruneRule = { readonly keep: number } | { readonly notBefore: Date };

/**
 * Removes kept runs and answers their numbers. The newest run always stays, so that no number is ever given twice; with a
 * date, so do those whose own date cannot be read.
 */
export async function pruneRuns(
  root: string,
  rule: PruneRule,
  now: Date,
): Promise<readonly number[]> {
  const [, ...older] = await listRuns(root);
  const removed = older
    .filter(({ record }, place) =>
      'keep' in rule
        ? place + 1 >= rule.keep
        : record !== null && Date.parse(record.startedAt) < rule.notBefore.getTime(),
    )
    .map(({ id }) => id);
  try {
    for (const id of removed) removeRun(root, String(id));
    sweep(root, now);
  } catch (error) {
    if (errorCode(error) === '') throw error;
    const file = runsFolder(root);
    throw new UserError([{ ...writeFailure(error, file), code: 'HISTORY_UNWRITABLE' }]);
  }
  if (removed.length > 0) await listRuns(root);
  return removed;
}

/** Renamed first, so that half of it is never visible. */
function removeRun(root: string, name: string): void {
  const runs = runsFolder(root);
  const aside = join(runs, `${REMOVED}${process.pid}-${name}`);
  try {
    renameSync(join(runs, name), aside);
  } catch (error) {
    // Another process removed it.
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  rmSync(aside, { recursive: true, force: true });
}

/** Removes what killed processes left behind. */
function sweep(root: string, now: Date): void {
  for (const { name } of readEntries(root))
    if (name.startsWith(REMOVED))
      rmSync(join(runsFolder(root), name), { recursive: true, force: true });
  removeAbandoned(runsFolder(root), WRITING, ABANDONED_MS, now);
}
