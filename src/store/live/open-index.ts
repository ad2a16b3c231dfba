import { rmSync } from 'node:fs';
import type { Database } from 'node-sqlite3-wasm';

/** What the index has: another number means another shape, and it is made again from the log. */
const VERSION = 1;

const SCHEMA = `
CREATE TABLE trace (
  place INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  change INTEGER NOT NULL,
  first_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL,
  records INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  has_root INTEGER NOT NULL,
  is_waiting INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  verdict TEXT,
  summary TEXT,
  words TEXT
);
CREATE UNIQUE INDEX trace_change ON trace (change);
CREATE INDEX trace_waiting ON trace (last_ms) WHERE is_waiting = 1;
CREATE INDEX trace_outcome ON trace (outcome, place);
CREATE INDEX trace_verdict ON trace (verdict, place);
CREATE INDEX trace_time ON trace (first_ms);
CREATE TABLE part (
  trace INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  start INTEGER NOT NULL,
  length INTEGER NOT NULL,
  PRIMARY KEY (trace, segment, start)
) WITHOUT ROWID;
CREATE INDEX part_segment ON part (segment, trace);
CREATE TABLE tool (name TEXT NOT NULL, trace INTEGER NOT NULL, PRIMARY KEY (name, trace)) WITHOUT ROWID;
CREATE INDEX tool_trace ON tool (trace);
CREATE TABLE state (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
PRAGMA user_version = ${VERSION};`;

/** An open database, and whether it is empty because the one before could not be used. */
export interface OpenIndex {
  readonly database: Database;
  readonly isNew: boolean;
}

/**
 * Opens the database of the index; starts a new one where there is none, or where it is damaged. The caller holds the
 * lock of the project: a lock of the database was left by a process that was killed.
 */
export async function openIndex(path: string): Promise<OpenIndex> {
  const { default: sqlite } = (await import('node-sqlite3-wasm')) as unknown as {
    readonly default: { readonly Database: typeof Database };
  };
  rmSync(`${path}.lock`, { recursive: true, force: true });
  const known = tryOpen(() => new sqlite.Database(path));
  if (known !== null) return known;
  for (const ending of ['', '-journal', '-wal', '-shm'])
    rmSync(`${path}${ending}`, { force: true });
  rmSync(`${path}.lock`, { recursive: true, force: true });
  const database = new sqlite.Database(path);
  configure(database);
  database.exec(`BEGIN; ${SCHEMA} COMMIT;`);
  return { database, isNew: true };
}

/** The database as it is; null where it is empty, damaged, or of another version. */
function tryOpen(open: () => Database): OpenIndex | null {
  let database: Database | null = null;
  try {
    database = open();
    configure(database);
    const version = Number(database.get('PRAGMA user_version')?.['user_version']);
    if (version === VERSION && isWhole(database)) {
      setClean(database, false);
      return { database, isNew: false };
    }
  } catch {
    // Damaged: everything in it is in the log.
  }
  try {
    database?.close();
  } catch {
    // It could not be read, and is deleted.
  }
  return null;
}

/** A database that was closed is whole; looking through one that was not takes seconds for a million traces. */
function isWhole(database: Database): boolean {
  const [state] = database.all("SELECT value FROM state WHERE name = 'clean'");
  if (state?.['value'] === 1) return true;
  return database.get('PRAGMA quick_check(1)')?.['quick_check'] === 'ok';
}

/** Notes whether the database was closed. */
export function setClean(database: Database, isClean: boolean): void {
  database.exec(`INSERT OR REPLACE INTO state VALUES ('clean', ${isClean ? 1 : 0})`);
}

/** The log is what survives a power cut; the index only has to survive the end of this process. */
function configure(database: Database): void {
  database.exec(
    `PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = OFF;
     PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY;`,
  );
}
