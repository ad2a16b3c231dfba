import type { CallsOfRow, CallTable } from './call-table.ts';

/** What differs between databases. */
export interface Dialect {
  /** As `--dialect` takes it. */
  readonly id: 'clickhouse' | 'postgres';
  /** A text as a literal; null where no column can contain it. */
  text(value: string): string | null;
  /** The number of rows of a group that meet a condition. */
  countIf(condition: string): string;
  /** The number of all rows of a group. */
  readonly count: string;
  /** The number of distinct texts, or less: two of them may be taken for one. */
  countDistinct(text: string): string;
  /** The number of items of arrays that meet a condition over `ITEM`. */
  countItems(lists: ItemLists, condition: string): string;
  /** The sum of a number over the rows of a group that meet a condition. */
  sumIf(number: string, condition: string | null): string;
  /** A SELECT of every call: `run`, `tool`, `server`, `failed` (0 or 1), and `n`, the calls of its run. */
  selectCalls(table: CallTable): string;
  /** A SELECT of the `tool` and `server` of the calls of a record, with further columns; equal rows may be left out. */
  selectNames(record: CallsOfRow, rows: NamedRows): string;
  /** A value as text. */
  asText(value: string): string;
  /** An array as JSON; absent ones as empty text. */
  listText(list: string): string;
  /** What orders rows by the bytes of a text. */
  byBytes(text: string): string;
  /** A number where a condition holds, and otherwise another. */
  choose(condition: string, then: string, otherwise: string): string;
}

/** The arrays of a row that lists calls. */
interface ItemLists {
  readonly tools: string;
  readonly servers: string | null;
}

/** The rows that names are selected from, and what is selected of each row beside them. */
interface NamedRows {
  readonly from: string;
  readonly where: string | null;
  readonly columns: readonly (readonly [name: string, expression: string])[];
}

/** The names of an item within the condition of `countItems`. */
export const ITEM = { tool: '_tool', server: '_server' } as const;
