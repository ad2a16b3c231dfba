import { read } from 'node:fs';
import { promisify } from 'node:util';
import { crc32, createInflateRaw } from 'node:zlib';
import { errorCode, fileIssue, readFailure } from '../file-issue.ts';
import type { FileChunk } from '../read-chunks.ts';
import type { ExpansionLimit } from '../unpack/expansion-limit.ts';
import { corruptPack, packBomb, PackFault } from '../unpack/pack-fault.ts';
import { throughZlib } from '../unpack/through-zlib.ts';
import { unzstd } from '../unpack/unzstd.ts';
import { readAt } from './zip-directory.ts';
import type { ZipEntry } from './zip-entry.ts';

const CHUNK_BYTES = 64 * 1024;
const LOCAL_SIGNATURE = 0x04_03_4b_50;
const LOCAL_HEADER_BYTES = 30;

const readAsync = promisify(read);

/** Reads the content of a member chunk by chunk; it must be as long as the directory says, with the same checksum. */
export async function* readMember(
  entry: ZipEntry,
  fd: number,
  label: string,
  limit: ExpansionLimit,
): AsyncGenerator<FileChunk> {
  const refusal = rejectEntry(entry);
  if (refusal !== null) {
    yield { ok: false, issue: fileIssue('ARCHIVE_MEMBER', label, refusal) };
    return;
  }
  try {
    let unpackedBytes = 0;
    let sum = 0;
    for await (const bytes of unpack(entry, packedBytes(entry, fd, label, limit), label)) {
      unpackedBytes += bytes.length;
      sum = crc32(bytes, sum);
      if (limit.addUnpacked(bytes)) throw packBomb(label, limit.packed);
      if (unpackedBytes > entry.unpackedBytes) break;
      yield { ok: true, bytes };
    }
    if (unpackedBytes !== entry.unpackedBytes || sum !== entry.crc32)
      throw corruptPack(label, entry.packedBytes, unpackedBytes < entry.unpackedBytes);
  } catch (error) {
    if (!(error instanceof PackFault) && errorCode(error) === '') throw error;
    yield {
      ok: false,
      issue: error instanceof PackFault ? error.issue : readFailure(error, label),
    };
  }
}

function rejectEntry({ leadsOut, isLink, isEncrypted, method }: ZipEntry): string | null {
  if (leadsOut) return 'its name leads out of the archive';
  if (isLink) return 'it is a symbolic link';
  if (isEncrypted) return 'it is encrypted';
  return method === 0 || method === 8 || method === 93
    ? null
    : `it is packed by method ${method}, and only Deflate and Zstandard can be read`;
}

function unpack(
  { method }: ZipEntry,
  packed: AsyncGenerator<Buffer>,
  label: string,
): AsyncGenerator<Buffer> {
  if (method === 0) return packed;
  if (method === 93) return unzstd(packed, label);
  return throughZlib(packed, createInflateRaw({ chunkSize: CHUNK_BYTES }), label);
}

async function* packedBytes(
  entry: ZipEntry,
  fd: number,
  label: string,
  limit: ExpansionLimit,
): AsyncGenerator<Buffer> {
  const header = readAt(fd, entry.offset, LOCAL_HEADER_BYTES);
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_SIGNATURE)
    throw corruptPack(label, 0, false);
  const start =
    entry.offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  for (let at = 0; at < entry.packedBytes;) {
    const size = Math.min(CHUNK_BYTES, entry.packedBytes - at);
    const { bytesRead, buffer } = await readAsync(fd, Buffer.alloc(size), 0, size, start + at);
    if (bytesRead === 0) throw corruptPack(label, at, true);
    limit.packed += bytesRead;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
