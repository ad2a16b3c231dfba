import { readSync } from 'node:fs';
import { parseJson } from '#core';
import { withRegularFile } from '#platform';
import { detectFormat } from './format-guess.ts';
import { nativeFormat } from './formats/native/index.ts';
import { detectEncoding } from './records/detect-encoding.ts';
import type { TraceFormat } from './trace-format.ts';

/** What the beginning of a file shows: its format, and where its text begins. */
export interface FileHead {
  readonly format: TraceFormat;
  readonly start: number;
}

const LF = 0x0a;
const HEAD_BYTES = 256 * 1024;
const LINES = /\.(?:jsonl|ndjson)$/i;

/**
 * Detects the format of a file of lines by its first lines; null for other files, or when no line shows the format.
 * Without formats to choose from only the first record is read, and only the native format is detected.
 */
export function readHead(path: string, formats: readonly TraceFormat[] | null): FileHead | null {
  if (!LINES.test(path)) return null;
  return withRegularFile(path, (fd) => {
    const block = Buffer.allocUnsafe(HEAD_BYTES);
    const head = block.subarray(0, readSync(fd, block, 0, HEAD_BYTES, 0));
    const encoding = detectEncoding(head);
    if (!encoding.ok) return null;
    let start = encoding.skip;
    for (let end = head.indexOf(LF, start); end >= 0; end = head.indexOf(LF, start)) {
      const parsed = parseJson(head.toString('utf8', start, end));
      const known = [nativeFormat, ...(formats ?? [])];
      const format = parsed.ok ? detectFormat(parsed.value, known) : null;
      if (format !== null) return { format, start: encoding.skip };
      if (formats === null) return null;
      start = end + 1;
    }
    return null;
  });
}
