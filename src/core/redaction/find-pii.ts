import { EMAIL_CHARS, HOST_CHARS, isIn } from './char-class.ts';
import type { Span } from './replace-spans.ts';

const MAX_LOCAL = 64;
const MAX_HOST = 255;
const HOST = /^[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/;
const CARD = /(?<![\w.+\]-])[2-6]\d{3}(?:[ -]?\d){9,15}(?![\w-])/g;
const INTERNATIONAL = /(?<![\w+\]])(?:\+|(?<!\d )00)[1-9](?:[ ().-]{0,2}\d){7,14}(?![\w-])/g;
const NORTH_AMERICAN =
  /(?<![\w.+\]-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}(?![\w-])/g;
const NATIONAL = /(?<![\w.,:+\]-]|\d )\(?0\d{1,4}\)?[ /-]\d{2,8}(?:[ -]\d{2,8}){0,4}(?![\w-])/g;

/** `01-15-2024` and `15 01 2024` are dates. */
const DATE = /^(?:0[1-9]|[12]\d|3[01])[ /-](?:0[1-9]|[12]\d|3[01])[ /-](?:19|20)\d{2}$/;

/** E-mail addresses. `git@host` is the address of a repository. */
export function* findEmails(text: string): Generator<Span> {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > 0 && at - start < MAX_LOCAL && isIn(EMAIL_CHARS, text.charCodeAt(start - 1)))
      start--;
    let end = at + 1;
    while (end - at <= MAX_HOST && isIn(HOST_CHARS, text.charCodeAt(end))) end++;
    const host = HOST.exec(text.slice(at + 1, end));
    if (text.slice(start, at) === 'git') continue;
    if (start < at && host !== null && /[A-Za-z]{2}/.test(host[0]))
      yield [start, at + 1 + host[0].length];
  }
}

/** Card numbers: 13 to 19 digits whose checksum is right. */
export function* findCards(text: string): Generator<Span> {
  for (const { index, 0: number } of text.matchAll(CARD))
    if (isCard(number)) yield [index, index + number.length];
}

/** Whether digits, with blanks or hyphens between them, are a card number. */
export function isCard(number: string): boolean {
  const digits = number.replace(/[ -]/g, '');
  return /^[2-6]\d{12,18}$/.test(digits) && hasChecksum(digits);
}

/** The Luhn checksum. */
function hasChecksum(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Phone numbers: with a country code, or written in groups. */
export function* findPhones(text: string): Generator<Span> {
  const spans: Span[] = [];
  for (const pattern of [INTERNATIONAL, NORTH_AMERICAN, NATIONAL])
    for (const { index, 0: number } of text.matchAll(pattern)) {
      const digits = number.replace(/\D/g, '').length;
      if (digits >= 8 && digits <= 15 && !DATE.test(number))
        spans.push([index, index + number.length]);
    }
  yield* spans.sort(([a, b], [c, d]) => a - c || d - b);
}
