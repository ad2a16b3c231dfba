import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, writeFailure } from './file-issue.ts';
import { makeFolder } from './make-folder.ts';
import type { FileOutcome } from './write-file-atomic.ts';

let count = 0;

/**
 * Writes a file atomically and waits until it is on the disk, while others go on: many are written at once.
 * Missing folders are made.
 */
export function writeFileDurably(path: string, text: string): Promise<FileOutcome> {
  return replaceFile(path, text, true);
}

/** The same without waiting for the disk, for what can be made again. */
export function writeFileQuickly(path: string, text: string): Promise<FileOutcome> {
  return replaceFile(path, text, false);
}

async function replaceFile(path: string, text: string, isSynced: boolean): Promise<FileOutcome> {
  const folder = dirname(path);
  const draft = join(folder, `.whichtool-${process.pid}-${++count}.tmp`);
  try {
    makeFolder(folder);
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(text);
      if (isSynced) await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
    return { ok: true };
  } catch (error) {
    await rm(draft, { force: true });
    if (errorCode(error) === '') throw error;
    return { ok: false, issue: writeFailure(error, path) };
  }
}
