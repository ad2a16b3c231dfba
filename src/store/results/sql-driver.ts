/** A value that SQLite and PostgreSQL keep alike. */
export type SqlValue = string | number | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** A database that understands the statements of the result store. */
export interface SqlDriver {
  /** Executes one statement, whose parameters are `$1`, `$2`, …; repeats it where the connection broke. */
  query(sql: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** The same for a statement that is used again and again: the database parses it once. */
  repeat(sql: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** The condition that a column is one of the whole numbers in a parameter, which has commas between them. */
  isOneOf(column: string, parameter: string): string;
  /** The time of the database in milliseconds, as an expression. */
  readonly now: string;
  close(): Promise<void>;
}
