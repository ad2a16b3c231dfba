const [UPPER_A, UPPER_Z] = [0x41, 0x5a];
/** From an upper to its lower case. */
const LOWER = 0x20;

/** A text that grows, in UTF-8. */
export class TextColumn {
  #bytes = Buffer.allocUnsafe(64 * 1024);
  length = 0;

  push(text: string): void {
    // A unit of UTF-16 is at most three bytes.
    this.#reserve(3 * text.length);
    this.length += this.#bytes.write(text, this.length);
  }

  /** Adds a part of other bytes in lower case; all of them are ASCII. */
  pushLowerCase(source: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    const bytes = this.#bytes;
    let { length } = this;
    for (let at = from; at < to; at += 1) {
      const byte = source[at] as number;
      bytes[length] = byte >= UPPER_A && byte <= UPPER_Z ? byte + LOWER : byte;
      length += 1;
    }
    this.length = length;
  }

  /** Adds a few bytes. */
  pushBytes(source: Uint8Array): void {
    this.#reserve(source.length);
    for (let at = 0; at < source.length; at += 1)
      this.#bytes[this.length + at] = source[at] as number;
    this.length += source.length;
  }

  #reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * needed);
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }

  toBuffer(): Buffer {
    return Buffer.copyBytesFrom(this.#bytes, 0, this.length);
  }
}
