import { BASE64_CHARS, isIn } from './char-class.ts';
import type { Span } from './replace-spans.ts';

const MIN_LENGTH = 32;
/** How much of a word decides whether it is random: a picture in base64 has millions of characters. */
const LOOKED_AT = 256;
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
    if (at - start >= MIN_LENGTH && looksRandom(text.slice(start, Math.min(at, start + LOOKED_AT))))
      yield [start, at];
    start = at + 1;
  }
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
