const GATHERED_LENGTH = 64 * 1024;

/** Text in pieces, ready or still in the making. */
export type TextChunks = Iterable<string> | AsyncIterable<string>;

/** Joins small pieces of text to pieces worth a system call each; whoever makes them in the background does so itself. */
export async function* gatherText(chunks: TextChunks): AsyncGenerator<string> {
  if (Symbol.asyncIterator in chunks) {
    yield* chunks;
    return;
  }
  let gathered = '';
  for (const chunk of chunks) {
    gathered += chunk;
    if (gathered.length < GATHERED_LENGTH) continue;
    yield gathered;
    gathered = '';
  }
  if (gathered !== '') yield gathered;
}
