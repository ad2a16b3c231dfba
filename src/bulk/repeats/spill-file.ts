import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary file for numbers. Its name is removed at once, so that nothing stays behind, however the process ends. */
export class SpillFile {
  readonly #folder: string;
  readonly #fd: number;
  #bytes = 0;

  constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'whichtool-'));
    this.#fd = openSync(join(this.#folder, 'hashes'), 'wx+', 0o600);
    this.#remove();
  }

  /** Some systems keep the name of an open file: then `close` removes it. */
  #remove(): void {
    try {
      rmSync(this.#folder, { recursive: true, force: true });
    } catch {
      // Closed files can be removed everywhere.
    }
  }

  /** Appends numbers; returns the place of the first one in bytes. */
  append(words: Uint32Array): number {
    const start = this.#bytes;
    const bytes = bytesOf(words);
    for (let done = 0; done < bytes.length;)
      done += writeSync(this.#fd, bytes, done, bytes.length - done, start + done);
    this.#bytes += bytes.length;
    return start;
  }

  /** Reads numbers from a place on. */
  read(words: Uint32Array, start: number): void {
    const bytes = bytesOf(words);
    for (let done = 0; done < bytes.length;) {
      const count = readSync(this.#fd, bytes, done, bytes.length - done, start + done);
      if (count === 0) throw new Error('a temporary file became shorter');
      done += count;
    }
  }

  close(): void {
    closeSync(this.#fd);
    this.#remove();
  }
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
