import type { Place } from '#core';
import { countLines } from './count-lines.ts';
import { parseRecord } from './parse-record.ts';
import { RecordBuffer } from './record-buffer.ts';
import { strayByte, tooLong, tornTail } from './record-issue.ts';
import type { RecordSink } from './record-sink.ts';
import { isBlank, ValueScanner } from './value-scanner.ts';

const LF = 0x0a;
const COMMA = 0x2c;
const CLOSE = 0x5d;

/** The items of a JSON list, each a record, split without keeping the list in memory. */
export class ElementSplitter {
  readonly #sink: RecordSink;
  readonly #pointer: string;
  readonly #scanner = new ValueScanner();
  readonly #buffer = new RecordBuffer();
  #inValue = false;
  #index = 0;
  #next: 'first' | 'value' | 'separator' = 'first';
  /** The line of the next byte, and of the record that has begun. */
  #line: number;
  #startLine = 0;

  /** `pointer` is the JSON pointer of the list, `line` the line where it begins. */
  constructor(sink: RecordSink, pointer: string, line: number) {
    this.#sink = sink;
    this.#pointer = pointer;
    this.#line = line;
  }

  /** The line that was reached. */
  get line(): number {
    return this.#line;
  }

  /**
   * Continues at `from`, behind the opening bracket; returns where the list ends (exclusive), or -1 when it continues.
   */
  push(chunk: Buffer, from: number, offset: number): number {
    let at = from;
    while (at < chunk.length) {
      const byte = chunk[at]!;
      if (this.#inValue) at = this.#readValue(chunk, at);
      else if (isBlank(byte)) {
        if (byte === LF) this.#line += 1;
        at += 1;
      } else if (byte === COMMA) {
        if (this.#next !== 'separator') this.#stray(byte, 'value', offset + at);
        this.#next = 'value';
        at += 1;
      } else if (byte === CLOSE) {
        if (this.#next === 'value') this.#stray(byte, 'value', offset + at);
        return at + 1;
      } else {
        if (this.#next === 'separator') this.#stray(byte, 'item', offset + at);
        this.#inValue = true;
        this.#buffer.offset = offset + at;
        this.#startLine = this.#line;
      }
    }
    return -1;
  }

  /** Called when the file ends inside the list. */
  end(offset: number): void {
    this.#sink.error(tornTail(this.#place(this.#inValue ? this.#buffer.offset : offset)));
  }

  /** Continues inside a value; returns where the chunk continues after it. */
  #readValue(chunk: Buffer, from: number): number {
    const valueEnd = this.#scanner.scan(chunk, from);
    this.#line += countLines(chunk, from, valueEnd < 0 ? chunk.length : valueEnd);
    if (valueEnd < 0) {
      this.#buffer.add(chunk, from, chunk.length);
      return chunk.length;
    }
    // A byte that cannot begin a value is a bad record.
    const isStray = valueEnd === from && this.#buffer.length === 0;
    const end = isStray ? from + 1 : valueEnd;
    this.#finishValue(chunk, from, end);
    return end;
  }

  #finishValue(chunk: Buffer, from: number, end: number): void {
    const buffer = this.#buffer;
    const where = this.#place(buffer.offset);
    if (buffer.length === 0) {
      parseRecord({ bytes: chunk, start: from, end, ended: true }, where, this.#sink);
    } else {
      buffer.add(chunk, from, end);
      const long = buffer.tooLong;
      const bytes = buffer.take();
      if (long) this.#sink.error(tooLong(where, buffer.maxBytes));
      else parseRecord({ bytes, start: 0, end: bytes.length, ended: true }, where, this.#sink);
    }
    this.#inValue = false;
    this.#index += 1;
    this.#next = 'separator';
  }

  #place(offset: number): Place {
    const { file } = this.#sink;
    const startLine = this.#inValue ? this.#startLine : this.#line;
    return { file, startLine, offset, pointer: `${this.#pointer}/${this.#index}` };
  }

  #stray(byte: number, expected: 'value' | 'item', offset: number): void {
    this.#sink.error(strayByte(byte, expected, { file: this.#sink.file, offset }));
  }
}
