import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

interface Sums {
  a: number;
  b: number;
}

/**
 * Writes the committed pages of a write-ahead log into a copy of its database, and marks the copy as one without a log. A
 * SQLite that runs in WebAssembly cannot share memory with the program that writes the log.
 */
export function applyWal(database: string, wal: string | null): void {
  const target = openSync(database, 'r+');
  try {
    if (wal !== null) {
      const source = openSync(wal, 'r');
      try {
        copyPages(source, target);
      } finally {
        closeSync(source);
      }
    }
    // The versions for writing and reading: 2 needs a log, 1 does not.
    writeSync(target, Buffer.from([1, 1]), 0, 2, 18);
  } finally {
    closeSync(target);
  }
}

function copyPages(source: number, target: number): void {
  const header = Buffer.alloc(HEADER_BYTES);
  if (readSync(source, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return;
  const magic = header.readUInt32BE(0);
  if ((magic & ~1) >>> 0 !== MAGIC) return;
  const isBigEndian = (magic & 1) === 1;
  const pageBytes = header.readUInt32BE(8);
  const salt = header.subarray(16, 24);
  const sums: Sums = { a: 0, b: 0 };
  addSums(sums, header.subarray(0, 24), isBigEndian);
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + pageBytes);
  /** The pages since the last commit: by number, where they lie in the log. */
  let open = new Map<number, number>();
  const committed = new Map<number, number>();
  for (let at = HEADER_BYTES; ; at += frame.length) {
    if (readSync(source, frame, 0, frame.length, at) < frame.length) break;
    if (!frame.subarray(8, 16).equals(salt)) break;
    addSums(sums, frame.subarray(0, 8), isBigEndian);
    addSums(sums, frame.subarray(FRAME_HEADER_BYTES), isBigEndian);
    if (frame.readUInt32BE(16) !== sums.a || frame.readUInt32BE(20) !== sums.b) break;
    open.set(frame.readUInt32BE(0), at + FRAME_HEADER_BYTES);
    if (frame.readUInt32BE(4) === 0) continue;
    for (const [page, place] of open) committed.set(page, place);
    open = new Map();
  }
  const page = Buffer.alloc(pageBytes);
  for (const [number, place] of committed) {
    readSync(source, page, 0, pageBytes, place);
    writeSync(target, page, 0, pageBytes, (number - 1) * pageBytes);
  }
}

/** The checksum of the log: two sums over pairs of words. */
function addSums(sums: Sums, bytes: Buffer, isBigEndian: boolean): void {
  for (let at = 0; at < bytes.length; at += 8) {
    const first = isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
    const second = isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4);
    sums.a = (sums.a + first + sums.b) >>> 0;
    sums.b = (sums.b + second + sums.a) >>> 0;
  }
}
