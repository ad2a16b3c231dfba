// Whether two calls passed equal arguments, as far as their bytes show. Both are objects that were checked, or nothing.
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isDigit,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from './text';

export const DIFFERENT: i32 = 0;
export const EQUAL: i32 = 1;
/** The values must be compared, not their bytes. */
const UNKNOWN: i32 = 2;

/** Compares the arguments from `a` to `aEnd` with those from `b` to `bEnd`; an empty range is none, which equals `{}`. */
export function compareArguments(
  a: usize,
  aEnd: usize,
  b: usize,
  bEnd: usize,
  haveEscapes: bool,
): i32 {
  if (a == aEnd) return b == bEnd ? EQUAL : compareWithNothing(b);
  if (b == bEnd) return compareWithNothing(a);
  const shorter = min(aEnd - a, bEnd - b);
  let same: usize = 0;
  while (same + 8 <= shorter && load<u64>(a + same) == load<u64>(b + same)) same += 8;
  while (same < shorter && load<u8>(a + same) == load<u8>(b + same)) same++;
  // Both end with the bracket that closes them, so neither is a mere beginning of the other.
  if (same == shorter) return EQUAL;
  return !haveEscapes && differAt(a, a + same, b + same) ? DIFFERENT : UNKNOWN;
}

function compareWithNothing(at: usize): i32 {
  const next: u32 = load<u8>(at, 1);
  return next == CLOSE_OBJECT ? EQUAL : next == QUOTE ? DIFFERENT : UNKNOWN;
}

/**
 * Whether the bytes at `a` and `b`, the first that differ behind equal ones that begin at `start`, prove that the values do.
 * Equal bytes before them mean the same place of the same structure, and keys are unique: another value of a key is a
 * difference, another key may only be another order.
 */
function differAt(start: usize, a: usize, b: usize): bool {
  let quotes = 0;
  let opening: usize = 0;
  for (let at = start; at < a; at++) {
    if (load<u8>(at) == QUOTE) {
      quotes++;
      opening = at;
    }
  }
  if ((quotes & 1) == 1) return isValueSign(lastBefore(opening));
  const x: u32 = load<u8>(a);
  const y: u32 = load<u8>(b);
  if (isNumberByte(x) || isNumberByte(y)) {
    let head: usize = 0;
    while (isNumberByte(load<u8>(a - head - 1))) head++;
    if (head > 0 || (isNumberByte(x) && isNumberByte(y)))
      return isPlainInteger(a - head) && isPlainInteger(b - head);
  }
  // One goes on where the other ends.
  if (isEnd(x)) return y == COMMA || beginsValue(y);
  if (isEnd(y)) return x == COMMA || beginsValue(x);
  return isValueSign(lastBefore(a)) && beginsValue(x) && beginsValue(y);
}

/** The byte before a place that is not blank. */
function lastBefore(at: usize): u32 {
  let place = at - 1;
  while (load<u8>(place) <= 0x20) place--;
  return load<u8>(place);
}

// @inline
function isValueSign(byte: u32): bool {
  return byte == COLON || byte == OPEN_LIST;
}

// @inline
function isEnd(byte: u32): bool {
  return byte == CLOSE_OBJECT || byte == CLOSE_LIST;
}

function isNumberByte(byte: u32): bool {
  return isDigit(byte) || byte == 0x2d || byte == 0x2b || byte == 0x2e || (byte | 0x20) == 0x65;
}

/** Whether a whole number is here that has only one spelling. */
function isPlainInteger(from: usize): bool {
  let at = from;
  if (load<u8>(at) == 0x2d) at++;
  if (load<u8>(at) == 0x30 && at > from) return false;
  const digits = at;
  while (isDigit(load<u8>(at))) at++;
  return at > digits && at - digits <= 15 && !isNumberByte(load<u8>(at));
}

/** Whether a value begins with this byte. Two values that begin with different bytes are different, but for numbers. */
function beginsValue(byte: u32): bool {
  return (
    byte == QUOTE ||
    byte == OPEN_OBJECT ||
    byte == OPEN_LIST ||
    isDigit(byte) ||
    byte == 0x2d ||
    byte == 0x74 ||
    byte == 0x66 ||
    byte == 0x6e
  );
}
