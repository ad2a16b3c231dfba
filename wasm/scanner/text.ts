// Blanks, strings, numbers and words. Each takes the place where something begins and returns the place behind it, or 0
// where the line must be left to the reference. None of them ever passes a line feed.

import { AMOUNT, noteSlot, NUMBER, TEXT } from './patterns';

export const QUOTE: u32 = 0x22;
const BACKSLASH: u32 = 0x5c;
export const COMMA: u32 = 0x2c;
export const COLON: u32 = 0x3a;
export const OPEN_LIST: u32 = 0x5b;
export const CLOSE_LIST: u32 = 0x5d;
export const OPEN_OBJECT: u32 = 0x7b;
export const CLOSE_OBJECT: u32 = 0x7d;

/** Set when a string had an escape; the caller clears it before. */
export let hadEscape: bool = false;
export function clearEscape(): void {
  hadEscape = false;
}

/** The byte at the next place that is not blank; `skipBlanks` finds that place. */
// @inline
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

/** 16 quotes, backslashes and last control characters: compilers build such constants anew each time, loading them is faster. */
const SIGNS: usize = memory.data(48, 16);
memory.fill(SIGNS, <u8>QUOTE, 16);
memory.fill(SIGNS + 16, <u8>BACKSLASH, 16);
memory.fill(SIGNS + 32, 0x1f, 16);

/** Which of 16 bytes end a string, start an escape or may not stand in one. */
// @inline
export function specials(at: usize): i32 {
  const bytes = v128.load(at);
  return i8x16.bitmask(
    v128.or(
      v128.or(i8x16.eq(bytes, v128.load(SIGNS)), i8x16.eq(bytes, v128.load(SIGNS, 16))),
      i8x16.le_u(bytes, v128.load(SIGNS, 32)),
    ),
  );
}

/** The closing quote of a string whose first byte is at `from`. */
// @inline
export function stringEnd(from: usize): usize {
  // Most texts are shorter than this: without a loop there is no branch to predict.
  const found = specials(from) | (specials(from + 16) << 16);
  if (found == 0) return longStringEnd(from + 32);
  const at = from + ctz(found);
  return load<u8>(at) == QUOTE ? at : longStringEnd(at);
}

/** The closing quote of a string without escapes whose first byte is at `from`. */
// @inline
export function plainEnd(from: usize): usize {
  let at = from;
  let found = specials(at);
  while (found == 0) {
    at += 16;
    found = specials(at);
  }
  at += ctz(found);
  return load<u8>(at) == QUOTE ? at : 0;
}

/** The same from a place inside of it on, which is not inside an escape. */
function longStringEnd(from: usize): usize {
  let at = from;
  while (true) {
    let found = specials(at) | (specials(at + 16) << 16);
    while (found == 0) {
      at += 32;
      found = specials(at) | (specials(at + 16) << 16);
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
    letter == 0x22 ||
    letter == 0x5c ||
    letter == 0x2f ||
    letter == 0x62 ||
    letter == 0x66 ||
    letter == 0x6e ||
    letter == 0x72 ||
    letter == 0x74
  );
}

// @inline
export function isDigit(byte: u32): bool {
  return byte - 0x30 < 10;
}

/** A number that every parser can hold: at most 100 characters, a power of at most two digits. */
// @inline
export function numberEnd(from: usize): usize {
  // A whole number of up to seven digits, without a loop: which of eight bytes are not digits.
  const word = load<u64>(from) ^ 0x3030303030303030;
  const others = (word | ((word & 0x7f7f7f7f7f7f7f7f) + 0x7676767676767676)) & 0x8080808080808080;
  const digits = ctz(others) >> 3;
  const next: u32 = load<u8>(from + <usize>digits);
  const isPlain =
    digits - 1 < 7 &&
    next != 0x2e &&
    (next | 0x20) != 0x65 &&
    (load<u8>(from) != 0x30 || digits == 1);
  return isPlain ? from + <usize>digits : anyNumberEnd(from);
}

function anyNumberEnd(from: usize): usize {
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

// @inline
function digitsEnd(from: usize): usize {
  let at = from;
  while (isDigit(load<u8>(at))) at++;
  return at;
}

/** `true` or `false`. */
export function truthEnd(at: usize): usize {
  const four: u32 = load<u32>(at);
  const isTrue = four == 0x65757274;
  const isFalse = four == 0x736c6166 && load<u8>(at, 4) == 0x65;
  // A branch predictor cannot guess which of the two it is, but that it is one of them.
  return (i32(isTrue) | i32(isFalse)) != 0 ? at + 5 - usize(isTrue) : 0;
}

/** Behind a `null`. */
export function nullEnd(at: usize): usize {
  return load<u32>(at) == 0x6c6c756e ? at + 4 : 0;
}

/** Text or null. */
export function textOrNull(at: usize): usize {
  if (load<u8>(at) != QUOTE) return nullEnd(at);
  return textEnd(at);
}

/** Behind the string that opens at `at`. */
export function textEnd(at: usize): usize {
  const end = stringEnd(at + 1);
  if (end == 0) return 0;
  noteSlot(TEXT, at + 1, end);
  return end + 1;
}

/** An amount or null. */
export function amountOrNull(at: usize): usize {
  if (load<u8>(at) == 0x6e) return nullEnd(at);
  const end = amountEnd(at);
  if (end != 0) noteSlot(AMOUNT, at, end);
  return end;
}

/** A number from 0 to 10^12; others are left to the reference. */
export function amountEnd(from: usize): usize {
  const end = numberEnd(from);
  let at = digitsEnd(from);
  if (at == from || at - from > 12) return 0;
  if (load<u8>(at) == 0x2e) at = digitsEnd(at + 1);
  // A negative power only makes it smaller.
  return at == end || load<u8>(at + 1) == 0x2d ? end : 0;
}

/** Behind any number. */
export function anyNumber(at: usize): usize {
  const end = numberEnd(at);
  if (end != 0) noteSlot(NUMBER, at, end);
  return end;
}
