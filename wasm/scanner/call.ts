// One entry of `tool_calls`.
import { CALLS, GUESSED, GUESSES, MAX_CALLS, MAX_NAME } from './layout';
import {
  dropKeys,
  keyAt,
  keyBit,
  keyHead,
  keyLength,
  keysTop,
  readKey,
  rememberKey,
} from './members';
import { toolOf } from './names';
import { compareArguments, DIFFERENT, EQUAL } from './same-arguments';
import {
  clearEscape,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  hadEscape,
  nullEnd,
  numberOrNull,
  OPEN_OBJECT,
  QUOTE,
  skipBlanks,
  stringEnd,
  textOrNull,
} from './text';
import { objectEnd, valueEnd } from './value';

/** Bits of a call beside its tool. */
export const FAILED: u32 = 1 << 30;
export const REPEATED: u32 = 1 << 29;

/** The last call that was read. */
export let call: u32 = 0;
/** Whether some call of the line may equal an earlier one in another spelling. */
export let mayRepeat: bool = false;
export function beginCalls(): void {
  mayRepeat = false;
}

// The keys that mean something to us, by number; 0 is any other.
const NAME: i32 = 1;
const SERVER: i32 = 2;
const ARGUMENTS: i32 = 3;
const ID: i32 = 4;
const STATUS: i32 = 5;
const REQUESTER: i32 = 6;
const TURN: i32 = 7;
const DURATION: i32 = 8;
const STARTED: i32 = 9;
const RAW_NAME: i32 = 10;

/** The number of the key that was read last. */
function knownKey(): i32 {
  const head = keyHead;
  switch (keyLength) {
    case 2:
      return head == 0x6469 ? ID : 0;
    case 4:
      return head == 0x656d616e ? NAME : head == 0x6e727574 ? TURN : 0;
    case 6:
      return head == 0x726576726573 ? SERVER : head == 0x737574617473 ? STATUS : 0;
    case 8:
      return head == 0x656d616e5f776172 ? RAW_NAME : 0;
    case 9:
      if (head == 0x746e656d75677261 && load<u8>(keyAt, 8) == 0x73) return ARGUMENTS;
      return head == 0x6574736575716572 && load<u8>(keyAt, 8) == 0x72 ? REQUESTER : 0;
    case 10:
      return head == 0x5f64657472617473 && load<u16>(keyAt, 8) == 0x7461 ? STARTED : 0;
    case 11:
      return head == 0x6e6f697461727564 && load<u16>(keyAt, 8) == 0x6d5f && load<u8>(keyAt, 10) == 0x73
        ? DURATION
        : 0;
    default:
      return 0;
  }
}

/**
 * Reads the key behind one that is known by number, and answers where its value begins. Calls are written by programs,
 * so most have the same keys in the same order: the one that came last time is compared as a whole.
 */
// @ts-ignore: decorator
@inline
function readCallKey(at: usize, previous: i32): usize {
  const guess = GUESSES + (<usize>previous << 5);
  const guessed: i32 = load<u8>(GUESSED + <usize>previous);
  const bytes = v128.and(v128.load(at), v128.load(guess, 16));
  if (guessed != 0 && !v128.any_true(v128.xor(bytes, v128.load(guess)))) {
    lastKey = guessed;
    return skipBlanks(at + load<u8>(GUESSED + 16 + <usize>previous));
  }
  const value = readKey(at);
  if (value == 0) return 0;
  lastKey = knownKey();
  if (lastKey != 0) guessNext(at, previous);
  return value;
}

/** The key that was read last, by number. */
let lastKey: i32 = 0;

/** Expects the key at `at` behind `previous` from now on: with its quotes and colon, if they follow each other. */
function guessNext(at: usize, previous: i32): void {
  const length = keyLength + 3;
  if (length > 16 || load<u8>(keyAt + <usize>keyLength, 1) != COLON) return;
  const guess = GUESSES + (<usize>previous << 5);
  for (let i = 0; i < 16; i++) {
    store<u8>(guess + <usize>i, i < length ? load<u8>(at + <usize>i) : 0);
    store<u8>(guess + <usize>i, i < length ? 0xff : 0, 16);
  }
  store<u8>(GUESSED + <usize>previous, <u8>lastKey);
  store<u8>(GUESSED + 16 + <usize>previous, <u8>length);
}

/** Behind the call that opens at `from`, the `index`-th of its line. */
export function callEnd(from: usize, index: i32): usize {
  if (index >= MAX_CALLS) return 0;
  let at = skipBlanks(from + 1);
  if (load<u8>(at) != QUOTE) return 0;
  const bottom = keysTop;
  let seen: u32 = 0;
  let bits: u64 = 0;
  let previous: i32 = 0;
  let name: usize = from;
  let nameLength: i32 = 0;
  let server: usize = from;
  let serverLength: i32 = 0;
  let failed: u32 = 0;
  let passed: usize = 0;
  let passedEnd: usize = 0;
  let escapes: u32 = 0;
  while (true) {
    at = readCallKey(at, previous);
    if (at == 0) return 0;
    const key = lastKey;
    if (key == 0) {
      const bit = keyBit();
      if (!rememberKey(bottom, (bits & bit) != 0)) return 0;
      bits |= bit;
      at = valueEnd(at, 3);
    } else {
      if (((seen >> key) & 1) != 0) return 0;
      seen |= 1 << key;
      previous = key;
      if (key == NAME || (key == SERVER && load<u8>(at) != 0x6e)) {
        const end = nameEnd(at);
        if (end == 0) return 0;
        const length = <i32>(end - at) - 1;
        if (key == NAME) {
          name = at + 1;
          nameLength = length;
        } else {
          server = at + 1;
          serverLength = length;
        }
        at = end + 1;
      } else if (key == ARGUMENTS && load<u8>(at) == OPEN_OBJECT) {
        clearEscape();
        passed = at;
        at = objectEnd(at, 3);
        passedEnd = at;
        escapes = hadEscape ? 1 : 0;
      } else if (key == STATUS && load<u8>(at) == QUOTE) {
        // "ok" and "error"; with others the run's rules have something to say.
        if (load<u32>(at) == 0x226b6f22) at += 4;
        else if (load<u32>(at, 1) == 0x6f727265 && load<u16>(at, 5) == 0x2272) {
          failed = FAILED;
          at += 7;
        } else return 0;
      } else if (key == ID || key == STARTED || key == RAW_NAME) at = textOrNull(at);
      else if (key == TURN || key == DURATION) at = numberOrNull(at);
      else at = nullEnd(at);
    }
    if (at == 0) return 0;
    at = skipBlanks(at);
    const byte: u32 = load<u8>(at);
    if (byte == CLOSE_OBJECT) break;
    if (byte != COMMA) return 0;
    at = skipBlanks(at + 1);
  }
  dropKeys(bottom);
  if (nameLength == 0) return 0;
  const tool = toolOf(server, serverLength, name, nameLength);
  if (tool < 0) return 0;
  const entry = CALLS + ((<usize>index) << 4);
  store<i32>(entry, tool);
  store<u32>(entry, <u32>passed, 4);
  store<u32>(entry, <u32>passedEnd, 8);
  store<u32>(entry, escapes, 12);
  call = <u32>tool | failed | (isRepeat(entry) ? REPEATED : 0);
  return at + 1;
}

/** The closing quote of a name: text without escapes that is neither empty nor too long. */
function nameEnd(at: usize): usize {
  if (load<u8>(at) != QUOTE) return 0;
  clearEscape();
  const end = stringEnd(at + 1);
  if (end == 0 || hadEscape || end == at + 1 || end - at > <usize>MAX_NAME) return 0;
  return end;
}

/** Whether an earlier call of the line has the same tool and arguments. */
function isRepeat(entry: usize): bool {
  const tool = load<i32>(entry);
  for (let other = CALLS; other < entry; other += 16) {
    if (load<i32>(other) != tool) continue;
    const outcome = compareArguments(
      load<u32>(other, 4),
      load<u32>(other, 8),
      load<u32>(entry, 4),
      load<u32>(entry, 8),
      (load<u32>(other, 12) | load<u32>(entry, 12)) != 0,
    );
    if (outcome == EQUAL) return true;
    if (outcome != DIFFERENT) mayRepeat = true;
  }
  return false;
}
