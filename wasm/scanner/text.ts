// Blanks, strings, numbers and words. Each takes the place where something begins and answers the place behind it, or 0
// where the line must be left to the reference. None of them ever passes a line feed.

export const QUOTE: u32 = 0x22;
export const BACKSLASH: u32 = 0x5c;
export const COMMA: u32 = 0x2c;
export const COLON: u32 = 0x3a;
export const OPEN_LIST: u32 = 0x5b;
export const CLOSE_LIST: u32 = 0x5d;
export const OPEN_OBJECT: u32 = 0x7b;
export const CLOSE_OBJECT: u32 = 0x7d;

/** Set when a string had an escape; whoever cares clears it before. */
export let hadEscape: bool = false;
export function clearEscape(): void {
  hadEscape = false;
}

/** The byte at the next place that is not blank; `skipBlanks` finds that place. */
// @ts-ignore: decorator
@inline
export function skipBlanks(at: usize): usize {
  return load<u8>(at) > 0x20 ? at : skipMoreBlanks(at);
}

function skipMoreBlanks(from: usize): usize {
  let at = from;
  while (true) {
    const byte: u32 = load<u8>(at);
    if (byte != 0x20 && byte != 0x09 && byte != 0x0d) return at;
    at++;
  }
}

/** Which of 16 bytes end a string, start an escape or may not stand in one. */
// @ts-ignore: decorator
@inline
export function specials(at: usize): i32 {
  const bytes = v128.load(at);
  return i8x16.bitmask(
    v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
    ),
  );
}

/** The closing quote of a string whose first byte stands at `from`. */
// @ts-ignore: decorator
@inline
export function stringEnd(from: usize): usize {
  const found = specials(from);
  if (found == 0) return longStringEnd(from + 16);
  const at = from + ctz(found);
  return load<u8>(at) == QUOTE ? at : longStringEnd(at);
}

/** The same from a place inside of it on, which is not inside an escape. */
function longStringEnd(from: usize): usize {
  let at = from;
  while (true) {
    let found = specials(at);
    while (found == 0) {
      at += 16;
      found = specials(at);
    }
    at += ctz(found);
    const byte: u32 = load<u8>(at);
    if (byte == QUOTE) return at;
    if (byte != BACKSLASH) return 0;
    hadEscape = true;
    const letter: u32 = load<u8>(at, 1);
    if (letter == 0x75) {
      if (!isHex(at + 2) || !isHex(at + 3) || !isHex(at + 4) || !isHex(at + 5)) return 0;
      at += 6;
    } else {
      if (!isEscape(letter)) return 0;
      at += 2;
    }
  }
}

function isHex(at: usize): bool {
  const byte: u32 = load<u8>(at);
  return byte - 0x30 < 10 || (byte | 0x20) - 0x61 < 6;
}

/** One of `"\/bfnrt`. */
function isEscape(letter: u32): bool {
  return (
    letter == 0x22 || letter == 0x5c || letter == 0x2f || letter == 0x62 || letter == 0x66 ||
    letter == 0x6e || letter == 0x72 || letter == 0x74
  );
}

// @ts-ignore: decorator
@inline
export function isDigit(byte: u32): bool {
  return byte - 0x30 < 10;
}

/** A number that every parser can hold: at most 100 characters, a power of at most two digits. */
export function numberEnd(from: usize): usize {
  let at = from;
  if (load<u8>(at) == 0x2d) at++;
  const first: u32 = load<u8>(at);
  if (!isDigit(first)) return 0;
  at++;
  if (first != 0x30) at = digitsEnd(at);
  let next: u32 = load<u8>(at);
  if (next == 0x2e) {
    if (!isDigit(load<u8>(++at))) return 0;
    at = digitsEnd(at);
    next = load<u8>(at);
  }
  if ((next | 0x20) == 0x65) {
    const sign: u32 = load<u8>(++at);
    if (sign == 0x2b || sign == 0x2d) at++;
    const power = at;
    at = digitsEnd(at);
    if (at == power || at - power > 2) return 0;
  }
  return at - from > 100 ? 0 : at;
}

// @ts-ignore: decorator
@inline
function digitsEnd(from: usize): usize {
  let at = from;
  while (isDigit(load<u8>(at))) at++;
  return at;
}

/** `true`, `false` or `null`. */
export function wordEnd(at: usize): usize {
  const four: u32 = load<u32>(at);
  if (four == 0x6c6c756e || four == 0x65757274) return at + 4;
  return four == 0x736c6166 && load<u8>(at, 4) == 0x65 ? at + 5 : 0;
}

/** Behind a `null`. */
export function nullEnd(at: usize): usize {
  return load<u32>(at) == 0x6c6c756e ? at + 4 : 0;
}

/** Text or null. */
export function textOrNull(at: usize): usize {
  if (load<u8>(at) != QUOTE) return nullEnd(at);
  const end = stringEnd(at + 1);
  return end == 0 ? 0 : end + 1;
}

/** A number or null. */
export function numberOrNull(at: usize): usize {
  return load<u8>(at) == 0x6e ? nullEnd(at) : numberEnd(at);
}
