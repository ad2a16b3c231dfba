import { errorCode, fileError, TemporaryFile } from '#platform';

interface Chunk {
  readonly start: number;
  readonly length: number;
}

/** Lists of lines in a temporary file. Each list is read in the order in which it was written. */
export class SpilledLines {
  readonly #file: TemporaryFile;
  readonly #chunkLength: number;
  readonly #lists: { text: string; bytes: number; readonly chunks: Chunk[] }[];

  /** Lines wait in memory until `chunkLength` characters of a list are there. */
  constructor(lists: number, chunkLength: number) {
    this.#file = guard(() => new TemporaryFile());
    this.#chunkLength = chunkLength;
    this.#lists = Array.from({ length: lists }, () => ({ text: '', bytes: 0, chunks: [] }));
  }

  get size(): number {
    return this.#lists.length;
  }

  /** Adds an empty list; returns its number. */
  addList(): number {
    return this.#lists.push({ text: '', bytes: 0, chunks: [] }) - 1;
  }

  /** Adds a line, which must not contain a line feed. */
  add(index: number, line: string): void {
    const list = this.#lists[index]!;
    list.text += `${line}\n`;
    if (list.text.length >= this.#chunkLength) this.flush(index);
  }

  /** Writes what waits in memory. */
  flush(index: number): void {
    const list = this.#lists[index]!;
    if (list.text === '') return;
    const bytes = Buffer.from(list.text);
    list.text = '';
    list.chunks.push({ start: guard(() => this.#file.append(bytes)), length: bytes.length });
    list.bytes += bytes.length;
  }

  /** How many bytes of a list are in the file. */
  bytesOf(index: number): number {
    return this.#lists[index]!.bytes;
  }

  *read(index: number): Generator<string> {
    this.flush(index);
    for (const { start, length } of this.#lists[index]!.chunks) {
      const bytes = Buffer.allocUnsafe(length);
      guard(() => this.#file.read(bytes, start));
      const text = bytes.toString();
      for (let at = 0; at < text.length;) {
        const end = text.indexOf('\n', at);
        yield text.slice(at, end);
        at = end + 1;
      }
    }
  }

  close(): void {
    this.#file.close();
  }
}

/** A full disk must not look like a file that was read. */
function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = errorCode(error);
    if (code === '') throw error;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    throw fileError(
      'TEMPORARY_UNWRITABLE',
      `the runs do not fit in memory, and ${isFull ? 'the disk of the temporary folder is full' : `the temporary folder cannot be used (${code})`}`,
      { hint: 'set TMPDIR to a folder with as much free space as the unpacked traces take, twice' },
    );
  }
}
