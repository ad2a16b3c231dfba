import { type Json, stringifyJson } from '#core';
import { type Database, inTransaction, openDatabase, type Row, type Statement } from '#store';
import type { TracePart } from './split-request.ts';

/** The schema of the database, one step per version. */
const MIGRATIONS = [
  `CREATE TABLE part (
     id INTEGER PRIMARY KEY,
     trace TEXT NOT NULL,
     request TEXT NOT NULL
   );
   CREATE INDEX part_of_trace ON part (trace);
   CREATE TABLE trace (
     place INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     first_ms INTEGER NOT NULL,
     last_ms INTEGER NOT NULL,
     records INTEGER NOT NULL,
     has_root INTEGER NOT NULL,
     is_waiting INTEGER NOT NULL,
     summary TEXT
   );
   CREATE INDEX trace_waiting ON trace (last_ms) WHERE is_waiting = 1;
   CREATE INDEX trace_by_time ON trace (first_ms);`,
];

/** A trace that new parts have arrived for. */
export interface WaitingTrace {
  readonly id: string;
  readonly lastMs: number;
}

/** A stored trace as lists show it. */
export interface StoredTrace {
  readonly place: number;
  readonly id: string;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Null until it was assembled. */
  readonly summary: Json;
}

/** Live traces in a SQLite file: parts as they came, and what was made of them. */
export class LiveStore {
  readonly #database: Database;
  readonly #addPart: Statement;
  readonly #noteTrace: Statement;
  readonly #findWaiting: Statement;
  readonly #readParts: Statement;
  readonly #settle: Statement;
  readonly #page: Statement;
  readonly #find: Statement;

  private constructor(database: Database) {
    this.#database = database;
    this.#addPart = database.prepare('INSERT INTO part (trace, request) VALUES (?, ?)');
    this.#noteTrace = database.prepare(
      `INSERT INTO trace (id, first_ms, last_ms, records, has_root, is_waiting)
       VALUES (?1, ?2, ?2, ?3, ?4, 1)
       ON CONFLICT (id) DO UPDATE SET
         last_ms = ?2, records = records + ?3, has_root = max(has_root, ?4), is_waiting = 1`,
    );
    this.#findWaiting = database.prepare(
      `SELECT id, last_ms FROM trace
       WHERE is_waiting = 1 AND (last_ms <= ?1 OR (has_root = 1 AND last_ms <= ?2))
       ORDER BY last_ms LIMIT ?3`,
    );
    this.#readParts = database.prepare('SELECT request FROM part WHERE trace = ? ORDER BY id');
    this.#settle = database.prepare(
      'UPDATE trace SET summary = ?, is_waiting = 0 WHERE id = ? AND last_ms = ?',
    );
    this.#page = database.prepare(
      'SELECT place, id, first_ms, last_ms, summary FROM trace WHERE place < ? ORDER BY place DESC LIMIT ?',
    );
    this.#find = database.prepare(
      'SELECT place, id, first_ms, last_ms, summary FROM trace WHERE id = ?',
    );
  }

  static async open(path: string): Promise<LiveStore> {
    return new LiveStore(await openDatabase(path, MIGRATIONS));
  }

  /** Stores parts in one transaction: all of them are on disk when it returns. */
  add(parts: readonly TracePart[], nowMs: number): void {
    inTransaction(this.#database, () => {
      for (const { trace, request, records, hasRoot } of parts) {
        this.#addPart.run(trace, stringifyJson(request));
        this.#noteTrace.run(trace, nowMs, records, hasRoot ? 1 : 0);
      }
    });
  }

  /** Traces that are complete as far as can be known: their root has ended, or nothing came for long. */
  waiting(quietMs: number, endedMs: number, limit: number): readonly WaitingTrace[] {
    return this.#findWaiting
      .all(quietMs, endedMs, limit)
      .map(({ id, last_ms: lastMs }) => ({ id: String(id), lastMs: Number(lastMs) }));
  }

  /** The texts of all requests of a trace, in the order they came. */
  requests(trace: string): readonly string[] {
    return this.#readParts.all(trace).map(({ request }) => String(request));
  }

  /** Keeps what was made of traces; one that has grown since waits on. */
  settle(summaries: readonly (readonly [WaitingTrace, Json])[]): void {
    inTransaction(this.#database, () => {
      for (const [{ id, lastMs }, summary] of summaries)
        this.#settle.run(stringifyJson(summary), id, lastMs);
    });
  }

  /** Traces before a place, the newest first. */
  page(before: number, limit: number): readonly StoredTrace[] {
    return this.#page.all(before, limit).map(readTrace);
  }

  find(id: string): StoredTrace | null {
    const row = this.#find.get(id);
    return row === undefined ? null : readTrace(row);
  }

  close(): void {
    this.#database.close();
  }
}

function readTrace({ place, id, first_ms: firstMs, last_ms: lastMs, summary }: Row): StoredTrace {
  return {
    place: Number(place),
    id: String(id),
    firstMs: Number(firstMs),
    lastMs: Number(lastMs),
    summary: summary === null ? null : (JSON.parse(String(summary)) as Json),
  };
}
