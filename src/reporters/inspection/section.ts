import type { Column, Text } from '../document/index.ts';

/** A part of an inspection as a table. */
export interface Section {
  readonly title: string;
  /** A fault of the agent, something to look at, or a plain fact. */
  readonly tone: 'fail' | 'warning' | 'plain';
  /** Where there is room for one screen only: the column that a single line shows beside each name; null: a table. */
  readonly brief: number | null;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Text[])[];
  /** Where the first of each row is recorded, for a single line; absent where rows are not about single calls. */
  readonly examples?: readonly Text[];
  /** How many there are, with those that are not listed. */
  readonly total: number;
}
