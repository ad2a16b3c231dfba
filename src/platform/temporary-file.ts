import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeKill } from './before-kill.ts';

/**
 * A temporary file of bytes that only this user can read. Its name is removed at once, so that nothing stays behind,
 * however the process ends. Some systems keep the name of an open file: then `close` or a signal removes it.
 */
export class TemporaryFile {
  readonly #folder: string;
  readonly #fd: number;
  readonly #forget: () => void;
  #bytes = 0;
  #isOpen = true;

  constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'whichtool-'));
    this.#fd = openSync(join(this.#folder, 'spilled'), 'wx+', 0o600);
    this.#forget = this.#remove() ? () => {} : beforeKill(() => void this.#remove());
  }

  #remove(): boolean {
    try {
      rmSync(this.#folder, { recursive: true, force: true });
      return true;
    } catch {
      // Closed files can be removed everywhere.
      return false;
    }
  }

  /** Appends bytes; returns the place of the first byte. */
  append(bytes: Uint8Array): number {
    const start = this.#bytes;
    for (let done = 0; done < bytes.length;)
      done += writeSync(this.#fd, bytes, done, bytes.length - done, start + done);
    this.#bytes += bytes.length;
    return start;
  }

  /** Fills `bytes` from a place on. */
  read(bytes: Uint8Array, start: number): void {
    for (let done = 0; done < bytes.length;) {
      const count = readSync(this.#fd, bytes, done, bytes.length - done, start + done);
      if (count === 0) throw new Error('a temporary file became shorter');
      done += count;
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#fd);
    this.#remove();
    this.#forget();
  }
}
