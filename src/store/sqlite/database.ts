/** What a column can contain. */
export type SqlValue = string | number | bigint | null | Uint8Array;

export type Row = Readonly<Record<string, SqlValue>>;

/** A prepared statement; values are bound by place. */
export interface Statement {
  run(...values: readonly SqlValue[]): { readonly changes: number };
  get(...values: readonly SqlValue[]): Row | undefined;
  all(...values: readonly SqlValue[]): readonly Row[];
}

/** An open SQLite database: the part of two drivers that is alike. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** Does something in one transaction, which takes the write lock at once: a later upgrade could fail. */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
