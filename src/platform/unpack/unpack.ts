import { createGunzip } from 'node:zlib';
import type { FileChunk } from '../read-chunks.ts';
import type { Pack } from './detect-pack.ts';
import { ExpansionLimit } from './expansion-limit.ts';
import { packBomb, PackFault } from './pack-fault.ts';
import { throughZlib } from './through-zlib.ts';
import { unzstd } from './unzstd.ts';

const UNPACKED_BYTES = 64 * 1024;

/** Unpacks bytes of which the first are known. */
export async function* unpack(
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
