import { isUtf8 } from 'node:buffer';
import type { Place } from '#core';
import { parseRecord, parseText } from './parse-record.ts';
import { RecordBuffer } from './record-buffer.ts';
import { tooLong } from './record-issue.ts';
import type { RecordSink, Splitter } from './record-sink.ts';
import { isBlank } from './value-scanner.ts';

const LF = 0x0a;
const CR = 0x0d;

/** One record per line. Lines end at byte 0x0A only; blank lines are skipped. */
export class LineSplitter implements Splitter {
  readonly #sink: RecordSink;
  /** The line that has not ended yet. */
  #carry: RecordBuffer;
  #line: number;

  /** `line` and `carry` continue where another reader stopped. */
  constructor(sink: RecordSink, line = 1, carry: RecordBuffer = new RecordBuffer()) {
    this.#sink = sink;
    this.#line = line;
    this.#carry = carry;
  }

  push(chunk: Buffer, offset: number): void {
    let start = 0;
    let end = chunk.indexOf(LF);
    if (end >= 0 && this.#carry.length > 0) {
      this.#carry.add(chunk, 0, end);
      this.#finishCarry(true);
      start = end + 1;
      end = chunk.indexOf(LF, start);
    }
    // A check of the whole chunk is cheaper than a check per line; a line feed is never inside a character.
    const clean = end >= 0 && isUtf8(chunk.subarray(start, chunk.lastIndexOf(LF) + 1));
    while (end >= 0) {
      this.#finishLine(chunk, start, end, offset + start, clean, true);
      start = end + 1;
      end = chunk.indexOf(LF, start);
    }
    if (this.#carry.length === 0) this.#carry.offset = offset + start;
    this.#carry.add(chunk, start, chunk.length);
  }

  end(): void {
    if (this.#carry.length > 0) this.#finishCarry(false);
  }

  #finishCarry(ended: boolean): void {
    const { offset, tooLong: isTooLong, maxBytes } = this.#carry;
    const bytes = this.#carry.take();
    // The first record may have been taken for a document, which may be longer than lines.
    this.#carry = new RecordBuffer();
    if (isTooLong) {
      this.#sink.error(tooLong(this.#place(offset), maxBytes));
      this.#line += 1;
    } else this.#finishLine(bytes, 0, bytes.length, offset, false, ended);
  }

  #finishLine(
    bytes: Buffer,
    start: number,
    lineEnd: number,
    offset: number,
    clean: boolean,
    ended: boolean,
  ): void {
    const end = bytes[lineEnd - 1] === CR && lineEnd > start ? lineEnd - 1 : lineEnd;
    let first = start;
    while (first < end && isBlank(bytes[first])) first += 1;
    if (first < end) {
      const parse = clean ? parseText : parseRecord;
      parse({ bytes, start, end, ended }, this.#place(offset), this.#sink);
    }
    this.#line += 1;
  }

  #place(offset: number): Place {
    return { file: this.#sink.file, line: this.#line, offset };
  }
}
