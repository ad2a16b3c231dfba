import type { Json, JsonObject, ToolRef } from '#core';

/** What holds the rows: a database, whose dialect SQL is written in, or a Parquet file. */
export type Engine = 'clickhouse' | 'postgres' | 'parquet';

/** The columns of a table with their types, as its engine writes them. */
export type Columns = ReadonlyMap<string, string>;

/** A column that a mapping uses. */
export interface NeededColumn {
  readonly name: string;
  /** What it is for, for people: `the run`. */
  readonly use: string;
  /** What its type must look like in a database; absent where any type will do. */
  readonly type?: RegExp;
}

/**
 * Where the calls of a run are. SQL expressions over the columns of a row; null where the store does not record it.
 *
 * - `row`: each row that meets `where` is one call.
 * - `list`: each row that meets `where` lists calls: `tool`, `arguments` and `id` are arrays of the same length.
 */
export interface CallRows {
  readonly shape: 'row' | 'list';
  readonly where: string;
  readonly tool: string;
  readonly server: string | null;
  readonly arguments: string | null;
  /** Whether the call failed, as 0 or 1. For a list: whether the row failed. */
  readonly failed: string | null;
}

/** Where rows list the tools that a run was offered. SQL expressions over the columns of a row. */
export interface OfferedRows {
  /** The column of them, with its type: without it the store does not record them. */
  readonly column?: NeededColumn;
  /** The rows that list them. */
  readonly where: string;
  /** An array of text: names, or definitions. */
  readonly list: string;
  /** The tools that an item of the list is about; null where it cannot be read. */
  read(this: void, item: string): readonly ToolRef[] | null;
}

/** How statements count the runs of a store without reading them. */
export interface CountedRows {
  /** Whether each row is a run; otherwise the rows of a run have its id in common. */
  readonly isRun: boolean;
  /** The test that a run names, as an expression; null where none does. */
  readonly test: string | null;
  /** The case that a run names, as an expression; absent where none does. */
  readonly case?: string;
  /** Columns that must be text, and those that must be arrays of text: others are for the reader to check. */
  readonly texts?: readonly string[];
  readonly lists?: readonly string[];
  /** Conditions of rows of which only the reader can say what they mean: their runs are not counted. */
  readonly doubts: readonly string[];
  /** Optional columns that statements need. */
  readonly needs?: readonly string[];
  /** What is gathered over the rows of a run, by name: aggregates for `runDoubts`. */
  readonly gathered?: readonly (readonly [name: string, aggregate: string])[];
  /** Conditions over what was gathered: such runs are not counted either. */
  readonly runDoubts?: readonly string[];
  /** A condition over what was gathered: other groups of rows are not runs, and are skipped. */
  readonly runs?: string;
  /** A condition over what was gathered: of such runs only a part is recorded. */
  readonly partial?: string;
  /** Absent where the store does not record it. */
  readonly offers?: OfferedRows;
}

/** How a store replaces rows: of the rows with equal `key` the one with the greatest `version` counts. */
interface Replacement {
  readonly key: readonly string[];
  readonly version: string;
  /** A column that is not 0 in a row that deletes; null without one. */
  readonly deleted: string | null;
}

/** The trace formats that records of stores are in. `call-rows` are rows that are a call each. */
type StoreFormat = 'otlp' | 'langfuse' | 'opik' | 'openinference' | 'native' | 'call-rows';

/** What is known of a table of traces: plain data, and one function from a row to a record of a trace format. */
export interface WarehouseStore {
  /** As `?store=` takes it. */
  readonly id: string;
  /** Its name for people. */
  readonly title: string;
  /** The dialect of its expressions. Parquet files with the same columns are read by the same mapping. */
  readonly engine: 'clickhouse' | 'postgres';
  /** The usual names of its table. */
  readonly tables: readonly string[];
  /** Columns that distinguish it from the other stores. */
  readonly signature: readonly NeededColumn[];
  /** Columns without which its rows cannot be read. They include those of the signature. */
  readonly required: readonly NeededColumn[];
  /** Columns that are read where the table has them. */
  readonly optional: readonly string[];
  /** The rows that belong together, their order, and how they are selected. */
  readonly row: {
    /** The id of the run, as text. */
    readonly run: string;
    /** The column of the start. */
    readonly time: string;
    /** What orders rows with equal starts, as text. */
    readonly id: string;
    /** What `?project=` selects; null where nothing does. */
    readonly project: string | null;
    /** What makes runs with equal ids different, as text: the tenant; null where ids are enough. */
    readonly scope: string | null;
  };
  /**
   * Joins after the table, with `{schema}` for its schema; empty for most. On PostgreSQL the table is called `base`.
   */
  readonly join: string;
  readonly calls: readonly CallRows[];
  /** Null where only the reader can say which calls its runs have. */
  readonly counted?: CountedRows;
  /** Null where rows are written once. */
  readonly replacement: Replacement | null;
  /** The trace format of its records, by id. */
  readonly format: StoreFormat;
  /**
   * Makes a record of a row of a run. Times are ISO 8601 text; absent columns are absent. `run` is empty for Parquet, where
   * nothing is joined.
   */
  toRecord(row: JsonObject, run: string): Json;
}
