import type { Json } from '../json/json.ts';

/** How many bytes a value has as compact JSON in UTF-8. */
export function jsonBytes(value: Json): number {
  return utf8Bytes(JSON.stringify(value));
}

/** How many bytes a text has as JSON in UTF-8, with its quotes. */
export function jsonTextBytes(text: string): number {
  let bytes = 2;
  for (let i = 0; i < text.length; i += unitsAt(text, i)) bytes += bytesAt(text, i);
  return bytes;
}

// oxlint-disable-next-line no-control-regex -- all of ASCII
const BEYOND_ASCII = /[^\u0000-\u007f]/;

/** How many bytes a JSON text has in UTF-8. It never contains a lone surrogate: that is written as an escape. */
export function utf8Bytes(json: string): number {
  let bytes = json.length;
  if (!BEYOND_ASCII.test(json)) return bytes;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code < 0x80) continue;
    // Each unit of a pair has two of its four bytes.
    bytes += code < 0x800 || isSurrogate(code) ? 1 : 2;
  }
  return bytes;
}

const DOTS = '...';

/**
 * The text where it has at most so many bytes as JSON. Otherwise its longest beginning that fits with dots behind it, and
 * never ends inside a character; null where none does.
 */
export function cutText(text: string, bytes: number): string | null {
  let left = bytes - 2;
  let end = 0;
  for (let i = 0; i < text.length; i += unitsAt(text, i)) {
    if (left >= DOTS.length) end = i;
    left -= bytesAt(text, i);
    if (left < 0) return end === 0 ? null : `${text.slice(0, end)}${DOTS}`;
  }
  return text;
}

/** The bytes of the character at a place; a lone surrogate and most control characters are written as escapes. */
function bytesAt(text: string, i: number): number {
  const code = text.charCodeAt(i);
  if (code < 0x20) return SHORT_ESCAPES.has(code) ? 2 : 6;
  if (code < 0x80) return code === 0x22 || code === 0x5c ? 2 : 1;
  if (code < 0x800) return 2;
  if (!isSurrogate(code)) return 3;
  return unitsAt(text, i) === 2 ? 4 : 6;
}

/** Backspace, tab, line feed, form feed and carriage return. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

/** Whether the character at a place has one unit or two. */
function unitsAt(text: string, i: number): 1 | 2 {
  const code = text.charCodeAt(i);
  if (code < 0xd800 || code > 0xdbff) return 1;
  const next = text.charCodeAt(i + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}
