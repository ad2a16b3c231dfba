import { CREDENTIAL_CHARS, Runs } from './char-class.ts';
import type { Span } from './replace-spans.ts';

const SCHEME =
  /(?<![\w-])(authorization\\{0,3}["']?\s{0,3}[=:]\s{0,3}\\{0,3}["']?)?(?:Bearer|Basic)\s{1,5}/gi;
/** A word of a language has no digit, and no capital letter after a small one: `Basic Economy.` is not a secret. */
const NOT_A_WORD = /\d|[a-z][A-Z]|=$/;
const NAMED =
  /(?:password|passwd|passphrase|api[_-]?key|access[_-]?token|auth[_-]?token|refresh[_-]?token|client[_-]?secret|secret[_-]?key|private[_-]?key|authorization)\\{0,3}["']?\s{0,3}[=:]\s{0,3}(\\{0,3}["'])?/gi;
const SCHEME_WORD = /^(?:Bearer|Basic)\s/i;
const UNQUOTED_END = /[\s"',;&}]/;
const MAX_QUOTED = 300;
const URL_PASSWORD = /:\/\/[^\s/:@]{0,200}:([^\s/@]{1,200})@/g;

/** What follows `Bearer` or `Basic`. */
export function* findCredentials(text: string): Generator<Span> {
  const runs = new Runs(text, CREDENTIAL_CHARS);
  for (const match of text.matchAll(SCHEME)) {
    const start = match.index + match[0].length;
    const end = runs.endAt(start);
    if (end - start < 8) continue;
    const isHeader = match[1] !== undefined;
    if (isHeader || NOT_A_WORD.test(text.slice(start, Math.min(end, start + 512))))
      yield [start, end];
  }
}

/** What follows `password=` and the like: up to the closing quote, or to the end of the word. */
export function* findNamed(text: string): Generator<Span> {
  let done = 0;
  for (const match of text.matchAll(NAMED)) {
    const start = match.index + match[0].length;
    if (start < done) continue;
    if (SCHEME_WORD.test(text.slice(start, start + 8))) continue;
    const end = endOfValue(text, start, match[1] ?? null);
    done = end;
    if (end - start >= 3) yield [start, end];
  }
}

function endOfValue(text: string, start: number, quote: string | null): number {
  if (quote !== null) {
    const close = text.slice(start, start + MAX_QUOTED).indexOf(quote);
    if (close !== -1) return start + close;
  }
  let end = start;
  while (end < text.length && !UNQUOTED_END.test(text[end]!)) end++;
  return end;
}

/** The password of an address: `postgres://user:password@host`. */
export function* findUrlPasswords(text: string): Generator<Span> {
  for (const match of text.matchAll(URL_PASSWORD)) {
    const end = match.index + match[0].length - 1;
    yield [end - match[1]!.length, end];
  }
}
