import { type FileHandle, open } from 'node:fs/promises';
import { closeSync, fsyncSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, makeFolder } from '#platform';

/** Where a line of the log is. */
export interface LinePlace {
  readonly segment: number;
  readonly start: number;
  /** Without its line feed. */
  readonly length: number;
}

/** A file of the log. */
export interface Segment {
  readonly segment: number;
  readonly bytes: number;
}

interface Waiting {
  readonly lines: readonly Buffer[];
  readonly resolve: (places: readonly LinePlace[]) => void;
  readonly reject: (error: unknown) => void;
}

const SEGMENT_BYTES = 16 * 1024 * 1024;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
const LINE_FEED = 0x0a;
const NAME = /^(\d{9})\.jsonl$/;

/**
 * Lines that arrived, in files that are only ever appended to. Lines that are appended at the same time are written
 * together, so that one wait for the disk serves all of them. A single process may have it open.
 */
export class ArrivalLog {
  readonly #folder: string;
  readonly #sizes: Map<number, number>;
  #handle: FileHandle | null = null;
  #segment: number;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #isFlushing = false;
  /** The segment that was read last, kept open: the lines of a trace are near each other. */
  #reading: { readonly segment: number; readonly fd: number } | null = null;

  private constructor(folder: string, sizes: Map<number, number>) {
    this.#folder = folder;
    this.#sizes = sizes;
    this.#segment = Math.max(1, ...sizes.keys());
  }

  /** Opens the log. What follows the last line feed was never acknowledged, and is removed. */
  static async open(folder: string): Promise<ArrivalLog> {
    makeFolder(folder);
    const sizes = new Map<number, number>();
    for (const name of readdirSync(folder)) {
      const number = NAME.exec(name)?.[1];
      if (number !== undefined) sizes.set(Number(number), statSync(join(folder, name)).size);
    }
    const log = new ArrivalLog(folder, sizes);
    if (sizes.has(log.#segment)) await log.#removeTornTail();
    return log;
  }

  /** Whether so much waits for the disk that senders should wait, too. */
  get isFull(): boolean {
    return this.#waitingBytes >= MAX_WAITING_BYTES;
  }

  /** The files, the oldest first. */
  get segments(): readonly Segment[] {
    return [...this.#sizes]
      .map(([segment, bytes]) => ({ segment, bytes }))
      .sort((a, b) => a.segment - b.segment);
  }

  /** Appends lines (without line feeds). They are on disk when this resolves, also after a power cut. */
  append(lines: readonly Buffer[]): Promise<readonly LinePlace[]> {
    if (lines.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ lines, resolve, reject });
      for (const { length } of lines) this.#waitingBytes += length + 1;
      void this.#flush();
    });
  }

  /** The bytes of a line. */
  read({ segment, start, length }: LinePlace): Buffer {
    if (this.#reading?.segment !== segment) {
      this.#closeReading();
      this.#reading = { segment, fd: openSync(this.#pathOf(segment), 'r') };
    }
    const bytes = Buffer.allocUnsafe(length);
    const count = readSync(this.#reading.fd, bytes, 0, length, start);
    return bytes.subarray(0, count);
  }

  /** The lines of a segment from a place on. */
  *linesOf(segment: number, from: number): Generator<LinePlace> {
    const size = (this.#sizes.get(segment) ?? 0) - from;
    if (size <= 0) return;
    const bytes = this.read({ segment, start: from, length: size });
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
      yield { segment, start: from + start, length: end - start };
      start = end + 1;
    }
  }

  /** Deletes a segment; the one that is written to stays. */
  remove(segment: number): boolean {
    if (segment === this.#segment) return false;
    if (this.#reading?.segment === segment) this.#closeReading();
    rmSync(this.#pathOf(segment), { force: true });
    return this.#sizes.delete(segment);
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    while (this.#isFlushing) await new Promise((resolve) => setImmediate(resolve));
    await this.#handle?.close();
    this.#handle = null;
    this.#closeReading();
  }

  async #flush(): Promise<void> {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      this.#waitingBytes = 0;
      await this.#write(waiting);
    }
    this.#isFlushing = false;
  }

  async #write(waiting: readonly Waiting[]): Promise<void> {
    const end = this.#sizes.get(this.#segment) ?? 0;
    try {
      const handle = (this.#handle ??= await this.#openSegment());
      let start = this.#sizes.get(this.#segment) ?? 0;
      const segment = this.#segment;
      const places = waiting.map(({ lines }) =>
        lines.map(({ length }): LinePlace => {
          const place = { segment, start, length };
          start += length + 1;
          return place;
        }),
      );
      const bytes = Buffer.concat(waiting.flatMap(({ lines }) => lines.flatMap(withFeed)));
      await writeAll(handle, bytes, start - bytes.length);
      await handle.datasync();
      this.#sizes.set(segment, start);
      if (start >= SEGMENT_BYTES) await this.#startSegment();
      waiting.forEach(({ resolve }, i) => resolve(places[i] as readonly LinePlace[]));
    } catch (error) {
      // Half a line would join the next one.
      await this.#handle?.truncate(end).catch(() => {});
      for (const { reject } of waiting) reject(error);
    }
  }

  async #startSegment(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
    this.#segment += 1;
  }

  async #openSegment(): Promise<FileHandle> {
    // Not for appending: lines are written to places that were counted.
    const path = this.#pathOf(this.#segment);
    const isNew = !this.#sizes.has(this.#segment);
    const handle = await open(path, isNew ? 'w' : 'r+', 0o600);
    if (isNew) {
      this.#sizes.set(this.#segment, 0);
      syncFolder(this.#folder);
    }
    return handle;
  }

  async #removeTornTail(): Promise<void> {
    const segment = this.#segment;
    const size = this.#sizes.get(segment) ?? 0;
    const feed = this.read({ segment, start: 0, length: size }).lastIndexOf(LINE_FEED);
    if (feed + 1 === size) return;
    this.#handle = await this.#openSegment();
    await this.#handle.truncate(feed + 1);
    this.#sizes.set(segment, feed + 1);
  }

  #pathOf(segment: number): string {
    return join(this.#folder, `${String(segment).padStart(9, '0')}.jsonl`);
  }

  #closeReading(): void {
    if (this.#reading !== null) closeSync(this.#reading.fd);
    this.#reading = null;
  }
}

const FEED = Buffer.from('\n');

function withFeed(line: Buffer): readonly Buffer[] {
  return [line, FEED];
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const rest = bytes.length - done;
    const { bytesWritten } = await handle.write(bytes, done, rest, position + done);
    done += bytesWritten;
  }
}

/** A new file survives a power cut when its folder is on disk. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } catch (error) {
    // Windows has no such call for folders.
    if (!['EPERM', 'EINVAL', 'EISDIR'].includes(errorCode(error))) throw error;
  } finally {
    closeSync(fd);
  }
}
