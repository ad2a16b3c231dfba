import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isJsonObject, parseJson, UserError } from '#core';
import { errorCode, lockFile, makeFolder, writeFailure } from '#platform';
import { storeError } from '../codes.ts';
import { ArrivalLog, type LinePlace } from './arrival-log.ts';
import { LiveIndex } from './live-index.ts';
import { LIVE_FILES, liveFolder } from './live-paths.ts';
import type { Arrival, StoredTrace } from './live-trace.ts';

/** How much is kept. */
export interface Retention {
  readonly maxAgeMs: number;
  readonly maxBytes: number;
}

/** A week, and at most a gigabyte. */
export const DEFAULT_RETENTION: Retention = {
  maxAgeMs: 7 * 24 * 60 * 60 * 1000,
  maxBytes: 1_000_000_000,
};

/** A line to store: OTLP/JSON of one trace, with what the index counts. */
export interface ArrivedLine extends Omit<Arrival, 'place'> {
  /** OTLP/JSON without its outer braces: `"resourceSpans":[…]`. */
  readonly members: string;
}

const LOCK_PATIENCE_MS = 500;
/** How many lines are added to the index at a time when it is filled from the log. */
const BATCH = 500;

/** What programs sent to the server of a project: a log that is durable, and an index that follows from it. */
export class LiveStore {
  readonly #log: ArrivalLog;
  readonly index: LiveIndex;
  readonly #unlock: () => void;
  /** Lines of the log that could not be read when the index was filled. */
  damaged = 0;

  private constructor(log: ArrivalLog, index: LiveIndex, unlock: () => void) {
    this.#log = log;
    this.index = index;
    this.#unlock = unlock;
  }

  /** Opens the store of a project. Throws a UserError where another server has it. */
  static async open(root: string): Promise<LiveStore> {
    const folder = liveFolder(root);
    const unlock = await lock(folder);
    try {
      const log = await ArrivalLog.open(join(folder, LIVE_FILES.log));
      const index = await LiveIndex.open(join(folder, LIVE_FILES.index));
      const store = new LiveStore(log, index, unlock);
      await store.#catchUp();
      return store;
    } catch (error) {
      unlock();
      if (errorCode(error) === '') throw error;
      throw new UserError([writeFailure(error, folder)]);
    }
  }

  get isFull(): boolean {
    return this.#log.isFull;
  }

  /** The size of the log in bytes. */
  get bytes(): number {
    return this.#log.segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Stores lines: they are on disk, and in the index, when this resolves. */
  async add(lines: readonly ArrivedLine[]): Promise<void> {
    const places = await this.#log.append(lines.map(formatLine));
    this.index.add(lines.map((line, i) => ({ ...line, place: places[i] as LinePlace })));
  }

  /** The lines of a trace as they were stored. */
  linesOf(trace: StoredTrace): readonly string[] {
    return this.index.parts(trace).map((place) => this.#log.read(place).toString('utf8'));
  }

  /** Deletes the oldest segments beyond what is kept, so many at a time; returns how many traces went with them. */
  prune({ maxAgeMs, maxBytes }: Retention, nowMs: number, limit: number = Infinity): number {
    let removed = 0;
    let bytes = this.bytes;
    for (const { segment, bytes: size } of this.#log.segments.slice(0, -1).slice(0, limit)) {
      const newest = this.index.newestIn(segment);
      if (bytes <= maxBytes && newest !== null && newest >= nowMs - maxAgeMs) break;
      removed += this.index.removeSegment(segment);
      this.#log.remove(segment);
      bytes -= size;
    }
    return removed;
  }

  async close(): Promise<void> {
    await this.#log.close();
    this.index.close();
    this.#unlock();
  }

  /** Adds what is in the log and not in the index: all of it where the index is new. */
  async #catchUp(): Promise<void> {
    const { segment: known, end } = this.index.indexed;
    for (const { segment } of this.#log.segments) {
      if (segment < known) continue;
      let batch: Arrival[] = [];
      for (const place of this.#log.linesOf(segment, segment === known ? end : 0)) {
        const arrival = readArrival(this.#log.read(place).toString('utf8'), place);
        if (arrival === null) this.damaged += 1;
        else batch.push(arrival);
        if (batch.length < BATCH) continue;
        this.index.add(batch);
        batch = [];
        await nextTurn();
      }
      this.index.add(batch);
    }
  }
}

async function lock(folder: string): Promise<() => void> {
  try {
    makeFolder(folder);
    return await lockFile(join(folder, LIVE_FILES.lock), { patienceMs: LOCK_PATIENCE_MS });
  } catch (error) {
    if (errorCode(error) !== 'EBUSY') throw new UserError([writeFailure(error, folder)]);
    throw storeError('LIVE_LOCKED', 'another whichtool serve of this project receives traces', {
      where: { file: folder },
      hint: 'use that one, or stop it',
    });
  }
}

/** The line of the log: what the index counts, then what arrived. Readers of OTLP/JSON pass over the first member. */
function formatLine({ trace, receivedMs, records, hasRoot, members }: ArrivedLine): Buffer {
  const head = JSON.stringify({ trace, receivedMs, records, hasRoot });
  return Buffer.from(`{"live":${head},${members}}`, 'utf8');
}

/** The head of a line, which has no object inside; the rest is only read with its trace. */
const HEAD = /^\{"live":(\{[^{}]*\}),/;

function readArrival(line: string, place: LinePlace): Arrival | null {
  const head = parseJson(HEAD.exec(line)?.[1] ?? '');
  if (!head.ok || !isJsonObject(head.value) || !line.endsWith('}')) return null;
  const { trace, receivedMs, records, hasRoot } = head.value;
  if (typeof trace !== 'string' || typeof receivedMs !== 'number' || typeof records !== 'number')
    return null;
  return { place, trace, receivedMs, records, hasRoot: hasRoot === true };
}
