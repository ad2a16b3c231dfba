import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isJsonObject, parseJson } from '#core';
import { writeFailure } from './file-issue.ts';
import { lockFile } from './lock-file.ts';
import { makeFolder } from './make-folder.ts';
import type { FileOutcome } from './write-file-atomic.ts';
import { writeWhole } from './write-stream.ts';

/**
 * Appends lines to a file that is only ever appended to. When it answers `ok` they are on disk, also after kill -9;
 * when it does not, the file is as it was. A torn last line is moved aside to `<file>.torn` first; one that only lacks
 * its line feed, as an editor may leave it, is given that. Processes that
 * append to one file wait for each other, and what a function appends is decided when they are done.
 */
export async function appendLines(
  path: string,
  content: readonly string[] | (() => readonly string[]),
): Promise<FileOutcome> {
  try {
    makeFolder(dirname(path));
    const unlock = await lockFile(`${path}.lock`);
    try {
      const lines = typeof content === 'function' ? content() : content;
      if (lines.length > 0) append(path, lines.map((line) => `${line}\n`).join(''));
    } finally {
      unlock();
    }
    return { ok: true };
  } catch (error) {
    return { ok: false, issue: writeFailure(error, path) };
  }
}

function append(path: string, text: string): void {
  const fd = openSync(path, 'a+');
  try {
    const end = moveTornTailAside(fd, path);
    const failure = writeWhole(fd, text) ?? tryTo(() => fsyncSync(fd));
    if (failure === null) return;
    ftruncateSync(fd, end);
    throw failure;
  } finally {
    closeSync(fd);
  }
}

function tryTo(act: () => void): Error | null {
  try {
    act();
    return null;
  } catch (error) {
    return error as Error;
  }
}

const LINE_FEED = 0x0a;

/** Where the file ends after what follows its last line feed became a line, or was moved to another file. */
function moveTornTailAside(fd: number, path: string): number {
  const { size } = fstatSync(fd);
  const buffer = Buffer.alloc(64 * 1024);
  let start = size;
  while (start > 0) {
    const from = Math.max(0, start - buffer.length);
    const count = readSync(fd, buffer, 0, start - from, from);
    const feed = buffer.subarray(0, count).lastIndexOf(LINE_FEED);
    start = feed === -1 ? from : from + feed + 1;
    if (feed !== -1) break;
  }
  if (start === size) return size;
  const tail = Buffer.alloc(size - start);
  readSync(fd, tail, 0, tail.length, start);
  // No beginning of an object is an object.
  const parsed = parseJson(tail.toString());
  if (parsed.ok && isJsonObject(parsed.value)) {
    const failure = writeWhole(fd, '\n');
    if (failure !== null) throw failure;
    return size + 1;
  }
  writeFileSync(`${path}.torn`, Buffer.concat([tail, Buffer.from('\n')]), { flag: 'a' });
  ftruncateSync(fd, start);
  return start;
}
