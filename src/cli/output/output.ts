import type { Issue } from '#core';
import { type TextChunks, writeFileAtomic, writeStream } from '#platform';
import { escapeJson } from '#reporters';

/** An output that could not be written: what was measured is lost, exit 3. */
export class OutputError extends Error {
  readonly issue: Issue;
  constructor(issue: Issue) {
    super(issue.message);
    this.name = 'OutputError';
    this.issue = issue;
  }
}

/**
 * Writes to stdout; a reader that went away, as `head` does, is not a failure. A terminal gets JSON without characters
 * that would control it, which only JSON still has; files and pipes get the exact bytes.
 */
export async function print(chunks: TextChunks): Promise<void> {
  const { stdout } = process;
  const outcome = await writeStream(stdout, stdout.isTTY ? forTerminal(chunks) : chunks);
  if (outcome.state === 'failed') throw new OutputError(outcome.issue);
}

async function* forTerminal(chunks: TextChunks): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks)
    yield escapeJson(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
}

/** Writes a file atomically. */
export async function save(file: string, chunks: TextChunks): Promise<void> {
  const outcome = await writeFileAtomic(file, chunks);
  if (!outcome.ok) throw new OutputError(outcome.issue);
}
