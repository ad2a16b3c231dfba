import { TemporaryFile } from '#platform';

/** A temporary file for numbers. */
export class SpillFile {
  readonly #file = new TemporaryFile();

  /** Appends numbers; returns the place of the first one in bytes. */
  append(words: Uint32Array): number {
    return this.#file.append(bytesOf(words));
  }

  /** Reads numbers from a place on. */
  read(words: Uint32Array, start: number): void {
    this.#file.read(bytesOf(words), start);
  }

  close(): void {
    this.#file.close();
  }
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
