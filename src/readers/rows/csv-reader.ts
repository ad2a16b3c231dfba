import type { Parser, parse as ParseCsv } from 'csv-parse';
import { type ReadFailure, readIssue } from '../records/read-codes.ts';
import type { RowRecord } from '../reader.ts';
import { MAX_RECORD_BYTES } from '../records/record-buffer.ts';
import { invalidUtf8 } from '../records/record-issue.ts';
import { TextStart } from '../records/text-start.ts';
import { CsvTable } from './csv-table.ts';
import { detectDelimiter } from './detect-delimiter.ts';
import { Utf8Checker } from './utf8-checker.ts';

const LINE_FEED = 0x0a;
/** A file whose first line is longer is divided by what is found so far. */
const MAX_HEADER = 65_536;

/** Turns the bytes of a CSV file, in chunks of any size, into rows. */
export class CsvReader {
  readonly #file: string;
  readonly #parse: typeof ParseCsv;
  readonly #table: CsvTable;
  readonly #start: TextStart;
  readonly #checker = new Utf8Checker();
  #rowOffset = 0;
  /** Line ends in cells that the parser counted as two. */
  #countedTwice = 0;
  /** Made when the first line was read, which says what divides the cells. */
  #parser: Parser | null = null;
  #firstLine = Buffer.alloc(0);

  private constructor(file: string, parse: typeof ParseCsv) {
    this.#file = file;
    this.#table = new CsvTable(file);
    this.#start = new TextStart(file);
    this.#parse = parse;
  }

  #open(start: Buffer): Parser {
    const parser = this.#parse({
      delimiter: detectDelimiter(start),
      record_delimiter: ['\r\n', '\n'],
      // Rows with too few or too many cells are reported individually.
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD_BYTES,
      on_record: (cells: string[], context) => {
        this.#table.add(
          cells,
          this.#lineOf(cells, context.lines),
          this.#start.skipped + this.#rowOffset,
        );
        this.#rowOffset = context.bytes;
        // Rows do not go through the stream: an error would drop the rows that wait in it.
        return null;
      },
    });
    // The error is checked after each chunk; without a listener it would end the process.
    parser.on('error', () => {});
    parser.resume();
    return parser;
  }

  /** The line in which a row begins. The parser counts up to its end, and CRLF in a quoted cell as two lines. */
  #lineOf(cells: readonly string[], counted: number): number {
    const breaks = cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
    this.#countedTwice += cells.reduce((sum, cell) => sum + cell.split('\r\n').length - 1, 0);
    return counted - this.#countedTwice - breaks;
  }

  /** Loads the parser, which costs time, only when there is a CSV file to read. */
  static async open(file: string): Promise<CsvReader> {
    const { parse } = await import('csv-parse');
    return new CsvReader(file, parse);
  }

  /** Parses a chunk; returns why it cannot be parsed. */
  push(chunk: Buffer): ReadFailure | null {
    const bytes = this.#start.push(chunk);
    if (this.#start.issue !== null) return this.#start.issue;
    return this.#write(bytes);
  }

  /** Parses the rest; returns why it cannot be parsed. */
  async end(): Promise<ReadFailure | null> {
    const issue = this.#write(this.#start.end()) ?? this.#start.issue;
    if (issue !== null) return issue;
    const cut = this.#checker.end();
    if (cut !== null) return this.#encodingIssue(cut);
    const parser = this.#parser ?? this.#begin();
    parser.end();
    const { finished } = await import('node:stream/promises');
    await finished(parser).catch(() => {});
    return this.#parserIssue();
  }

  /** The rows since the last call. */
  take(): RowRecord[] {
    return this.#table.take();
  }

  #write(bytes: Buffer): ReadFailure | null {
    if (bytes.length === 0) return null;
    const invalid = this.#checker.push(bytes);
    if (invalid !== null) return this.#encodingIssue(invalid);
    // The parser keeps the rest of a chunk, whose memory is reused.
    if (this.#parser !== null) this.#parser.write(Buffer.from(bytes));
    else {
      this.#firstLine = Buffer.concat([this.#firstLine, bytes]);
      if (bytes.includes(LINE_FEED) || this.#firstLine.length > MAX_HEADER) this.#begin();
    }
    return this.#parserIssue();
  }

  #begin(): Parser {
    this.#parser = this.#open(this.#firstLine);
    this.#parser.write(this.#firstLine);
    return this.#parser;
  }

  #encodingIssue(at: number): ReadFailure {
    return invalidUtf8({ file: this.#file, offset: this.#start.skipped + at });
  }

  #parserIssue(): ReadFailure | null {
    const error = this.#parser?.errored ?? null;
    if (error === null) return null;
    const line =
      'lines' in error && typeof error.lines === 'number'
        ? { line: error.lines - this.#countedTwice }
        : {};
    const message = `this is not CSV from here on: ${error.message}`;
    return readIssue('CSV_ROW', message, { where: { file: this.#file, ...line } });
  }
}
