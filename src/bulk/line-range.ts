import { readSync } from 'node:fs';
import { withRegularFile } from '#platform';

/** A part of a file of lines: it begins where a line begins, and ends where one ends. */
export interface LineRange {
  readonly path: string;
  readonly displayName: string;
  readonly start: number;
  readonly end: number;
}

const LF = 0x0a;
const STEP_BYTES = 64 * 1024;

/** Cuts a file into ranges of about so many bytes, the first of them into quarters. Where they begin depends on the file alone. */
export function cutLines(
  { path, displayName }: { readonly path: string; readonly displayName: string },
  { start, size, bytes }: { readonly start: number; readonly size: number; readonly bytes: number },
): readonly LineRange[] {
  const cuts = withRegularFile(path, (fd) => {
    const starts = [start];
    const step = (at: number): number => (at < start + bytes ? Math.ceil(bytes / 4) : bytes);
    for (let at = start + step(start); at < size; at += step(at)) {
      at = nextLine(fd, at, size);
      if (at < size) starts.push(at);
    }
    return starts;
  });
  // Reading reports why a file cannot be read.
  return (cuts ?? [start]).map((from, i, all) => ({
    path,
    displayName,
    start: from,
    end: all[i + 1] ?? size,
  }));
}

/** Where the first line begins that begins behind `from`; the end of the file when there is none. */
function nextLine(fd: number, from: number, size: number): number {
  const block = Buffer.allocUnsafe(STEP_BYTES);
  for (let at = from; at < size; at += STEP_BYTES) {
    const count = readSync(fd, block, 0, STEP_BYTES, at);
    const feed = block.subarray(0, count).indexOf(LF);
    if (feed >= 0) return at + feed + 1;
  }
  return size;
}
