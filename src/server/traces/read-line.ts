import { createReadStream } from 'node:fs';

/** A longer line is not a single trace that a page could show. */
const MAX_BYTES = 64 * 1024 * 1024;
const NEWLINE = 10;

/** One line of a file, counted from 1; null where the file has fewer, or the line is too long. */
export async function readLine(path: string, line: number): Promise<Buffer | null> {
  let at = 1;
  let bytes = 0;
  const parts: Buffer[] = [];
  for await (const chunk of createReadStream(path, {
    highWaterMark: 1024 * 1024,
  }) as AsyncIterable<Buffer>) {
    let from = 0;
    while (from < chunk.length) {
      const end = chunk.indexOf(NEWLINE, from);
      if (at === line) {
        const part = chunk.subarray(from, end === -1 ? chunk.length : end);
        bytes += part.length;
        if (bytes > MAX_BYTES) return null;
        parts.push(part);
        if (end !== -1) return Buffer.concat(parts);
      }
      if (end === -1) break;
      from = end + 1;
      at += 1;
    }
  }
  return at === line && parts.length > 0 ? Buffer.concat(parts) : null;
}
