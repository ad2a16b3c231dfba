import { readSync } from 'node:fs';
import { readZipEntry, type ZipEntry } from './zip-entry.ts';

/** The files of an archive, or why its directory cannot be used. */
export type ZipDirectory =
  | { readonly ok: true; readonly entries: readonly ZipEntry[] }
  | {
      readonly ok: false;
      readonly offset: number;
      readonly reason: string;
      readonly isBomb: boolean;
    };

const END_BYTES = 22;
const END_SIGNATURE = 0x06_05_4b_50;
const MAX_COMMENT_BYTES = 0xff_ff;
const LOCATOR_BYTES = 20;
const LOCATOR_SIGNATURE = 0x07_06_4b_50;
const END64_BYTES = 56;
const END64_SIGNATURE = 0x06_06_4b_50;
const MAX_ENTRIES = 250_000;
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024;

interface Extent {
  readonly count: number;
  readonly bytes: number;
  readonly offset: number;
}

/** Reads the directory at the end of an archive; entries that share bytes are refused, for such archives are bombs. */
export function readZipDirectory(fd: number, size: number): ZipDirectory {
  const extent = findDirectory(fd, size);
  if (extent === null)
    return reject(size, 'it has no directory at its end: it is cut off or damaged');
  const { count, bytes, offset } = extent;
  if (count > MAX_ENTRIES || bytes > MAX_DIRECTORY_BYTES)
    return reject(offset, `it says that it has ${count} members, which is too many`, true);
  if (offset + bytes > size) return reject(offset, 'its directory lies outside of it');
  const directory = readAt(fd, offset, bytes);
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count;) {
    const read = readZipEntry(directory, at);
    if (read === null) return reject(offset + at, 'its directory is damaged');
    entries.push(read.entry);
    at = read.next;
  }
  const inPlace = [...entries].sort((a, b) => a.offset - b.offset);
  for (const [index, { end, name }] of inPlace.entries()) {
    const border = inPlace[index + 1]?.offset ?? offset;
    if (end > border)
      return reject(border, `its member "${name.slice(0, 80)}" overlaps another one`, true);
  }
  return { ok: true, entries };
}

function findDirectory(fd: number, size: number): Extent | null {
  const from = Math.max(0, size - END_BYTES - MAX_COMMENT_BYTES);
  const tail = readAt(fd, from, size - from);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    if (at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue;
    return (
      findLargeDirectory(fd, tail, at, size) ?? {
        count: tail.readUInt16LE(at + 10),
        bytes: tail.readUInt32LE(at + 12),
        offset: tail.readUInt32LE(at + 16),
      }
    );
  }
  return null;
}

/** Archives with many or large members have a second end record, with wider numbers, before the first. */
function findLargeDirectory(fd: number, tail: Buffer, end: number, size: number): Extent | null {
  const at = end - LOCATOR_BYTES;
  if (at < 0 || tail.readUInt32LE(at) !== LOCATOR_SIGNATURE) return null;
  const offset = Number(tail.readBigUInt64LE(at + 8));
  if (offset + END64_BYTES > size) return null;
  const record = readAt(fd, offset, END64_BYTES);
  if (record.length < END64_BYTES || record.readUInt32LE(0) !== END64_SIGNATURE) return null;
  return {
    count: Number(record.readBigUInt64LE(32)),
    bytes: Number(record.readBigUInt64LE(40)),
    offset: Number(record.readBigUInt64LE(48)),
  };
}

/** Bytes of the archive; fewer where it ends. */
export function readAt(fd: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, bytes, filled, length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function reject(offset: number, reason: string, isBomb = false): ZipDirectory {
  return { ok: false, offset, reason, isBomb };
}
