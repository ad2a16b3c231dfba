import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import type { Job } from '../reading/job.ts';
import { hasWriteAheadLog } from '../reading/slice.ts';

const LF = 0x0a;
const BLOCK_BYTES = 2 ** 20;

/** The bytes of a file that a job reads; without an end, all of them. */
export interface FilePart {
  readonly path: string;
  readonly displayName: string;
  readonly start: number;
  readonly end: number;
}

/** What a job reads. */
export function partsOf({ files, range }: Job): readonly FilePart[] {
  if (range !== null) return [range];
  return files.map(({ path, displayName }) => ({ path, displayName, start: 0, end: Infinity }));
}

/** What shows without reading a file that it changed; null where it is not a file, or has changes in a second one. */
export function stateOf(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || hasWriteAheadLog(path)) return null;
  return `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

/** The hash of a part, and how many lines end in it. */
export async function hashPart({
  path,
  start,
  end,
}: FilePart): Promise<{ readonly sha256: string; readonly lines: number }> {
  const hash = createHash('sha256');
  let lines = 0;
  const blocks = createReadStream(path, { start, end: end - 1, highWaterMark: BLOCK_BYTES });
  for await (const block of blocks as AsyncIterable<Buffer>) {
    hash.update(block);
    for (let at = block.indexOf(LF); at >= 0; at = block.indexOf(LF, at + 1)) lines += 1;
  }
  return { sha256: hash.digest('hex'), lines };
}
