import type { JsonRows } from './json-rows.ts';

/** Longer values are cut: a row is a line. */
const MAX_TEXT = 500;

/** The rows of a text that is a JSON list or object; null for any other. Numbers keep their digits. */
export function scanJson(text: string): JsonRows | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    // The engine's parser decides what is JSON; the scanner below may rely on it.
    JSON.parse(text);
  } catch {
    return null;
  }
  return new JsonScanner(text).scan();
}

/** Reads valid JSON from left to right. It does not recurse: nesting may be deep. */
class JsonScanner {
  readonly #text: string;
  readonly #depths: number[] = [];
  readonly #ends: number[] = [];
  readonly #keys: string[] = [];
  readonly #texts: string[] = [];
  /** The open lists and objects: their rows, and how many parts each has so far. */
  readonly #open: { readonly row: number; readonly isList: boolean; parts: number }[] = [];
  #at = 0;
  #key = '';

  constructor(text: string) {
    this.#text = text;
  }

  scan(): JsonRows {
    for (this.#skip(); this.#at < this.#text.length; this.#skip()) this.#token();
    return {
      count: this.#depths.length,
      depths: Uint16Array.from(this.#depths),
      ends: Uint32Array.from(this.#ends),
      keys: this.#keys,
      texts: this.#texts,
    };
  }

  #token(): void {
    const sign = this.#text[this.#at];
    if (sign === '{' || sign === '[') {
      const row = this.#add('');
      this.#open.push({ row, isList: sign === '[', parts: 0 });
      this.#at += 1;
    } else if (sign === '}' || sign === ']') {
      this.#close();
      this.#at += 1;
    } else if (sign === ',') this.#at += 1;
    else this.#scalar();
  }

  #scalar(): void {
    const isText = this.#text[this.#at] === '"';
    const literal = isText ? this.#string() : this.#word();
    this.#skip();
    if (isText && this.#text[this.#at] === ':') {
      this.#key = cut(JSON.parse(literal) as string);
      this.#at += 1;
    } else this.#add(cut(literal));
  }

  #add(text: string): number {
    const parent = this.#open.at(-1);
    const key = parent === undefined ? '' : parent.isList ? String(parent.parts) : this.#key;
    if (parent !== undefined) parent.parts += 1;
    this.#depths.push(Math.min(this.#open.length, 0xffff));
    this.#keys.push(key);
    this.#texts.push(text);
    this.#ends.push(this.#depths.length);
    return this.#depths.length - 1;
  }

  #close(): void {
    const closed = this.#open.pop();
    if (closed === undefined) return;
    const { row, isList, parts } = closed;
    this.#ends[row] = this.#depths.length;
    this.#texts[row] = `${isList ? '[…]' : '{…}'} ${parts}`;
  }

  #string(): string {
    const start = this.#at;
    let end = start + 1;
    while (this.#text[end] !== '"') end += this.#text[end] === '\\' ? 2 : 1;
    this.#at = end + 1;
    return this.#text.slice(start, this.#at);
  }

  #word(): string {
    const start = this.#at;
    while (this.#at < this.#text.length && !/[\s,\]}]/.test(this.#text[this.#at] ?? ','))
      this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? 'x')) this.#at += 1;
  }
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
