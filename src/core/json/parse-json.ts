import { parseNumberToken } from './number-token.ts';
import { parseJsonCarefully } from './parse-json-carefully.ts';
import { MAX_JSON_DEPTH, type ParsedJson } from './parsed-json.ts';

/**
 * Parses JSON text without losing anything silently: repeated keys, numbers beyond doubles and deep nesting are
 * faults, and numbers that a double would change keep their digits. Never throws.
 */
export function parseJson(text: string): ParsedJson {
  // The runtime's parser is several times faster than any of ours but drops digits and repeated keys without a
  // word. One scan before it and one walk after it decide whether it could have done so.
  const colons = countColons(text);
  if (colons >= 0) {
    let value: NativeJson | undefined;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    // Each colon outside a string is one written member; fewer kept members means a repeated key.
    if (value !== undefined && !hasInheritedMembers() && countMembers(value) === colons) {
      return { ok: true, value };
    }
  }
  return parseJsonCarefully(text);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;

/** The number of colons outside strings, or -1 when the text needs the careful parser. */
function countColons(text: string): number {
  const end = text.length;
  let colons = 0;
  let depth = 0;
  let at = 0;
  while (at < end) {
    const unit = text.charCodeAt(at++);
    if (unit === QUOTE) {
      const quote = text.indexOf('"', at);
      at = text.charCodeAt(quote - 1) === BACKSLASH ? afterString(text, at, quote) : quote + 1;
      if (at === 0) return -1;
    } else if (unit === 0x3a) {
      colons += 1;
    } else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return -1;
    } else if (unit === 0x7d || unit === 0x5d) {
      depth -= 1;
    } else if ((unit >= 0x30 && unit <= 0x39) || unit === MINUS) {
      const start = at - 1;
      let power = end;
      let point = end;
      for (; at < end; at++) {
        const next = text.charCodeAt(at);
        if (next >= 0x30 && next <= 0x39) continue;
        if (next === 0x65 || next === 0x45) power = at;
        else if (next === 0x2e) point = at;
        else if (next !== 0x2b && next !== 0x2d) break;
      }
      // The careful parser notes which numbers are written like 1.0.
      if (isWholeFloat(text, start, point, power, at)) return -1;
      // At most 15 digits and a power of at most two are what the runtime's parser reads exactly, but for -0.
      const mayBeZero = unit === MINUS && text.charCodeAt(start + 1) === 0x30;
      const isOdd = mayBeZero || at - start > 15 || at - power > 3;
      if (isOdd && !isReadExactly(text, start, at)) return -1;
    }
  }
  return colons;
}

/** Whether a number is whole and written with a fraction or a power, such as `1.0`. What it lacks is behind its end. */
function isWholeFloat(
  text: string,
  start: number,
  point: number,
  power: number,
  end: number,
): boolean {
  if (power < end) return Number.isInteger(Number(text.slice(start, end)));
  if (point >= end) return false;
  for (let at = point + 1; at < end; at++) if (text.charCodeAt(at) !== 0x30) return false;
  return true;
}

/** Where the text goes on after a string that starts at `at` and has a quote behind a backslash; 0 when it never ends. */
function afterString(text: string, at: number, quote: number): number {
  for (let end = quote; end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (end - slashes > at && text.charCodeAt(end - slashes - 1) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  return 0;
}

/** Whether the runtime's parser makes of a number what we make of it. */
function isReadExactly(text: string, start: number, end: number): boolean {
  const token = text.slice(start, end);
  return Object.is(parseNumberToken(token), Number(token));
}

/** What the runtime's parser makes. */
type NativeJson = null | boolean | number | string | NativeJson[] | { [key: string]: NativeJson };

/** How many object members a value holds at all depths; its depth is known to be within the limit. */
function countMembers(value: NativeJson): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item);
    return count;
  }
  // Plain for-in is the cheapest walk there is; the caller made sure that it meets own members only.
  for (const key in value) {
    count += 1;
    const member = value[key]!;
    if (typeof member === 'object') count += countMembers(member);
  }
  return count;
}

const EMPTY = {};

/** Whether someone put an enumerable member on `Object.prototype`, which for-in would count with every object. */
function hasInheritedMembers(): boolean {
  for (const key in EMPTY) return key in EMPTY;
  return false;
}
