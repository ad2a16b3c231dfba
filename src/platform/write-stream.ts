import { fstatSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { errorCode, type WriteFailure, writeFailure } from './file-issue.ts';
import { gatherText, type TextChunks } from './gather-text.ts';

/** How writing to a stream ended: `closed` means that the reader went away first, as `head` does. */
export type StreamOutcome =
  | { readonly state: 'written' }
  | { readonly state: 'closed' }
  | { readonly state: 'failed'; readonly issue: WriteFailure };

/** A stream such as `process.stdout`. */
export type OutputStream = Writable & { readonly fd?: number; readonly isTTY?: boolean };

/** Writes text to a stream, no faster than it is taken, and waits until all of it has left the process. */
export async function writeStream(
  stream: OutputStream,
  chunks: TextChunks,
  label = 'standard output',
): Promise<StreamOutcome> {
  const fd = fileBehind(stream);
  // Stays until the stream has no more errors to report: an error event without a listener ends the process.
  stream.on('error', ignore);
  for await (const text of gatherText(chunks)) {
    const error = fd === null ? await writeText(stream, text) : writeWhole(fd, text);
    if (error !== null) return explainFailure(error, label);
  }
  stream.off('error', ignore);
  return { state: 'written' };
}

function ignore(): void {}

function explainFailure(error: Error, label: string): StreamOutcome {
  const gone = ['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'];
  if (gone.includes(errorCode(error))) return { state: 'closed' };
  return { state: 'failed', issue: writeFailure(error, label) };
}

function writeText(stream: Writable, text: string | Buffer): Promise<Error | null> {
  return new Promise((resolve) => {
    stream.write(text, 'utf8', (error) => resolve(error ?? null));
  });
}

/**
 * The descriptor to write to when standard output is a file. The runtime's stream over a file takes a short write,
 * which is how a full disk is reported, for a whole one.
 */
function fileBehind(stream: OutputStream): number | null {
  const standard = stream === process.stdout || stream === process.stderr;
  if (!standard || stream.fd === undefined || stream.isTTY === true) return null;
  const stats = fstatSync(stream.fd);
  return stats.isFile() || stats.isCharacterDevice() ? stream.fd : null;
}

/** Writes all of a text to a descriptor; answers the error when it cannot. */
export function writeWhole(fd: number, text: string | Buffer): Error | null {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
