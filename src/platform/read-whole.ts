import type { FileFailure } from './file-issue.ts';
import { readChunks } from './read-chunks.ts';

export type WholeText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly issue: FileFailure };

/** Reads a regular file or a pipe to its end. A device is refused: it may have no end. */
export async function readWhole(path: string, label: string = path): Promise<WholeText> {
  const parts: Buffer[] = [];
  for await (const chunk of readChunks(path, { label })) {
    if (!chunk.ok) return chunk;
    // The buffer is used again for the next chunk.
    parts.push(Buffer.from(chunk.bytes));
  }
  return { ok: true, text: Buffer.concat(parts).toString('utf8') };
}
