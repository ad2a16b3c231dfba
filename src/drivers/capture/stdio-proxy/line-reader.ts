const LINE_FEED = 10;

/** Cuts a stream of bytes into lines without their line feeds. Empty lines are skipped; of too long ones only the end is reported. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #report: (line: string | null) => void;
  #parts: Buffer[] = [];
  #bytes = 0;

  /** `report` gets each line when its line feed is read, and null for one of more than `maxBytes`. */
  constructor(maxBytes: number, report: (line: string | null) => void) {
    this.#maxBytes = maxBytes;
    this.#report = report;
  }

  read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#add(chunk.subarray(start, end));
      this.#end();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
  }

  #add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) this.#parts.push(part);
  }

  #end(): void {
    const isKept = this.#bytes <= this.#maxBytes;
    if (this.#bytes > 0) this.#report(isKept ? Buffer.concat(this.#parts).toString('utf8') : null);
    this.#parts = [];
    this.#bytes = 0;
  }
}
