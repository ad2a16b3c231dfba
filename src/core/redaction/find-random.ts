import { BASE64_CHARS, isIn } from './char-class.ts';
import type { Span } from './replace-spans.ts';

const MIN_LENGTH = 32;
/** How much of a word decides whether it is random: a picture in base64 has millions of characters. */
const LOOKED_AT = 256;
/** The address in front of a word: scheme, host and the parts of the path before a dot. */
const MAX_URL_HEAD = 256;
/** A hash that says so, as lock files and integrity attributes have. */
const HASH = /^sha(?:1|256|384|512)[-=]/;
const MIN_BITS = 4.2;
/** Changes between capitals, small letters and digits, per character: random words have twice as many as names. */
const MIN_CHANGES = 0.32;
/** Names seldom have so many numbers in them; random words of this length nearly always. */
const MANY_NUMBERS = 4;
const MIN_CHANGES_WITH_NUMBERS = 0.2;

/** Long words that look like keys: random, and without the words that names consist of. */
export function* findRandom(text: string): Generator<Span> {
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && isIn(BASE64_CHARS, text.charCodeAt(at))) continue;
    if (at - start >= MIN_LENGTH) yield* randomParts(text, start, at);
    start = at + 1;
  }
}

/** The word, or of an address the random ones among its parts: `/` is a character of base64, too. */
function* randomParts(text: string, start: number, end: number): Generator<Span> {
  const head = text.slice(start, Math.min(end, start + LOOKED_AT));
  if (HASH.test(head)) return;
  if (!isInUrl(text, start)) {
    if (looksRandom(head)) yield [start, end];
    return;
  }
  let from = start;
  for (let at = start; at <= end; at++) {
    if (at < end && text[at] !== '/') continue;
    const part = text.slice(from, Math.min(at, from + LOOKED_AT));
    if (at - from >= MIN_LENGTH && looksRandom(part)) yield [from, at];
    from = at + 1;
  }
}

/** Whether a place is behind the `://` of an address, with no blank between. */
function isInUrl(text: string, place: number): boolean {
  const before = text.slice(Math.max(0, place - MAX_URL_HEAD), place);
  return before.includes('//') && /:\/\/[^\s"'<>]*$/.test(before.slice(before.lastIndexOf('://')));
}

/** Whether a long word is more like a key than like a name, a path, a number or a hash in hexadecimal. */
function looksRandom(word: string): boolean {
  const seen = [0, 0, 0, 0];
  const counts = new Map<number, number>();
  let changes = 0;
  let numbers = 0;
  let before = 3;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    const kind = kindOf(code);
    seen[kind]!++;
    // Separators, and a capital in front of its word, do not count: names have them.
    if (kind !== before && before !== 3 && kind !== 3 && !(before === 1 && kind === 0)) changes++;
    if (kind === 2 && before !== 2) numbers++;
    before = kind;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  if (seen[0] === 0 || seen[1] === 0 || seen[2] === 0) return false;
  const least = numbers >= MANY_NUMBERS ? MIN_CHANGES_WITH_NUMBERS : MIN_CHANGES;
  if (changes / word.length < least) return false;
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / word.length) * Math.log2(count / word.length);
  return bits >= MIN_BITS;
}

/** 0 small letters, 1 capitals, 2 digits, 3 the rest. */
function kindOf(code: number): 0 | 1 | 2 | 3 {
  if (code >= 97 && code <= 122) return 0;
  if (code >= 65 && code <= 90) return 1;
  return code >= 48 && code <= 57 ? 2 : 3;
}
