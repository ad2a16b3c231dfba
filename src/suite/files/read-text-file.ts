import type { CodeWith, Issue, TEXT_CODES } from '#core';
import { type FileFailure, readChunks, textIssue } from '#platform';

export type TextFile =
  | { readonly ok: true; readonly text: string; readonly bytes: Buffer }
  | { readonly ok: false; readonly issue: Issue<TextFileCode> };

/** Why a file cannot be read as text. */
export type TextFileCode = FileFailure['code'] | CodeWith<typeof TEXT_CODES>;

/** Reads a whole file as UTF-8, up to a size; a byte order mark at its start is dropped. */
export async function readTextFile(
  path: string,
  label: string,
  maxBytes: number,
): Promise<TextFile> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of readChunks(path, { label })) {
    if (!chunk.ok) return chunk;
    size += chunk.bytes.length;
    if (size > maxBytes) {
      return reject(
        'FILE_TOO_LARGE',
        `the file is larger than ${maxBytes / 1024 / 1024} MB`,
        label,
      );
    }
    // The buffer is used again for the next chunk.
    parts.push(Buffer.from(chunk.bytes));
  }
  const bytes = Buffer.concat(parts);
  const other = otherEncoding(bytes);
  if (other !== null) {
    return reject('ENCODING_UNSUPPORTED', `the file is ${other}, not UTF-8 text`, label);
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes };
  } catch {
    return reject('ENCODING_INVALID', 'the file is not UTF-8 text', label);
  }
}

function reject(code: CodeWith<typeof TEXT_CODES>, message: string, file: string): TextFile {
  return { ok: false, issue: textIssue(code, message, { where: { file } }) };
}

function otherEncoding(bytes: Buffer): string | null {
  const start = bytes.subarray(0, 4).toString('hex');
  if (start === 'fffe0000' || start === '0000feff') return 'UTF-32';
  if (start.startsWith('fffe') || start.startsWith('feff')) return 'UTF-16';
  return start.startsWith('1f8b') ? 'gzip' : null;
}
