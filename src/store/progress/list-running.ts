import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiRunningRun, parseRunProgress } from '#schema';
import { readSmallFile } from '../read-small-file.ts';
import { progressFolder } from './progress-folder.ts';

const MAX_BYTES = 64 * 1024;
const MAX_RUNS = 100;
/** Such a run was killed, or its machine was. */
const FORGOTTEN_MS = 60 * 60 * 1000;

/** The runs of a project that are under way, the oldest first. What is not a note of a run is not listed. */
export function listRunning(root: string, now: Date = new Date()): readonly ApiRunningRun[] {
  const folder = progressFolder(root);
  return listNames(folder)
    .flatMap((name) => readNote(join(folder, name), now.getTime()))
    .toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
}

function listNames(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^\d{1,10}-[0-9a-f]{12}\.json$/.test(name));
    return names.slice(0, MAX_RUNS);
  } catch {
    return [];
  }
}

function readNote(path: string, nowMs: number): readonly ApiRunningRun[] {
  try {
    const silentMs = Math.max(0, nowMs - statSync(path).mtimeMs);
    const progress =
      silentMs > FORGOTTEN_MS ? null : parseRunProgress(readSmallFile(path, MAX_BYTES));
    return progress === null ? [] : [{ ...progress, silentMs }];
  } catch {
    // It ended meanwhile.
    return [];
  }
}
