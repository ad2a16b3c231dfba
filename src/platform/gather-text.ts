const GATHERED_LENGTH = 64 * 1024;

/** Joins small pieces of text to pieces worth a system call each. */
export function* gatherText(chunks: Iterable<string>): Generator<string> {
  let gathered = '';
  for (const chunk of chunks) {
    gathered += chunk;
    if (gathered.length < GATHERED_LENGTH) continue;
    yield gathered;
    gathered = '';
  }
  if (gathered !== '') yield gathered;
}
