import type { Json, Place } from '#core';
import { type ReadFailure, readIssue } from '../records/read-codes.ts';
import type { RowRecord } from '../reader.ts';
import { parseCell } from './parse-cell.ts';

/** Makes records of the rows of a CSV file, whose first row names the columns. */
export class CsvTable {
  readonly #file: string;
  #columns: readonly string[] | null = null;
  #records: RowRecord[] = [];
  /** Whether the header cannot be used; the rows below it are left alone then. */
  #isBroken = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Adds a row with its line and byte offset. */
  add(cells: readonly string[], line: number, offset: number): void {
    const where = { file: this.#file, line, offset };
    if (this.#isBroken) return;
    if (this.#columns === null) this.#setColumns(cells, where);
    else this.#records.push(readRow(this.#columns, cells, where));
  }

  /** The records since the last call. */
  take(): RowRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  #setColumns(cells: readonly string[], where: Place): void {
    this.#columns = cells;
    const issue = checkHeader(cells, where);
    if (issue === null) return;
    this.#isBroken = true;
    this.#records.push({ kind: 'error', issue });
  }
}

function checkHeader(names: readonly string[], where: Place): ReadFailure | null {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (name.trim() === '') {
      return readIssue('CSV_HEADER', `column ${index + 1} has no name`, { where });
    }
    if (seen.has(name))
      return readIssue('CSV_HEADER', `two columns are called "${name}"`, { where });
    seen.add(name);
  }
  return null;
}

function readRow(columns: readonly string[], cells: readonly string[], where: Place): RowRecord {
  if (cells.length !== columns.length) {
    const message = `this row has ${cells.length} cells, the header has ${columns.length}`;
    const hint = 'put a cell with a comma or a line break in double quotes';
    return { kind: 'error', issue: readIssue('CSV_ROW', message, { where, hint }) };
  }
  const members: [string, Json][] = [];
  for (const [index, column] of columns.entries()) {
    const cell = parseCell(column, cells[index] ?? '');
    if (!cell.ok) {
      const message = `in column "${column}" ${cell.message}`;
      return { kind: 'error', issue: readIssue(cell.code, message, { where, hint: cell.hint }) };
    }
    if (cell.value !== undefined) members.push([column, cell.value]);
  }
  // Unlike assignment, this also creates a member called `__proto__`.
  return { kind: 'row', value: Object.fromEntries(members), where };
}
