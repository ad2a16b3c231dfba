import { isUtf8 } from 'node:buffer';
import { findInvalidUtf8 } from '../records/find-invalid-utf8.ts';

const NOTHING = Buffer.alloc(0);

/** Checks that a stream of bytes is UTF-8, also where a character is spread over chunks. */
export class Utf8Checker {
  /** The beginning of a character that the next chunk completes. */
  #carry = NOTHING;
  #offset = 0;

  /** Where the stream stops being UTF-8; null while it is. */
  push(chunk: Buffer): number | null {
    const bytes = this.#carry.length === 0 ? chunk : Buffer.concat([this.#carry, chunk]);
    const start = this.#offset - this.#carry.length;
    this.#offset += chunk.length;
    this.#carry = NOTHING;
    if (isUtf8(bytes)) return null;
    const invalid = findInvalidUtf8(bytes, 0, bytes.length);
    if (invalid === null) return null;
    if (!invalid.cut) return start + invalid.at;
    this.#carry = Buffer.from(bytes.subarray(invalid.at));
    return null;
  }

  /** Where the stream stopped being UTF-8 by ending inside a character; null when it did not. */
  end(): number | null {
    return this.#carry.length === 0 ? null : this.#offset - this.#carry.length;
  }
}
