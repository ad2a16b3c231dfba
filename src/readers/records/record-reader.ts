import { DocumentSplitter } from './document-splitter.ts';
import { LineSplitter } from './line-splitter.ts';
import type { Container } from './object-scanner.ts';
import type { RecordSink, Splitter } from './record-sink.ts';
import { TextStart } from './text-start.ts';

const LINES = /\.(?:jsonl|ndjson)$/i;
const DOCUMENT = /\.json$/i;

/** Splits the bytes of a file, in chunks of any size, into records. */
export class RecordReader {
  readonly #sink: RecordSink;
  readonly #splitter: Splitter;
  readonly #start: TextStart;
  #count = 0;

  constructor(path: string, container: Container | null, sink: RecordSink) {
    this.#sink = sink;
    this.#start = new TextStart(sink.file);
    this.#splitter = LINES.test(path)
      ? new LineSplitter(sink)
      : new DocumentSplitter(sink, container, DOCUMENT.test(path));
  }

  /** Reads on; the chunk's memory is the caller's again afterwards. */
  push(chunk: Buffer): void {
    const bytes = this.#start.push(chunk);
    if (bytes.length === 0) return;
    this.#splitter.push(bytes, this.#start.skipped + this.#count);
    this.#count += bytes.length;
  }

  end(): void {
    const bytes = this.#start.end();
    if (bytes.length > 0) this.#splitter.push(bytes, this.#start.skipped);
    if (this.#start.issue === null)
      this.#splitter.end(this.#start.skipped + this.#count + bytes.length);
    else this.#sink.error(this.#start.issue);
  }
}
