import { closeSync, read, readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { type FileFailure, fileIssue, fileShrunk, readFailure } from './file-issue.ts';
import { openFile, type OpenFile } from './open-file.ts';

/** Some bytes of a file, or why there are no more. The bytes are valid until the next chunk is asked for. */
export type FileChunk =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly issue: FileFailure };

export interface ReadOptions {
  /** What the file is called in issues; by default its path. */
  readonly label?: string;
  readonly chunkBytes?: number;
  /** How long a pipe may stay silent. */
  readonly deadlineMs?: number;
}

// What is made of a chunk lives until the next one: with larger chunks the garbage collector copies more of it.
const CHUNK_BYTES = 64 * 1024;
/** One read of so many waits for its turn. */
const SYNC_READS = 8;
const DEADLINE_MS = 30_000;

const readAsync = promisify(read);

/** Reads a file chunk by chunk; `-` is standard input. One buffer is used again and again, so copy what you keep. */
export async function* readChunks(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<FileChunk> {
  const label = options.label ?? path;
  if (path === '-') {
    yield* readStream(() => process.stdin, label);
    return;
  }
  const opened = openFile(path, label);
  if (!opened.ok) {
    yield opened;
    return;
  }
  const { file } = opened;
  if (file.kind === 'regular') yield* readRegular(file, label, options.chunkBytes ?? CHUNK_BYTES);
  else yield* readPipe(file, label, options.deadlineMs ?? DEADLINE_MS);
}

async function* readRegular(
  file: OpenFile,
  label: string,
  chunkBytes: number,
): AsyncGenerator<FileChunk> {
  // What is written behind its end meanwhile is not read: a record could be half written.
  const end = file.size === 0 ? Infinity : file.size;
  const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, end));
  let total = 0;
  let turn = 0;
  try {
    while (total < end) {
      const size = Math.min(buffer.length, end - total);
      // Most reads are worth no trip through the thread pool; some let timers and signals have their turn.
      turn = (turn + 1) % SYNC_READS;
      const count =
        turn === 0
          ? (await readAsync(file.fd, buffer, 0, size, null)).bytesRead
          : readSync(file.fd, buffer, 0, size, null);
      if (count === 0) {
        if (file.size > 0) yield { ok: false, issue: fileShrunk(label, total) };
        return;
      }
      total += count;
      yield { ok: true, bytes: buffer.subarray(0, count) };
    }
  } catch (error) {
    yield { ok: false, issue: readFailure(error, label) };
  } finally {
    closeSync(file.fd);
  }
}

async function* readPipe(
  file: OpenFile,
  label: string,
  deadlineMs: number,
): AsyncGenerator<FileChunk> {
  const { Socket } = await import('node:net');
  const socket = new Socket({ fd: file.fd, readable: true, writable: false });
  const silence = fileIssue(
    'FILE_SILENT',
    label,
    `the pipe brought nothing for ${deadlineMs / 1000} seconds`,
    'is the program that writes to it still running?',
  );
  let silent = false;
  const arm = (): NodeJS.Timeout =>
    setTimeout(() => {
      silent = true;
      socket.destroy();
    }, deadlineMs);
  let timer = arm();
  try {
    for await (const chunk of readStream(() => socket, label)) {
      if (silent) break;
      // Only waiting counts: the consumer may take its time with a chunk.
      clearTimeout(timer);
      yield chunk;
      timer = arm();
    }
    if (silent) yield { ok: false, issue: silence };
  } finally {
    clearTimeout(timer);
  }
}

async function* readStream(open: () => Readable, label: string): AsyncGenerator<FileChunk> {
  try {
    const chunks: AsyncIterable<Buffer> = open();
    for await (const bytes of chunks) yield { ok: true, bytes };
  } catch (error) {
    yield { ok: false, issue: readFailure(error, label) };
  }
}
