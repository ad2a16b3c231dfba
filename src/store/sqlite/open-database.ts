import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '#core';
import { makeFolder, writeFailure } from '#platform';
import { storeError } from '../codes.ts';
import { type Database, inTransaction } from './database.ts';
import { loadDriver } from './load-driver.ts';

/** The statements that lead from each version of a schema to the next; the first makes an empty database. */
export type Migrations = readonly string[];

/** How long a writer waits for another process. */
const BUSY_MS = 5000;

/** Opens a database and brings its schema up to date. Throws a UserError where the file cannot be used. */
export async function openDatabase(path: string, migrations: Migrations): Promise<Database> {
  const driver = await loadDriver();
  try {
    makeFolder(dirname(path));
  } catch (error) {
    throw new UserError([writeFailure(error, path)]);
  }
  let database: Database | null = null;
  try {
    database = driver(path);
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    database.exec(`PRAGMA journal_mode = ${journalMode(database, dirname(path))}`);
    // Acknowledged data survives a crash of the process; `FULL` also that of the machine.
    database.exec('PRAGMA synchronous = FULL');
    migrate(database, migrations, path);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof UserError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw storeError('STORE_DATABASE', `this database cannot be used: ${reason}`, {
      where: { file: path },
    });
  }
}

function migrate(database: Database, migrations: Migrations, path: string): void {
  const versionNow = (): number =>
    Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  const latest = migrations.length;
  if (versionNow() === latest) return;
  inTransaction(database, () => {
    // Another process may have done it while this one waited for the lock.
    const version = versionNow();
    if (version > latest)
      throw storeError('STORE_NEWER', 'this database was written by a newer version of whichtool', {
        where: { file: path },
      });
    for (const statements of migrations.slice(version)) database.exec(statements);
    database.exec(`PRAGMA user_version = ${latest}`);
  });
}

/** A log beside the file needs shared memory on one host, and a version without the fault of earlier ones. */
function journalMode(database: Database, folder: string): 'WAL' | 'DELETE' {
  const version = String(database.prepare('SELECT sqlite_version() AS version').get()?.['version']);
  return isAtLeast(version, MIN_WAL_VERSION) && !isRemote(folder) ? 'WAL' : 'DELETE';
}

const MIN_WAL_VERSION = [3, 51, 3] as const;

/** Whether a version such as `3.53.2` is at least this one. */
export function isAtLeast(version: string, minimum: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  for (const [i, needed] of minimum.entries()) {
    const part = parts[i] ?? 0;
    if (part !== needed) return part > needed;
  }
  return true;
}

/** Types of file systems of other hosts, as Linux numbers them: NFS, SMB, CIFS, SMB2, 9p, FUSE. */
const REMOTE_TYPES: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546,
]);

function isRemote(folder: string): boolean {
  try {
    return REMOTE_TYPES.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}
