import type { Issue } from '#core';
import { type TextChunks, writeFileAtomic, writeStream } from '#platform';

/** An output that could not be written: what was measured is lost, exit 3. */
export class OutputError extends Error {
  readonly issue: Issue;
  constructor(issue: Issue) {
    super(issue.message);
    this.name = 'OutputError';
    this.issue = issue;
  }
}

/** Writes to stdout; a reader that went away, as `head` does, is no failure. */
export async function print(chunks: TextChunks): Promise<void> {
  const outcome = await writeStream(process.stdout, chunks);
  if (outcome.state === 'failed') throw new OutputError(outcome.issue);
}

/** Writes a file, whole or not at all. */
export async function save(file: string, chunks: TextChunks): Promise<void> {
  const outcome = await writeFileAtomic(file, chunks);
  if (!outcome.ok) throw new OutputError(outcome.issue);
}
