import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, readFailure } from '#platform';
import type { KeptRun } from '#schema';
import { storeError } from './codes.ts';
import { parseRunId, RECORD_FILE, runsFolder } from './history-paths.ts';
import { readRun } from './read-run.ts';
import { type IndexedRun, loadIndex, saveIndex } from './run-index.ts';

/** Every kept run, the newest first. Reports are not opened. */
export async function listRuns(root: string): Promise<readonly KeptRun[]> {
  const index = loadIndex(root);
  const entries: IndexedRun[] = [];
  let fresh = 0;
  const runs = listIds(root).map((id): KeptRun => {
    const stats = lookAt(join(runsFolder(root), String(id), RECORD_FILE));
    const entry = index.get(id);
    // A record is never changed once it is there, so one that looks the same is the same.
    const same = entry?.bytes === stats?.size && entry?.modifiedMs === stats?.mtimeMs;
    const run = entry !== undefined && same ? { id, record: entry.record } : readRun(root, id);
    if (run.record !== null && stats !== undefined) {
      if (!same) fresh++;
      entries.push({ id, bytes: stats.size, modifiedMs: stats.mtimeMs, record: run.record });
    }
    return run;
  });
  if (fresh > 0 || entries.length !== index.size) await saveIndex(root, entries);
  return runs;
}

function lookAt(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    // An obstacle shows again, with its reason, when the record is read.
    return undefined;
  }
}

/** The numbers of all kept runs, the newest first. */
export function listIds(root: string): readonly number[] {
  return readEntries(root)
    .flatMap(({ name }) => parseRunId(name) ?? [])
    .sort((a, b) => b - a);
}

/** What is in the folder of the runs; nothing when there is none yet. */
export function readEntries(root: string): readonly Dirent[] {
  const folder = runsFolder(root);
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    const { message } = readFailure(error, folder);
    throw storeError('HISTORY_UNREADABLE', message, { where: { file: folder } });
  }
}
