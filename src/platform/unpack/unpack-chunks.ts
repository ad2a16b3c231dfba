import { createGunzip } from 'node:zlib';
import type { FileChunk } from '../read-chunks.ts';
import { detectPack, MAGIC_BYTES, type Pack } from './detect-pack.ts';
import { ExpansionLimit } from './expansion-limit.ts';
import { packBomb, PackFault } from './pack-fault.ts';
import { throughZlib } from './through-zlib.ts';
import { unzstd } from './unzstd.ts';

const UNPACKED_BYTES = 64 * 1024;

/** Unpacks gzip and Zstandard, recognised by their first bytes, as chunks come by; everything else stays as it is. */
export async function* unpackChunks(
  chunks: AsyncGenerator<FileChunk>,
  label: string,
): AsyncGenerator<FileChunk> {
  try {
    const start = await readStart(chunks);
    const pack = start.ok ? detectPack(start.bytes) : null;
    if (start.ok && pack !== null) yield* unpack(pack, start.bytes, chunks, label);
    else {
      if (!start.ok || start.bytes.length > 0) yield start;
      if (start.ok) yield* chunks;
    }
  } finally {
    // Not waited for: a pipe that is silent would never answer.
    void chunks.return(undefined);
  }
}

/** The first chunk; a few of them where a pipe brings its bytes one by one. */
async function readStart(chunks: AsyncGenerator<FileChunk>): Promise<FileChunk> {
  let head = Buffer.alloc(0);
  for (;;) {
    const { done, value: chunk } = await chunks.next();
    if (done === true) return { ok: true, bytes: head };
    if (!chunk.ok || (head.length === 0 && chunk.bytes.length >= MAGIC_BYTES)) return chunk;
    head = Buffer.concat([head, chunk.bytes]);
    if (head.length >= MAGIC_BYTES) return { ok: true, bytes: head };
  }
}

async function* unpack(
  pack: Pack,
  head: Buffer,
  rest: AsyncGenerator<FileChunk>,
  label: string,
): AsyncGenerator<FileChunk> {
  const limit = new ExpansionLimit();
  const packed = packedBytes(head, rest, limit);
  try {
    const unpacked =
      pack === 'gzip'
        ? throughZlib(packed, createGunzip({ chunkSize: UNPACKED_BYTES }), label)
        : unzstd(packed, label);
    for await (const bytes of unpacked) {
      if (limit.addUnpacked(bytes)) throw packBomb(label, limit.packed);
      yield { ok: true, bytes };
    }
  } catch (error) {
    if (!(error instanceof PackFault)) throw error;
    yield { ok: false, issue: error.issue };
  }
}

/** Copies, for unpacking reads ahead and the memory of a chunk is used again. */
async function* packedBytes(
  head: Buffer,
  rest: AsyncGenerator<FileChunk>,
  limit: ExpansionLimit,
): AsyncGenerator<Buffer> {
  limit.packed += head.length;
  yield Buffer.from(head);
  for await (const chunk of rest) {
    if (!chunk.ok) throw new PackFault(chunk.issue);
    limit.packed += chunk.bytes.length;
    yield Buffer.from(chunk.bytes);
  }
}
