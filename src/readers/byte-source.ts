import { type FileChunk, readChunks, unpackChunks } from '#platform';
import type { Input } from './reader.ts';

/** The bytes of a file, unpacked. */
export interface ByteSource {
  /** Its path without `.gz` or `.zst`: the ending distinguishes lines and CSV. */
  readonly name: string;
  /** What it is called in places and issues. */
  readonly label: string;
  readonly chunks: AsyncGenerator<FileChunk>;
}

/** Opens the bytes of an input, whether packed or not. */
export function openSource({ path, displayName: label, bytes }: Input): ByteSource {
  return sourceOf(path, label, bytes === undefined ? readChunks(path, { label }) : chunkOf(bytes));
}

async function* chunkOf(bytes: Buffer): AsyncGenerator<FileChunk> {
  yield { ok: true, bytes };
}

/** Bytes that may be compressed; their offsets refer to the decompressed text. */
export function sourceOf(
  path: string,
  label: string,
  chunks: AsyncGenerator<FileChunk>,
): ByteSource {
  return { name: path.replace(/\.(?:gz|zst)$/i, ''), label, chunks: unpackChunks(chunks, label) };
}
