/** The longest line, or item of a list, that is read. */
export const MAX_RECORD_BYTES: number = 16 * 1024 * 1024;

/** Upper limit for a document parsed as a single record. */
export const MAX_DOCUMENT_BYTES: number = 256 * 1024 * 1024;

/** Keeps the bytes of a record that is spread over chunks, up to the limit of its length. */
export class RecordBuffer {
  /** Where the record starts in the file. */
  offset = 0;
  maxBytes: number = MAX_RECORD_BYTES;
  #pieces: Buffer[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get tooLong(): boolean {
    return this.#length > this.maxBytes;
  }

  /** Adds a copy of a range: the memory of the chunk is reused for the next chunk. */
  add(chunk: Buffer, start: number, end: number): void {
    this.#length += end - start;
    if (this.tooLong) this.#pieces = [];
    else if (end > start) this.#pieces.push(Buffer.from(chunk.subarray(start, end)));
  }

  /** Returns everything kept, and starts over. */
  take(): Buffer {
    const [only] = this.#pieces;
    const bytes =
      this.#pieces.length === 1 && only !== undefined ? only : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#length = 0;
    return bytes;
  }
}
