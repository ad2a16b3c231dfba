const GATHERED_LENGTH = 64 * 1024;

/** Text in pieces, ready or still in the making, which may be encoded already. */
export type TextChunks = Iterable<string> | AsyncIterable<string | Buffer>;

/** Joins small pieces of text to pieces worth a system call each; producers in the background do so themselves. */
export async function* gatherText(chunks: TextChunks): AsyncGenerator<string | Buffer> {
  if (Symbol.asyncIterator in chunks) yield* chunks;
  else yield* joinText(chunks);
}

/** The same for pieces that are all ready. */
export function* joinText(chunks: Iterable<string>): Generator<string> {
  let gathered = '';
  for (const chunk of chunks) {
    gathered += chunk;
    if (gathered.length < GATHERED_LENGTH) continue;
    yield gathered;
    gathered = '';
  }
  if (gathered !== '') yield gathered;
}
