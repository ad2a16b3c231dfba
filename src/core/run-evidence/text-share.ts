import type { Json } from '../json/json.ts';
import { cutJson } from './cut-json.ts';
import { jsonBytes, jsonTextBytes } from './json-bytes.ts';

/** A shorter beginning of a text says nothing. */
const MIN_BYTES = 16;

/** A text or a value of the evidence, and how many bytes it may have. */
export class TextShare {
  readonly #value: Json;
  readonly #bytes: number;
  /** What is written beside the value where it is there at all: its key, a comma. */
  readonly #overhead: number;
  #share = 0;

  constructor(value: Json, overhead: number) {
    this.#value = value;
    this.#overhead = overhead;
    this.#bytes = typeof value === 'string' ? jsonTextBytes(value) : jsonBytes(value);
  }

  /** Lets it have up to so many bytes in all, as far as there are some left; returns how many it takes more. */
  grow(bytes: number, left: number): number {
    const overhead = this.#share === 0 ? this.#overhead : 0;
    const target = Math.min(this.#bytes, bytes);
    const more = Math.min(target - this.#share, left - overhead);
    const least = this.#share === 0 ? Math.min(MIN_BYTES, this.#bytes) : 1;
    if (more < least) return 0;
    this.#share += more;
    return more + overhead;
  }

  get isCut(): boolean {
    return this.#share < this.#bytes;
  }

  /** The value in its share; undefined where it has none. */
  get value(): Json | undefined {
    if (!this.isCut) return this.#value;
    return this.#share === 0 ? undefined : (cutJson(this.#value, this.#share) ?? undefined);
  }
}
