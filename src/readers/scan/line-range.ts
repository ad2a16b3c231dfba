import { closeSync, readSync } from 'node:fs';
import { parseJson } from '#core';
import { openFile } from '#platform';
import { detectFormat } from '../format-guess.ts';
import { detectEncoding } from '../records/detect-encoding.ts';
import { nativeFormat } from '../formats/native/index.ts';
import type { TraceFormat } from '../trace-format.ts';

/** A part of a file of lines: it begins where a line begins, and ends where one ends. */
export interface LineRange {
  readonly path: string;
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** What the beginning of a file shows: its format, and where its text begins. */
export interface FileHead {
  readonly format: TraceFormat;
  readonly start: number;
}

const LF = 0x0a;
const HEAD_BYTES = 256 * 1024;
const STEP_BYTES = 64 * 1024;
const LINES = /\.(?:jsonl|ndjson)$/i;

/**
 * Looks at the first lines of a file of lines; null when it is none, or none of them shows its format.
 * Without formats to choose from only the first record is looked at, and only for ours.
 */
export function readHead(path: string, formats: readonly TraceFormat[] | null): FileHead | null {
  if (!LINES.test(path)) return null;
  return withFile(path, (fd) => {
    const block = Buffer.allocUnsafe(HEAD_BYTES);
    const head = block.subarray(0, readSync(fd, block, 0, HEAD_BYTES, 0));
    const encoding = detectEncoding(head);
    if (!encoding.ok) return null;
    let start = encoding.skip;
    for (let end = head.indexOf(LF, start); end >= 0; end = head.indexOf(LF, start)) {
      const parsed = parseJson(head.toString('utf8', start, end));
      const known = [nativeFormat, ...(formats ?? [])];
      const format = parsed.ok ? detectFormat(parsed.value, known) : null;
      if (format !== null) return { format, start: encoding.skip };
      if (formats === null) return null;
      start = end + 1;
    }
    return null;
  });
}

/** Cuts a file into ranges of about so many bytes, the first of them into quarters. Where they begin depends on the file alone. */
export function cutLines(
  { path, displayName }: { readonly path: string; readonly displayName: string },
  { start, size, bytes }: { readonly start: number; readonly size: number; readonly bytes: number },
): readonly LineRange[] {
  const cuts = withFile(path, (fd) => {
    const found = [start];
    const step = (at: number): number => (at < start + bytes ? Math.ceil(bytes / 4) : bytes);
    for (let at = start + step(start); at < size; at += step(at)) {
      at = nextLine(fd, at, size);
      if (at < size) found.push(at);
    }
    return found;
  });
  return (cuts ?? [start]).map((from, i, all) => ({
    path,
    label: displayName,
    start: from,
    end: all[i + 1] ?? size,
  }));
}

/** Where the first line begins that begins behind `from`; the end of the file when none does. */
function nextLine(fd: number, from: number, size: number): number {
  const block = Buffer.allocUnsafe(STEP_BYTES);
  for (let at = from; at < size; at += STEP_BYTES) {
    const count = readSync(fd, block, 0, STEP_BYTES, at);
    const feed = block.subarray(0, count).indexOf(LF);
    if (feed >= 0) return at + feed + 1;
  }
  return size;
}

/** What `use` makes of a regular file; null where it cannot be read, which whoever reads all of it will explain. */
function withFile<T>(path: string, use: (fd: number) => T): T | null {
  const opened = openFile(path);
  if (!opened.ok) return null;
  const { fd, kind } = opened.file;
  try {
    return kind === 'regular' ? use(fd) : null;
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}
