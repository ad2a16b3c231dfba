// Any JSON value, checked and skipped.
import { MAX_DEPTH } from './layout';
import { dropKeys, keyBit, keysTop, readKey, rememberKey } from './members';
import { noteSlot, TRUTH } from './patterns';
import {
  anyNumber,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  isDigit,
  nullEnd,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  skipBlanks,
  textEnd,
  truthEnd,
} from './text';

/** Behind the value at `at`, which is not blank; 0 when the line is left to the reference. */
export function valueEnd(at: usize, depth: i32): usize {
  const byte: u32 = load<u8>(at);
  if (byte == QUOTE) return textEnd(at);
  if (isDigit(byte) || byte == 0x2d) return anyNumber(at);
  if (byte == OPEN_OBJECT) return objectEnd(at, depth);
  if (byte == OPEN_LIST) return listEnd(at, depth);
  if (byte == 0x6e) return nullEnd(at);
  const end = truthEnd(at);
  if (end != 0) noteSlot(TRUTH, at, end);
  return end;
}

/** Behind the object that opens at `from`. */
export function objectEnd(from: usize, depth: i32): usize {
  if (depth >= MAX_DEPTH) return 0;
  let at = skipBlanks(from + 1);
  if (load<u8>(at) == CLOSE_OBJECT) return at + 1;
  const bottom = keysTop;
  let bits: u64 = 0;
  while (true) {
    at = readKey(at);
    if (at == 0) return 0;
    const bit = keyBit();
    if (!rememberKey(bottom, (bits & bit) != 0)) return 0;
    bits |= bit;
    at = valueEnd(at, depth + 1);
    if (at == 0) return 0;
    at = skipBlanks(at);
    const byte: u32 = load<u8>(at);
    if (byte == CLOSE_OBJECT) break;
    if (byte != COMMA) return 0;
    at = skipBlanks(at + 1);
  }
  dropKeys(bottom);
  return at + 1;
}

function listEnd(from: usize, depth: i32): usize {
  if (depth >= MAX_DEPTH) return 0;
  let at = skipBlanks(from + 1);
  if (load<u8>(at) == CLOSE_LIST) return at + 1;
  while (true) {
    at = valueEnd(at, depth + 1);
    if (at == 0) return 0;
    at = skipBlanks(at);
    const byte: u32 = load<u8>(at);
    if (byte == CLOSE_LIST) return at + 1;
    if (byte != COMMA) return 0;
    at = skipBlanks(at + 1);
  }
}
