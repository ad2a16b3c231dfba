const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Finds the end of a JSON value in a stream of bytes, by its brackets and quotes alone. */
export class ValueScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** Where the value ends (exclusive) when its next bytes are at `from`; -1 when the chunk ends first. */
  scan(chunk: Buffer, from: number): number {
    const end = chunk.length;
    let at = from;
    while (at < end) {
      if (this.#inString) {
        at = this.#skipString(chunk, at);
        if (at < 0) return -1;
        if (this.#depth === 0) return at;
      }
      for (; at < end; at++) {
        const byte = chunk[at]!;
        if (byte === QUOTE) {
          this.#inString = true;
          at += 1;
          break;
        }
        if (byte === 0x7b || byte === 0x5b) this.#depth += 1;
        else if (byte === 0x7d || byte === 0x5d) {
          // A closing bracket at depth 0 belongs to the value around a number or a word.
          if (this.#depth === 0) return at;
          this.#depth -= 1;
          if (this.#depth === 0) return at + 1;
        } else if (this.#depth === 0 && isDelimiter(byte)) return at;
      }
    }
    return -1;
  }

  /** Just behind the closing quote; -1 when the chunk ends first. */
  #skipString(chunk: Buffer, from: number): number {
    let at = from;
    if (this.#escaped && at < chunk.length) {
      this.#escaped = false;
      at += 1;
    }
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === QUOTE) {
        this.#inString = false;
        return at + 1;
      }
      if (byte === BACKSLASH) at += 1;
    }
    // The backslash was the last byte: what it escapes comes with the next chunk.
    this.#escaped = at > chunk.length;
    return -1;
  }
}

function isDelimiter(byte: number): boolean {
  return byte === 0x2c || byte === 0x3a || isBlank(byte);
}

/** Whether a byte is white space between JSON values. */
export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
