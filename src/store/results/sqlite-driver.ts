import { rmSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from 'node-sqlite3-wasm';
import { makeFolder } from '#platform';
import { dirname } from 'node:path';
import type { SqlDriver, SqlRow, SqlValue } from './sql-driver.ts';

/** A lock is held for one statement: one that is older was left by a process that was killed. */
const STALE_LOCK_MS = 10_000;
const MAX_WAIT_MS = 60_000;
const STEP_MS = 20;

/** SQLite in a file, which several processes of one machine may use. */
export async function openSqlite(path: string): Promise<SqlDriver> {
  const { default: sqlite } = (await import('node-sqlite3-wasm')) as unknown as {
    readonly default: { readonly Database: typeof Database };
  };
  makeFolder(dirname(path));
  const database = await patiently(path, () => new sqlite.Database(path));
  const query: SqlDriver['query'] = (sql, values) =>
    patiently(path, () => execute(database, sql, values));
  return {
    query,
    repeat: query,
    isOneOf: (column, parameter) =>
      `${column} IN (SELECT value FROM json_each('[' || ${parameter} || ']'))`,
    now: `CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)`,
    close: async () => {
      database.close();
    },
  };
}

function execute(database: Database, sql: string, values: readonly SqlValue[]): readonly SqlRow[] {
  const text = sql.replaceAll(/\$(\d+)/g, '?$1');
  return database.all(text, [...values]) as unknown as readonly SqlRow[];
}

/** Waits for other processes, and removes the lock of one that was killed. */
async function patiently<T>(path: string, action: () => T): Promise<T> {
  const end = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return action();
    } catch (error) {
      const isBusy = error instanceof Error && /locked|busy/i.test(error.message);
      if (!isBusy || performance.now() > end) throw error;
    }
    removeStaleLock(`${path}.lock`);
    await wait(STEP_MS);
  }
}

function removeStaleLock(lock: string): void {
  const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (made !== undefined && Date.now() - made > STALE_LOCK_MS)
    rmSync(lock, { recursive: true, force: true });
}
