import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { isJsonObject } from '#core';
import { writeFileAtomic } from '#platform';
import type { BuiltIndex } from './build-index.ts';
import { type CaseColumns, COLUMN_NAMES } from './case-columns.ts';
import { isSameReport, type ReportIdentity } from './report-identity.ts';
import type { IndexedReport, IndexedSection, ReportFigures } from './report-index.ts';

/** Another number means another shape: an index with it is made again. */
const MAGIC = Buffer.from('WTINDEX1');
const HASH_BYTES = 32;
const HEAD_BYTES = MAGIC.length + 4 + HASH_BYTES;
const MAX_HEADER_BYTES = 256 * 1024 * 1024;

interface SectionHeader {
  readonly cases: number;
  readonly columnsHash: string;
  readonly textBytes: number;
  readonly textHash: string;
}

interface Header {
  /** The version of whichtool that made it: another one may word verdicts otherwise. */
  readonly version: string;
  readonly identity: ReportIdentity;
  readonly figures: ReportFigures;
  readonly sections: readonly SectionHeader[];
}

/** Writes an index beside its report. Where that is not possible, it is made again next time. */
export async function saveIndexFile(
  path: string,
  version: string,
  { identity, figures, sections }: BuiltIndex,
): Promise<boolean> {
  const header: Header = {
    version,
    identity,
    figures,
    sections: sections.map(({ columns, text }) => ({
      cases: columns.form.length,
      columnsHash: hashOf(...buffersOf(columns)),
      textBytes: text.length,
      textHash: hashOf(text),
    })),
  };
  const text = Buffer.from(JSON.stringify(header));
  const head = Buffer.concat([MAGIC, Buffer.alloc(4), createHash('sha256').update(text).digest()]);
  head.writeUInt32LE(text.length, MAGIC.length);
  const outcome = await writeFileAtomic(path, chunksOf([head, text], sections));
  return outcome.ok;
}

async function* chunksOf(
  head: readonly Buffer[],
  sections: BuiltIndex['sections'],
): AsyncGenerator<Buffer> {
  yield* head;
  for (const { columns, text } of sections) {
    yield* buffersOf(columns);
    yield Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  }
}

/** Reads an index, without its texts. Null where it is absent, torn, or not of this file and version. */
export function loadIndexFile(
  path: string,
  version: string,
  identity: ReportIdentity,
): IndexedReport | null {
  return withFile(path, (fd) => {
    const head = readHeader(fd, version, identity);
    if (head === null) return null;
    const { header, hash } = head;
    let { at } = head;
    const sections: IndexedSection[] = [];
    for (const section of header.sections) {
      const columns = readColumns(fd, at, section);
      if (columns === null) return null;
      const textAt = at + columnBytes(section.cases);
      sections.push({
        columns,
        loadText: () => loadText(path, textAt, section, hash),
        fillText: (memory) => fillText(path, textAt, section, hash, memory),
      });
      at = textAt + section.textBytes;
    }
    return fstatSync(fd).size === at ? { identity, figures: header.figures, sections } : null;
  });
}

/** Reads what an index says of its report as a whole. */
export function loadFigures(
  path: string,
  version: string,
  identity: ReportIdentity,
): ReportFigures | null {
  return withFile(path, (fd) => readHeader(fd, version, identity)?.header.figures ?? null);
}

/** Null where a file is not there or not what it should be: everything in it is in the report. */
function withFile<T>(path: string, read: (fd: number) => T | null): T | null {
  try {
    const fd = openSync(path, 'r');
    try {
      return fstatSync(fd).isFile() ? read(fd) : null;
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

interface ReadHeader {
  readonly header: Header;
  readonly hash: Buffer;
  /** Where the first section begins. */
  readonly at: number;
}

function readHeader(fd: number, version: string, identity: ReportIdentity): ReadHeader | null {
  const head = readAt(fd, 0, HEAD_BYTES);
  const length = head.readUInt32LE(MAGIC.length);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC) || length > MAX_HEADER_BYTES) return null;
  const text = readAt(fd, HEAD_BYTES, length);
  const hash = createHash('sha256').update(text).digest();
  if (!hash.equals(head.subarray(-HASH_BYTES))) return null;
  const header: unknown = JSON.parse(text.toString('utf8'));
  if (!isJsonObject(header)) return null;
  const known = header as unknown as Header;
  if (known.version !== version || !isSameReport(known.identity, identity)) return null;
  return { header: known, hash, at: HEAD_BYTES + length };
}

function readColumns(
  fd: number,
  from: number,
  { cases, columnsHash }: SectionHeader,
): CaseColumns | null {
  const bytes = readAt(fd, from, columnBytes(cases));
  if (hashOf(bytes) !== columnsHash) return null;
  // In memory of their own: numbers of 32 bits have to be aligned.
  const numbers = new Uint32Array(4 * cases);
  Buffer.from(numbers.buffer).set(bytes.subarray(0, 16 * cases));
  const column = (place: number): Uint32Array =>
    numbers.subarray(place * cases, (place + 1) * cases);
  const isNamed = Uint8Array.from(bytes.subarray(16 * cases));
  const [form, start, idHash, textEnd] = [column(0), column(1), column(2), column(3)];
  return { form, start, idHash, textEnd, isNamed };
}

/** The text of a section, from the file that its columns were read from; null where it is another by now. */
function loadText(
  path: string,
  at: number,
  { textBytes, textHash }: SectionHeader,
  headerHash: Buffer,
): Uint8Array | null {
  return withFile(path, (fd) => {
    const head = readAt(fd, 0, HEAD_BYTES);
    if (!headerHash.equals(head.subarray(-HASH_BYTES))) return null;
    const text = readAt(fd, at, textBytes);
    return hashOf(text) === textHash ? text : null;
  });
}

/** As much is read and hashed before others have their turn. */
const PIECE_BYTES = 2 * 1024 * 1024;

/** What `loadText` reads, into memory that is there. */
async function fillText(
  path: string,
  at: number,
  { textBytes, textHash }: SectionHeader,
  headerHash: Buffer,
  memory: Uint8Array,
): Promise<boolean> {
  if (memory.length !== textBytes) return false;
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    await file.read(head, 0, HEAD_BYTES, 0);
    if (!headerHash.equals(head.subarray(-HASH_BYTES))) return false;
    const hash = createHash('sha256');
    for (let from = 0; from < textBytes;) {
      const length = Math.min(PIECE_BYTES, textBytes - from);
      const { bytesRead } = await file.read(memory, from, length, at + from);
      if (bytesRead === 0) return false;
      hash.update(memory.subarray(from, from + bytesRead));
      from += bytesRead;
    }
    return hash.digest('hex') === textHash;
  } finally {
    await file.close();
  }
}

function columnBytes(cases: number): number {
  return 17 * cases;
}

function buffersOf(columns: CaseColumns): readonly Buffer[] {
  return COLUMN_NAMES.map((name) => {
    const { buffer, byteOffset, byteLength } = columns[name];
    return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  });
}

function hashOf(...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

function readAt(fd: number, from: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(fd, buffer, filled, length - filled, from + filled);
    if (read === 0) throw new RangeError('the file is shorter than it says');
    filled += read;
  }
  return buffer;
}
