/** A set of ASCII characters, looked up by code. */
export type CharClass = Uint8Array;

function charClass(characters: string): CharClass {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

const DIGITS = '0123456789';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ALPHANUMERIC = `${DIGITS}${CAPITALS}${CAPITALS.toLowerCase()}`;
const WORD = `${ALPHANUMERIC}_`;

export const ALPHANUMERIC_CHARS: CharClass = charClass(ALPHANUMERIC);
/** Word characters and the hyphen: what most keys consist of. */
export const KEY_CHARS: CharClass = charClass(`${WORD}-`);
/** The characters of base64 in both alphabets. */
export const BASE64_CHARS: CharClass = charClass(`${WORD}-+/=`);
/** The characters of an HTTP credential. */
export const CREDENTIAL_CHARS: CharClass = charClass(`${WORD}-.~+/=`);
export const UPPER_CHARS: CharClass = charClass(`${DIGITS}${CAPITALS}`);
export const WORD_CHARS: CharClass = charClass(WORD);
export const EMAIL_CHARS: CharClass = charClass(`${WORD}-.%+`);
export const HOST_CHARS: CharClass = charClass(`${WORD}-.`);
export const PEM_CHARS: CharClass = charClass(`${WORD}+/=-:., \n\r\t\\`);

export function isIn(table: CharClass, code: number): boolean {
  return code < 128 && table[code] === 1;
}

/** Whether a text has a run of so many characters of a class. Looks from the end of a run, and so passes over most texts. */
export function hasRun(text: string, table: CharClass, length: number): boolean {
  for (let end = length - 1; end < text.length;) {
    let at = end;
    while (at > end - length && isIn(table, text.charCodeAt(at))) at--;
    if (at === end - length) return true;
    end = at + length;
  }
  return false;
}

/** Where runs of a class end. The last run is remembered, so that a text is passed over once. */
export class Runs {
  readonly #text: string;
  readonly #table: CharClass;
  #start = 0;
  #end = 0;

  constructor(text: string, table: CharClass) {
    this.#text = text;
    this.#table = table;
  }

  /** The end of the run that contains this place, or the place itself where there is none. */
  endAt(place: number): number {
    if (place >= this.#start && place < this.#end) return this.#end;
    let end = place;
    while (end < this.#text.length && isIn(this.#table, this.#text.charCodeAt(end))) end++;
    this.#start = place;
    this.#end = end;
    return end;
  }
}
