import { pipeline, Readable, type Transform } from 'node:stream';
import { corruptPack } from './pack-fault.ts';
import { errorCode } from '../file-issue.ts';

/** Passes bytes through one of the runtime's decompressors, no faster than they are taken. */
export async function* throughZlib(
  packed: AsyncIterable<Buffer>,
  unpacker: Transform & { readonly bytesWritten: number },
  label: string,
): AsyncGenerator<Buffer> {
  const source = Readable.from(packed, { highWaterMark: 1 });
  // Errors arrive where the bytes are read.
  pipeline(source, unpacker, () => {});
  try {
    const chunks: AsyncIterable<Buffer> = unpacker;
    yield* chunks;
  } catch (error) {
    if (!errorCode(error).startsWith('Z_')) throw error;
    throw corruptPack(label, unpacker.bytesWritten, errorCode(error) === 'Z_BUF_ERROR');
  }
}
