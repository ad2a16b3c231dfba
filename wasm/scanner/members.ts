// The keys of an object: read without escapes, and each only once.
import { KEYS, KEYS_END, MAX_KEYS } from './layout';
import { COLON, plainEnd, QUOTE, skipBlanks } from './text';

/** The last key that was read: its first eight bytes (zeros behind a shorter one), place and length. */
export let keyHead: u64 = 0;
export let keyAt: usize = 0;
export let keyLength: i32 = 0;

/** The top of the stack of keys of the objects that are open. */
export let keysTop: usize = KEYS;
export function resetKeys(): void {
  keysTop = KEYS;
}
export function dropKeys(bottom: usize): void {
  keysTop = bottom;
}

/** Reads `"key" :` and returns where its value begins; 0 for a key with an escape or without a value. */
// @inline
export function readKey(from: usize): usize {
  if (load<u8>(from) != QUOTE) return 0;
  const start = from + 1;
  const end = plainEnd(start);
  if (end == 0) return 0;
  const length = <i32>(end - start);
  const word = load<u64>(start);
  keyHead = length < 8 ? word & (((<u64>1) << ((<u64>length) << 3)) - 1) : word;
  keyAt = start;
  keyLength = length;
  let at = end + 1;
  if (load<u8>(at) != COLON) {
    at = skipBlanks(at);
    if (load<u8>(at) != COLON) return 0;
  }
  return skipBlanks(at + 1);
}

/** A bit that equal keys share. */
// @inline
export function keyBit(): u64 {
  return (<u64>1) << (((keyHead ^ <u64>keyLength) * 0x9e3779b97f4a7c15) >> 58);
}

/**
 * Remembers the last key among those of the object whose keys begin at `bottom`; false when it was there already,
 * or when there are too many. `mayRepeat`: another key had its bit.
 */
// @inline
export function rememberKey(bottom: usize, mayRepeat: bool): bool {
  if (mayRepeat && isRepeated(bottom)) return false;
  const top = keysTop;
  if (top - bottom >= 16 * <usize>MAX_KEYS || top >= KEYS_END) return false;
  store<u64>(top, keyHead);
  store<u32>(top, <u32>keyAt, 8);
  store<i32>(top, keyLength, 12);
  keysTop = top + 16;
  return true;
}

function isRepeated(bottom: usize): bool {
  for (let other = bottom; other < keysTop; other += 16) {
    if (
      load<u64>(other) == keyHead &&
      load<i32>(other, 12) == keyLength &&
      (keyLength <= 8 || memory.compare(load<u32>(other, 8), keyAt, keyLength) == 0)
    )
      return true;
  }
  return false;
}
