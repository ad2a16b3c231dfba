import type { Json, Place } from '#core';
import { hashKey } from './hash-key.ts';
import { readKept, writeKept } from './kept-json.ts';
import { SpilledLines } from './spilled-lines.ts';

/** How much of a list waits in memory. */
const CHUNK_LENGTH = 2 ** 15;

/** Parts of runs in temporary files: those of a run are in the same list, in order. */
export class SpilledParts {
  readonly #lines: SpilledLines;
  readonly #level: number;

  /** Each `level` assigns runs to lists by another hash. */
  constructor(lists: number, level: number) {
    this.#lines = new SpilledLines(lists, CHUNK_LENGTH);
    this.#level = level;
  }

  get size(): number {
    return this.#lines.size;
  }

  indexOf(key: string): number {
    return hashKey(key, this.#level) % this.#lines.size;
  }

  bytesOf(index: number): number {
    return this.#lines.bytesOf(index);
  }

  add(key: string, record: Json, where: Place): void {
    const text = writeKept(record);
    this.#lines.add(this.indexOf(key), `${JSON.stringify([key, where])}\t${text}`);
  }

  *read(index: number): Generator<{ readonly record: Json; readonly where: Place }> {
    for (const line of this.#lines.read(index)) {
      const tab = line.indexOf('\t');
      const [, where] = JSON.parse(line.slice(0, tab)) as [string, Place];
      const record = readKept(line.slice(tab + 1));
      if (record === undefined) throw new Error('a part of a run in a temporary file is not JSON');
      yield { record, where };
    }
  }

  /** Moves a list to finer lists. */
  split(index: number, lists: number): SpilledParts {
    const finer = new SpilledParts(lists, this.#level + 1);
    for (const line of this.#lines.read(index)) {
      const [key] = JSON.parse(line.slice(0, line.indexOf('\t'))) as [string];
      finer.#lines.add(finer.indexOf(key), line);
    }
    return finer;
  }

  close(): void {
    this.#lines.close();
  }
}
