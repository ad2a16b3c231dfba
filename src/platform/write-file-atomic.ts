import {
  closeSync,
  createWriteStream,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeKill } from './before-kill.ts';
import { errorCode, fileIssue, type WriteFailure, writeFailure } from './file-issue.ts';
import { gatherText, type TextChunks } from './gather-text.ts';
import { makeFolder } from './make-folder.ts';
import { realPath } from './real-path.ts';
import { writeStream, writeWhole } from './write-stream.ts';

export type FileOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly issue: WriteFailure };

const DONE: FileOutcome = { ok: true };

/**
 * Writes a file atomically: a reader never sees half of it, and what was there before stays when something
 * fails. Missing folders are made; a link is written through, not replaced.
 */
export async function writeFileAtomic(path: string, chunks: TextChunks): Promise<FileOutcome> {
  try {
    const existing = statSync(path, { throwIfNoEntry: false });
    if (existing?.isDirectory() === true) return reject(path, 'is a folder');
    // Renaming over `/dev/null`, a terminal or a pipe would replace it by a file.
    if (existing?.isFile() === false) return await writeSpecial(path, chunks);
    if (existing !== undefined && (existing.mode & 0o222) === 0)
      return reject(path, 'is read-only');
    const target = realPath(path) ?? resolve(path);
    makeFolder(dirname(target));
    await replaceFile(target, existing, chunks);
    return DONE;
  } catch (error) {
    // An error without a system code comes from the producer of the text, which explains it.
    if (errorCode(error) === '') throw error;
    return { ok: false, issue: writeFailure(error, path) };
  }
}

function reject(path: string, reason: string): FileOutcome {
  const message = `cannot be written: ${reason}`;
  return { ok: false, issue: fileIssue('OUTPUT_UNWRITABLE', path, message) };
}

async function replaceFile(
  target: string,
  existing: Stats | undefined,
  chunks: TextChunks,
): Promise<void> {
  const { fd, path } = openBeside(target);
  const forget = beforeKill(() => rmSync(path, { force: true }));
  try {
    try {
      for await (const text of gatherText(chunks)) {
        const error = writeWhole(fd, text);
        if (error !== null) throw error;
      }
      if (existing !== undefined) fchmodSync(fd, existing.mode & 0o7777);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(path, target);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    forget();
  }
}

/** A new file in the folder of another one, so that a rename cannot cross file systems. */
function openBeside(target: string): { fd: number; path: string } {
  for (let attempt = 0; ; attempt++) {
    const path = join(dirname(target), `.whichtool-${process.pid}-${attempt}.tmp`);
    try {
      return { fd: openSync(path, 'wx'), path };
    } catch (error) {
      if (errorCode(error) !== 'EEXIST' || attempt === 100) throw error;
    }
  }
}

async function writeSpecial(path: string, chunks: TextChunks): Promise<FileOutcome> {
  const stream = createWriteStream(path, { flags: 'w' });
  const outcome = await writeStream(stream, chunks, path);
  stream.destroy();
  return outcome.state === 'failed' ? { ok: false, issue: outcome.issue } : DONE;
}
