import { type ReadFailure, readIssue } from './read-codes.ts';
import { detectEncoding, HEAD_BYTES } from './detect-encoding.ts';

const NOTHING = Buffer.alloc(0);

/** Looks at the first bytes of a file: drops a byte order mark, and refuses what is not UTF-8 text. */
export class TextStart {
  readonly #file: string;
  /** The first bytes while there are too few of them; null once they were looked at. */
  #head: Buffer | null = NOTHING;
  /** How many bytes were dropped. */
  skipped = 0;
  /** Why the file cannot be read; all its bytes are dropped then. */
  issue: ReadFailure | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  /** Returns the bytes to continue with; empty until the start of the file is decoded. */
  push(chunk: Buffer): Buffer {
    if (this.issue !== null) return NOTHING;
    if (this.#head === null) return chunk;
    const head = Buffer.concat([this.#head, chunk]);
    if (head.length >= HEAD_BYTES) return this.#look(head);
    this.#head = head;
    return NOTHING;
  }

  /** The bytes that were held back, when the file ends. */
  end(): Buffer {
    return this.#head === null ? NOTHING : this.#look(this.#head);
  }

  #look(head: Buffer): Buffer {
    this.#head = null;
    const encoding = detectEncoding(head);
    if (encoding.ok) {
      this.skipped = encoding.skip;
      return head.subarray(encoding.skip);
    }
    const message = `this is ${encoding.name}, not UTF-8 text`;
    const where = { file: this.#file, offset: 0 };
    this.issue = readIssue('ENCODING_UNSUPPORTED', message, { where, hint: encoding.advice });
    return NOTHING;
  }
}
