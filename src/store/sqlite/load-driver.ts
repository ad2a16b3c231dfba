import { storeError } from '../codes.ts';
import type { Database, Row, SqlValue, Statement } from './database.ts';

/** Opens a database file. */
export type Driver = (path: string) => Database;

/** The part of `node:sqlite` that is used. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => NativeDatabase;
}

/** What the databases of both drivers have in common. */
interface NativeDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): NativeStatement;
  close(): unknown;
}

interface NativeStatement {
  run(...values: readonly SqlValue[]): { readonly changes: number | bigint };
  get(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): unknown;
}

/** The driver of this installation: SQLite is part of Node from 22.14 on, and an optional package before. */
export async function loadDriver(): Promise<Driver> {
  const builtIn = process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined;
  if (builtIn !== undefined) return (path) => wrap(new builtIn.DatabaseSync(path));
  try {
    const { default: Constructor } = await import('better-sqlite3');
    return (path) => wrap(new Constructor(path) as unknown as NativeDatabase);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    throw storeError(
      'STORE_SQLITE',
      `SQLite is not part of Node ${process.versions.node}: ${reason}`,
      {
        hint: 'use Node 22.14 or later, or npm install better-sqlite3@12',
      },
    );
  }
}

function wrap(native: NativeDatabase): Database {
  return {
    exec: (sql) => void native.exec(sql),
    prepare: (sql) => wrapStatement(native.prepare(sql)),
    close: () => void native.close(),
  };
}

function wrapStatement(native: NativeStatement): Statement {
  return {
    run: (...values) => ({ changes: Number(native.run(...values).changes) }),
    get: (...values) => native.get(...values) as Row | undefined,
    all: (...values) => native.all(...values) as readonly Row[],
  };
}
