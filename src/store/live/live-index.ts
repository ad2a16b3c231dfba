import { stringifyJson, type Verdict } from '#core';
import type { LiveOutcome } from '#schema';
import type { Database } from 'node-sqlite3-wasm';
import type { LinePlace } from './arrival-log.ts';
import type {
  Arrival,
  PlaceRange,
  Settlement,
  StoredTrace,
  TraceFilter,
  TracePage,
} from './live-trace.ts';
import { openIndex, setClean } from './open-index.ts';
import { findPage } from './find-page.ts';
import { COLUMNS, readTrace, type Row } from './read-trace.ts';

/** The index of what arrived: traces, where their lines are, and what was made of them. */
export class LiveIndex {
  readonly #database: Database;
  /** Whether it was just made, and has to be filled from the log. */
  readonly isNew: boolean;
  #change: number;
  /** The highest place: a trace with a higher one is new. */
  #top: number;
  #counts: Map<string, number>;
  readonly #statements = new Map<string, ReturnType<Database['prepare']>>();

  private constructor(database: Database, isNew: boolean) {
    this.#database = database;
    this.isNew = isNew;
    this.#change = this.#readTop('change');
    this.#top = this.#readTop('place');
    this.#counts = this.#readCounts();
  }

  static async open(path: string): Promise<LiveIndex> {
    const { database, isNew } = await openIndex(path);
    return new LiveIndex(database, isNew);
  }

  /** The change that was made last. */
  get change(): number {
    return this.#change;
  }

  /** How far the log is indexed. */
  get indexed(): { readonly segment: number; readonly end: number } {
    return { segment: this.#state('segment'), end: this.#state('end') };
  }

  /** Adds lines of the log in one transaction. */
  add(arrivals: readonly Arrival[]): void {
    const last = arrivals.at(-1)?.place;
    if (last === undefined) return;
    this.#inTransaction(() => {
      for (const { place, trace, receivedMs, records, hasRoot } of arrivals) {
        const root = hasRoot ? 1 : 0;
        const values = [trace, ++this.#change, receivedMs, records, place.length, root];
        const row = Number(this.#get(UPSERT, values)?.['place']);
        if (row > this.#top) {
          this.#top = row;
          this.#count('open', 1);
        }
        this.#run('INSERT OR IGNORE INTO part VALUES (?, ?, ?, ?)', [
          row,
          place.segment,
          place.start,
          place.length,
        ]);
      }
      this.#setState('segment', last.segment);
      this.#setState('end', last.start + last.length + 1);
    });
  }

  /** Traces that are complete as far as can be known: their root has ended, or nothing came for long. */
  waiting(quietMs: number, endedMs: number, limit: number): readonly StoredTrace[] {
    return this.#all(
      `SELECT ${COLUMNS} FROM trace WHERE is_waiting = 1 AND last_ms <= ?
         AND (has_root = 1 OR last_ms <= ?) ORDER BY last_ms LIMIT ?`,
      [endedMs, quietMs, limit],
    ).map(readTrace);
  }

  /** Where the lines of a trace are, in the order they came. */
  parts(trace: StoredTrace): readonly LinePlace[] {
    return this.#all(
      'SELECT segment, start, length FROM part WHERE trace = ? ORDER BY segment, start',
      [trace.place],
    ).map(({ segment, start, length }) => ({
      segment: Number(segment),
      start: Number(start),
      length: Number(length),
    }));
  }

  /** Keeps what was made of traces. A trace as it was is not a change; one that has grown since waits on. */
  settle(settlements: readonly Settlement[]): void {
    if (settlements.length === 0) return;
    this.#inTransaction(() => {
      for (const settlement of settlements) this.#settle(settlement);
    });
  }

  /** Has the newest runs settled once more. */
  reopen(limit: number): void {
    this.#run(
      `UPDATE trace SET is_waiting = 1 WHERE place IN
         (SELECT place FROM trace WHERE outcome = 'run' ORDER BY place DESC LIMIT ?)`,
      [limit],
    );
  }

  #settle({ trace, outcome, verdict, tools, summary, words }: Settlement): void {
    const text = stringifyJson(summary);
    const isSame = trace.outcome === outcome && stringifyJson(trace.summary) === text;
    this.#run('UPDATE trace SET is_waiting = 0 WHERE place = ? AND last_ms = ? AND records = ?', [
      trace.place,
      trace.lastMs,
      trace.records,
    ]);
    if (isSame) return;
    this.#run(
      'UPDATE trace SET change = ?, outcome = ?, verdict = ?, summary = ?, words = ? WHERE place = ?',
      [++this.#change, outcome, verdict, text, words, trace.place],
    );
    this.#count(trace.outcome, -1);
    this.#count(outcome, 1);
    if (trace.verdict !== null) this.#count(trace.verdict, -1);
    if (verdict !== null) this.#count(verdict, 1);
    this.#run('DELETE FROM tool WHERE trace = ?', [trace.place]);
    for (const tool of new Set(tools))
      this.#run('INSERT OR IGNORE INTO tool VALUES (?, ?)', [tool, trace.place]);
  }

  /** Traces before a place that fit a filter, the newest first. */
  page(before: number, limit: number, filter: TraceFilter): TracePage {
    return findPage((sql, values) => this.#all(sql, values), before, limit, filter);
  }

  find(id: string): StoredTrace | null {
    const row = this.#get(`SELECT ${COLUMNS} FROM trace WHERE id = ?`, [id]);
    return row === null ? null : readTrace(row);
  }

  /** What changed after a change, the oldest first. */
  changedSince(change: number, limit: number): readonly StoredTrace[] {
    return this.#all(`SELECT ${COLUMNS} FROM trace WHERE change > ? ORDER BY change LIMIT ?`, [
      change,
      limit,
    ]).map(readTrace);
  }

  /** How many traces began to arrive in a span of time, and the first and last place that they may have. */
  between(fromMs: number, toMs: number): PlaceRange {
    // All of it is in the index of times: the rows themselves are not read.
    const row = this.#get(
      `SELECT count(*) AS total, min(place) AS first, max(place) AS last FROM trace
         WHERE first_ms >= ? AND first_ms < ?`,
      [fromMs, toMs],
    );
    const [total, first, last] = ['total', 'first', 'last'].map((name) => Number(row?.[name] ?? 0));
    return { total: total ?? 0, first: first ?? 0, last: last ?? 0 };
  }

  at(place: number): StoredTrace | null {
    const row = this.#get(`SELECT ${COLUMNS} FROM trace WHERE place = ?`, [place]);
    return row === null ? null : readTrace(row);
  }

  /** How many traces have this outcome or verdict. */
  countOf(name: LiveOutcome | Verdict): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Forgets the traces with a line in a segment; returns how many. */
  removeSegment(segment: number): number {
    const removed = this.#inTransaction(() => {
      const inSegment = 'SELECT trace FROM part WHERE segment = ?';
      this.#run(`DELETE FROM tool WHERE trace IN (${inSegment})`, [segment]);
      const traces = this.#run(`DELETE FROM trace WHERE place IN (${inSegment})`, [segment]);
      this.#run(`DELETE FROM part WHERE trace IN (${inSegment})`, [segment]);
      return traces;
    });
    this.#counts = this.#readCounts();
    return removed;
  }

  /** When the newest line of a segment came; null where it has none. */
  newestIn(segment: number): number | null {
    const row = this.#get(
      'SELECT max(last_ms) AS top FROM trace WHERE place IN (SELECT trace FROM part WHERE segment = ?)',
      [segment],
    );
    const top = row?.['top'] ?? null;
    return top === null ? null : Number(top);
  }

  close(): void {
    setClean(this.#database, true);
    this.#database.close();
  }

  #count(name: string, by: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }

  #readTop(column: 'change' | 'place'): number {
    return Number(this.#get(`SELECT max(${column}) AS top FROM trace`, [])?.['top'] ?? 0);
  }

  #readCounts(): Map<string, number> {
    const rows = this.#all(
      `SELECT outcome AS name, count(*) AS n FROM trace GROUP BY outcome UNION ALL
       SELECT verdict, count(*) FROM trace WHERE verdict IS NOT NULL GROUP BY verdict`,
      [],
    );
    return new Map(rows.map(({ name, n }) => [String(name), Number(n)]));
  }

  #state(name: string): number {
    return Number(this.#get('SELECT value FROM state WHERE name = ?', [name])?.['value'] ?? 0);
  }

  #setState(name: string, value: number): void {
    this.#run('INSERT OR REPLACE INTO state VALUES (?, ?)', [name, value]);
  }

  #inTransaction<T>(work: () => T): T {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw asFileError(error);
    }
  }

  /** Undoes a transaction that failed. On a full disk the engine has done so itself. */
  #rollBack(): void {
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // There is no transaction any more.
    }
    this.#top = this.#readTop('place');
    this.#counts = this.#readCounts();
  }

  #prepare(sql: string): ReturnType<Database['prepare']> {
    let statement = this.#statements.get(sql);
    if (statement === undefined)
      this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }

  #run(sql: string, values: Values): number {
    return this.#prepare(sql).run([...values]).changes;
  }

  #get(sql: string, values: Values): Row | null {
    // The engine leaves a statement open after the first row, and a transaction would not end.
    return this.#all(sql, values)[0] ?? null;
  }

  #all(sql: string, values: Values): readonly Row[] {
    return this.#prepare(sql).all([...values]);
  }
}

type Values = readonly (string | number | null)[];

const UPSERT = `INSERT INTO trace (id, change, first_ms, last_ms, records, bytes, has_root, is_waiting, outcome)
  VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, 1, 'open')
  ON CONFLICT (id) DO UPDATE SET change = ?2, last_ms = max(last_ms, ?3), records = records + ?4,
    bytes = bytes + ?5, has_root = max(has_root, ?6), is_waiting = 1
  RETURNING place`;

/** The engine names no code: a full disk is recognised by its message, and reported as the file system does. */
function asFileError(error: unknown): unknown {
  const isFull = error instanceof Error && error.message.includes('disk is full');
  return isFull ? Object.assign(new Error('ENOSPC: the disk is full'), { code: 'ENOSPC' }) : error;
}
