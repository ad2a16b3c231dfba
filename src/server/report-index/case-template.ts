import { type CaseReport, searchTextOf } from '#core';
import type { TextColumn } from './text-column.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BLANK = 0x20;
const DELETE = 0x7f;

const ID = /^([^]*?"id"\s*:\s*")[^"\\]*("[^]*)$/;
const ID_AND_WHERE = /^([^]*?"id"\s*:\s*")[^"\\]*("[^]*?"where"\s*:\s*")[^"\\]*("[^]*)$/;

/** Texts that a template is checked with. */
const [OTHER_ID, OTHER_WHERE] = ['(id)', '(where)'];

/**
 * The bytes of a parsed case around the texts that differ between cases of one form: the id, and where the run was
 * recorded. What has the same bytes around other plain texts is the same case with these, and needs no parser.
 */
export class CaseTemplate {
  readonly form: number;
  readonly #parts: readonly Uint8Array[];
  /** What is around the id and the place in the text that a search looks at. */
  readonly #searched: readonly [Uint8Array, Uint8Array, Uint8Array];
  /** Where the texts of the last match begin and end. */
  readonly #from: [number, number] = [0, 0];
  readonly #to: [number, number] = [0, 0];

  private constructor(
    form: number,
    parts: readonly string[],
    searched: readonly [string, string, string],
  ) {
    this.form = form;
    this.#parts = parts.map((part) => Buffer.from(part, 'latin1'));
    const [before, between, after] = searched;
    this.#searched = [Buffer.from(before), Buffer.from(between), Buffer.from(after)];
  }

  /** The template of a case and of the bytes that it was parsed of; null where it has none. */
  static learn(bytes: Buffer, sample: CaseReport, form: number): CaseTemplate | null {
    const { evidence } = sample;
    const pattern = evidence === undefined ? ID : ID_AND_WHERE;
    const parts = pattern.exec(bytes.toString('latin1'))?.slice(1);
    if (parts === undefined) return null;
    const id = OTHER_ID;
    const other =
      evidence === undefined
        ? { ...sample, id }
        : { ...sample, id, evidence: { ...evidence, where: OTHER_WHERE } };
    if (!isTextOf(parts, other)) return null;
    const searched = splitSearchText(other);
    return searched === null ? null : new CaseTemplate(form, parts, searched);
  }

  /** Where a case that begins at a place ends; -1 where it is not like this one. */
  match(bytes: Uint8Array, at: number, filled: number): number {
    const last = this.#parts.length - 1;
    let next = at;
    for (let place = 0; place <= last; place += 1) {
      const part = this.#parts[place] as Uint8Array;
      if (next + part.length > filled) return -1;
      for (let offset = 0; offset < part.length; offset += 1)
        if (bytes[next + offset] !== part[offset]) return -1;
      next += part.length;
      if (place === last) break;
      this.#from[place] = next;
      while (next < filled && isPlain(bytes[next] as number)) next += 1;
      this.#to[place] = next;
    }
    return next;
  }

  /** The id of the last match. */
  idIn(bytes: Buffer): string {
    return bytes.toString('latin1', this.#from[0], this.#to[0]);
  }

  /** Writes the text of the last match that a search looks at. */
  writeSearchText(bytes: Buffer, text: TextColumn): void {
    const [before, between, after] = this.#searched;
    text.pushBytes(before);
    text.pushLowerCase(bytes, this.#from[0], this.#to[0]);
    text.pushBytes(between);
    if (this.#parts.length > 2) text.pushLowerCase(bytes, this.#from[1], this.#to[1]);
    text.pushBytes(after);
  }
}

/** Whether a parser reads a case from parts with other texts between them. */
function isTextOf(parts: readonly string[], other: CaseReport): boolean {
  const [first, second = '', third = ''] = parts;
  const text = `${first}${OTHER_ID}${second}${parts.length < 3 ? '' : OTHER_WHERE}${third}`;
  try {
    const read = JSON.parse(Buffer.from(text, 'latin1').toString('utf8'));
    return JSON.stringify(read) === JSON.stringify(other);
  } catch {
    return false;
  }
}

function splitSearchText(other: CaseReport): readonly [string, string, string] | null {
  const [before, rest, ...more] = searchTextOf(other).split(OTHER_ID);
  if (before === undefined || rest === undefined || more.length > 0) return null;
  if (other.evidence === undefined) return [before, rest, ''];
  const [between, after, ...others] = rest.split(OTHER_WHERE);
  if (between === undefined || after === undefined || others.length > 0) return null;
  return [before, between, after];
}

/** Whether a byte of a JSON text is not escaped. */
function isPlain(byte: number): boolean {
  return byte >= BLANK && byte < DELETE && byte !== QUOTE && byte !== BACKSLASH;
}
