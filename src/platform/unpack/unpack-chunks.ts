import type { FileChunk } from '../read-chunks.ts';
import { detectPack, MAGIC_BYTES } from './detect-pack.ts';

/** Unpacks gzip and Zstandard, recognised by their first bytes, as chunks come by; everything else stays as it is. */
export async function* unpackChunks(
  chunks: AsyncGenerator<FileChunk>,
  label: string,
): AsyncGenerator<FileChunk> {
  try {
    const start = await readStart(chunks);
    const pack = start.ok ? detectPack(start.bytes) : null;
    if (start.ok && pack !== null) {
      // Most files are not packed, and then none of this is needed.
      const { unpack } = await import('./unpack.ts');
      yield* unpack(pack, start.bytes, chunks, label);
    } else {
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
