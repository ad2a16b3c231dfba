import type { Place } from '#core';
import { nativeFormat } from './formats/native/index.ts';
import type { TraceRecord } from './reader.ts';
import { LineSplitter } from './records/line-splitter.ts';
import type { RecordSink } from './records/record-sink.ts';
import type { Assembler } from './trace-format.ts';

/** Bytes of a file of lines: whole lines, or a part of a long one. */
export interface LineBytes {
  readonly bytes: Buffer;
  /** Their offset in the file. */
  readonly offset: number;
  /** The number of the first line. */
  readonly line: number;
}

const LF = 0x0a;

/** Parses lines of a file as native traces. */
export class NativeLines {
  /** How many records were parsed, and how many of them are not traces. */
  records = 0;
  bad = 0;
  readonly #sink: RecordSink;
  readonly #assembler: Assembler;
  readonly #linesBefore: () => number;
  /** Joins the parts of a long line. */
  #long: LineSplitter | null = null;

  /** Lines are numbered from the start of a range; `linesBefore` counts those before it, and is called only when a place is read. */
  constructor(file: string, linesBefore: () => number, use: (record: TraceRecord) => void) {
    this.#linesBefore = linesBefore;
    const give = (record: TraceRecord): void => {
      if (record.kind === 'error') this.bad += 1;
      use(record);
    };
    this.#assembler = nativeFormat.open({
      trace: (trace, where) => give({ kind: 'trace', trace, where }),
      error: (issue) => give({ kind: 'error', issue }),
      warn: (issue) => give({ kind: 'warning', issue }),
    });
    this.#sink = {
      file,
      value: (value, where) => {
        this.records += 1;
        this.#assembler.add(value, this.#place(where));
      },
      error: (issue) => {
        this.records += 1;
        const where = issue.where === null ? null : { ...this.#place(issue.where) };
        give({ kind: 'error', issue: { ...issue, where } });
      },
    };
  }

  push({ bytes, offset, line }: LineBytes): void {
    const splitter = this.#long ?? new LineSplitter(this.#sink, line);
    splitter.push(bytes, offset);
    this.#long = bytes.at(-1) === LF ? null : splitter;
  }

  /** Parses a last line without a line feed. */
  end(): void {
    this.#long?.end();
  }

  /** A place whose line counts from the start of the file. */
  #place(where: Place): Place {
    const { file, line, ...rest } = where;
    const count = (): number => this.#linesBefore() + (line ?? 0);
    const place = Object.defineProperty({ file, line: 0 }, 'line', {
      get: count,
      enumerable: true,
    });
    return Object.assign(place, rest) as Place;
  }
}
