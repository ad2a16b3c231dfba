import { isJsonObject, type Json } from '#core';
import { countLines } from './count-lines.ts';
import { ElementSplitter } from './element-splitter.ts';
import { LineSplitter } from './line-splitter.ts';
import { type Container, ObjectScanner } from './object-scanner.ts';
import { parseRecord } from './parse-record.ts';
import { MAX_DOCUMENT_BYTES, RecordBuffer } from './record-buffer.ts';
import { strayByte, tooLong, tornTail } from './record-issue.ts';
import { readIssue } from './read-codes.ts';
import type { RecordSink, Splitter } from './record-sink.ts';
import { isBlank } from './value-scanner.ts';

const LF = 0x0a;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;

/**
 * A file that is a list of records, a record, a document that contains a list of records, or lines: its first bytes
 * decide. An object that ends on its first line means lines.
 */
export class DocumentSplitter implements Splitter {
  readonly #sink: RecordSink;
  readonly #container: Container | null;
  readonly #scanner: ObjectScanner;
  /** The first object, without its records. */
  readonly #object = new RecordBuffer();
  #state: 'before' | 'object' | 'list' | 'lines' | 'after' | 'ignored' = 'before';
  #line = 1;
  #isMultiline = false;
  /** How many lines of the first object ended before its records. */
  #feeds = 0;
  #lines: LineSplitter | null = null;
  #list: ElementSplitter | null = null;

  /** `isDocument` where the name of the file says so: an object on a single line may be long, then. */
  constructor(sink: RecordSink, container: Container | null, isDocument: boolean) {
    this.#sink = sink;
    this.#container = container;
    if (isDocument) this.#object.maxBytes = MAX_DOCUMENT_BYTES;
    this.#scanner = new ObjectScanner(container);
  }

  push(chunk: Buffer, offset: number): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#state === 'before') at = this.#begin(chunk, at, offset);
      else if (this.#state === 'object') at = this.#readObject(chunk, at);
      else if (this.#state === 'list') at = this.#readList(chunk, at, offset);
      else if (this.#state === 'after') at = this.#checkBlank(chunk, at, offset);
      else {
        this.#lines?.push(chunk.subarray(at), offset + at);
        return;
      }
    }
  }

  end(offset: number): void {
    if (this.#state === 'list') this.#list?.end(offset);
    if (this.#state === 'lines') this.#lines?.end();
    if (this.#state !== 'object') return;
    if (this.#list === null && !this.#isMultiline) this.#readOnAsLines().end();
    else this.#sink.error(tornTail({ file: this.#sink.file, offset: this.#object.offset }));
  }

  #begin(chunk: Buffer, at: number, offset: number): number {
    const byte = chunk[at];
    if (byte === LF) this.#line += 1;
    if (isBlank(byte)) return at + 1;
    if (byte === OPEN_LIST) {
      this.#list = new ElementSplitter(this.#sink, '', this.#line);
      this.#state = 'list';
      return at + 1;
    }
    this.#object.offset = offset + at;
    if (byte === OPEN_OBJECT) this.#state = 'object';
    else this.#readOnAsLines();
    return at;
  }

  #readList(chunk: Buffer, from: number, offset: number): number {
    const end = this.#list?.push(chunk, from, offset) ?? -1;
    if (end < 0) return chunk.length;
    this.#state = this.#object.length === 0 ? 'after' : 'object';
    // The closing bracket belongs to the object around the list.
    if (this.#state === 'object') this.#object.add(chunk, end - 1, end);
    return end;
  }

  #readObject(chunk: Buffer, from: number): number {
    const landmark = this.#scanner.scan(chunk, from);
    const end = landmark?.at ?? chunk.length;
    const feed = chunk.indexOf(LF, from);
    if (feed >= 0 && feed < end) {
      this.#isMultiline = true;
      this.#object.maxBytes = MAX_DOCUMENT_BYTES;
      if (this.#container !== null && this.#list === null)
        this.#feeds += countLines(chunk, feed, end);
    }
    this.#object.add(chunk, from, end);
    if (landmark?.kind === 'list') {
      const line = this.#line + this.#feeds;
      this.#list = new ElementSplitter(this.#sink, `/${this.#container?.key ?? ''}`, line);
      this.#state = 'list';
    } else if (landmark?.kind === 'end') this.#finishObject();
    return end;
  }

  #finishObject(): void {
    if (this.#list === null && !this.#isMultiline) {
      this.#readOnAsLines();
      return;
    }
    this.#state = 'after';
    const where = {
      file: this.#sink.file,
      startLine: this.#line,
      offset: this.#object.offset,
    };
    const { tooLong: isTooLong, maxBytes } = this.#object;
    const bytes = this.#object.take();
    if (isTooLong) this.#sink.error(tooLong(where, maxBytes));
    else {
      const sink = this.#list === null ? this.#sink : this.#frameSink(where.offset);
      parseRecord({ bytes, start: 0, end: bytes.length, ended: true }, where, sink);
    }
  }

  /** Receives the rest of a document without its records: it contains no record, but must be JSON. */
  #frameSink(offset: number): RecordSink {
    const { file } = this.#sink;
    const { key, except } = this.#container ?? { key: '', except: '' };
    return {
      file,
      value: (value: Json) => {
        if (!isJsonObject(value) || !Object.hasOwn(value, except)) return;
        const message = `a document has either ${key} or ${except}, not both`;
        this.#sink.error(readIssue('TRACE_SCHEMA', message, { where: { file, offset } }));
      },
      // Offsets inside it are not offsets of the file.
      error: (issue) => this.#sink.error({ ...issue, where: { file, offset } }),
    };
  }

  #checkBlank(chunk: Buffer, at: number, offset: number): number {
    const byte = chunk[at]!;
    if (isBlank(byte)) return at + 1;
    const where = { file: this.#sink.file, offset: offset + at };
    this.#sink.error({
      ...strayByte(byte, 'end', where),
      hint: 'write several records of a file one per line, or as a list',
    });
    this.#state = 'ignored';
    return chunk.length;
  }

  #readOnAsLines(): LineSplitter {
    this.#state = 'lines';
    this.#lines = new LineSplitter(this.#sink, this.#line, this.#object);
    return this.#lines;
  }
}
