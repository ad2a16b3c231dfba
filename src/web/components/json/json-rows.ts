/** A JSON value as rows of a tree, in columns: they are sent between threads. */
export interface JsonRows {
  readonly count: number;
  readonly depths: Uint16Array;
  /** The row after the last one inside of each row. */
  readonly ends: Uint32Array;
  /** The key or place of each row; empty for the outermost. */
  readonly keys: readonly string[];
  /** The value in a line; of a list or an object how many parts it has. */
  readonly texts: readonly string[];
}

/** The rows that are shown while some are closed. */
export function visibleRows(
  { count, ends }: Pick<JsonRows, 'count' | 'ends'>,
  closed: ReadonlySet<number>,
): Uint32Array {
  const rows = new Uint32Array(count);
  let length = 0;
  for (let row = 0; row < count; row = closed.has(row) ? (ends[row] ?? count) : row + 1) {
    rows[length] = row;
    length += 1;
  }
  return rows.subarray(0, length);
}
