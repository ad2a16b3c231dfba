import { ValueScanner } from './value-scanner.ts';

/** A member that contains the records of a document, and a member that marks the document as a record itself. */
export interface Container {
  readonly key: string;
  readonly except: string;
}

/** Where an object ends (exclusive), or where the requested list in it begins (behind its bracket). */
export interface ObjectLandmark {
  readonly kind: 'end' | 'list';
  readonly at: number;
}

const OPEN_LIST = 0x5b;
const CLOSE_OBJECT = 0x7d;
const COLON = 0x3a;
const MAX_KEY_BYTES = 64;

/** Follows the members of an object through a stream of bytes, only to find a list among them. */
export class ObjectScanner {
  readonly #listKey: string | null;
  readonly #exceptKey: string | null;
  readonly #scanner = new ValueScanner();
  #isOpen = false;
  #inToken = false;
  /** The raw text of the last token, and of the key whose value comes next. */
  #token = '';
  #key = '';
  #mayHoldList = true;

  /** A document whose `except` comes before its `key` is not a container. */
  constructor(container: Container | null) {
    this.#listKey = container === null ? null : `"${container.key}"`;
    this.#exceptKey = container === null ? null : `"${container.except}"`;
  }

  /** Continues at `from`, inside the object; null when the chunk ends first. */
  scan(chunk: Buffer, from: number): ObjectLandmark | null {
    let at = from;
    if (!this.#isOpen && at < chunk.length) {
      this.#isOpen = true;
      at += 1;
    }
    while (at < chunk.length) {
      if (this.#inToken) {
        at = this.#readToken(chunk, at);
        continue;
      }
      const byte = chunk[at]!;
      if (byte === CLOSE_OBJECT) return { kind: 'end', at: at + 1 };
      if (byte === OPEN_LIST && this.#isList()) return { kind: 'list', at: at + 1 };
      if (byte === COLON) this.#key = this.#token;
      if (isBetweenTokens(byte)) at += 1;
      else {
        this.#inToken = true;
        this.#token = '';
      }
    }
    return null;
  }

  /** Whether the list that opens here is the requested list; only the first is. */
  #isList(): boolean {
    if (this.#key === this.#exceptKey) this.#mayHoldList = false;
    const isList = this.#mayHoldList && this.#key === this.#listKey;
    if (isList) this.#mayHoldList = false;
    return isList;
  }

  #readToken(chunk: Buffer, from: number): number {
    const tokenEnd = this.#scanner.scan(chunk, from);
    let end = tokenEnd < 0 ? chunk.length : tokenEnd;
    // A byte that cannot begin a token becomes a token, so that the parser reports it.
    if (end === from && this.#token === '') end += 1;
    if (this.#token.length < MAX_KEY_BYTES) {
      this.#token += chunk.toString('latin1', from, Math.min(end, from + MAX_KEY_BYTES));
    }
    if (tokenEnd >= 0) this.#inToken = false;
    return end;
  }
}

function isBetweenTokens(byte: number): boolean {
  return byte === COLON || byte === 0x2c || byte <= 0x20;
}
