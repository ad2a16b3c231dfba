/** A table of calls as statements see it: SQL expressions over its rows. */
export interface CallTable {
  /** What follows FROM: a table, or a SELECT of the rows that count. */
  readonly from: string;
  /** What selects rows; null: all. */
  readonly where: string | null;
  /** The id of the run of a row. */
  readonly id: string;
  /** Whether each row is a run; otherwise rows with the same id are one. */
  readonly isRun: boolean;
  /** Where calls are; of several records of the same calls the first that a run has counts. */
  readonly calls: readonly CallsOfRow[];
  /** Rows of which only a reader can say what they mean: a run with such a row is in doubt. */
  readonly doubts: readonly string[];
  /** Aggregates over the rows of a run, by name, and the conditions over them of runs that are in doubt. */
  readonly gathered: readonly (readonly [name: string, aggregate: string])[];
  readonly runDoubts: readonly string[];
  /** A condition over these aggregates: other groups of rows are not runs; null: all are. */
  readonly runs: string | null;
  /** A condition over these aggregates of runs that are recorded in part; null: none are. */
  readonly partial: string | null;
  /** Where rows list the tools that a run was offered; null where that is not recorded. */
  readonly offers: OffersOfRow | null;
}

/** The calls of rows: each row that meets `where` is one, or lists several in arrays. */
export interface CallsOfRow {
  readonly shape: 'row' | 'list';
  readonly where: string | null;
  readonly tool: string;
  readonly server: string | null;
  /** A condition of calls that failed; null where that is not recorded, and for lists. */
  readonly failed: string | null;
}

/** The offered tools of rows: each row that meets `where` lists them in an array of text. */
interface OffersOfRow {
  readonly where: string;
  readonly list: string;
}
