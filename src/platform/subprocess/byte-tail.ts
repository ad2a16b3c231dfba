/** The last bytes of a stream as text, in bounded memory. */
export class ByteTail {
  readonly #longest: number;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(longest: number) {
    this.#longest = longest;
  }

  add(chunk: Buffer): void {
    const bytes = Buffer.concat([this.#bytes, chunk]);
    this.#bytes = Buffer.from(bytes.subarray(Math.max(0, bytes.length - this.#longest)));
  }

  /** A character that was cut at the front is shown as U+FFFD. */
  text(): string {
    return this.#bytes.toString('utf8');
  }
}
