// One entry of `tool_calls`.
import { CALLS, MAX_CALLS, MAX_NAME } from './layout';
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
import {
  AMOUNT,
  ARGUMENTS,
  ARGUMENTS_END,
  CALL_START,
  dropSlots,
  END,
  END_FAILED,
  END_UNRECORDED,
  firstStep,
  formOf,
  kindOf,
  addPath,
  lengthOf,
  NAME,
  noteSlot,
  NUMBER,
  otherStep,
  SERVER,
  slotsTop,
  stepAt,
  TEXT,
  TRUTH,
} from './patterns';
import {
  amountEnd,
  amountOrNull,
  clearEscape,
  CLOSE_OBJECT,
  COMMA,
  hadEscape,
  nullEnd,
  numberEnd,
  OPEN_OBJECT,
  plainEnd,
  QUOTE,
  skipBlanks,
  specials,
  stringEnd,
  textOrNull,
  truthEnd,
} from './text';
import { objectEnd, valueEnd } from './value';

/** Bits of a call beside its tool. */
export const FAILED: u32 = 1 << 30;
export const REPEATED: u32 = 1 << 29;
/** It has no status. */
export const UNRECORDED: u32 = 1 << 28;
export const BITS: u32 = FAILED | REPEATED | UNRECORDED;

// The keys with a meaning, by number; 0 is any other.
const NAME_KEY: i32 = 1;
const SERVER_KEY: i32 = 2;
const ARGUMENTS_KEY: i32 = 3;
const ID: i32 = 4;
const STATUS: i32 = 5;
const REQUESTER: i32 = 6;
const TURN: i32 = 7;
const DURATION: i32 = 8;
const STARTED: i32 = 9;
const RAW_NAME: i32 = 10;
const ERROR: i32 = 11;

/** The number of the key that was read last. */
function knownKey(): i32 {
  const head = keyHead;
  switch (keyLength) {
    case 2:
      return head == 0x6469 ? ID : 0;
    case 4:
      if (head == 0x656d616e) return NAME_KEY;
      // `args` means `arguments`. A call with both has the same key twice, so the reference compares them.
      return head == 0x73677261 ? ARGUMENTS_KEY : head == 0x6e727574 ? TURN : 0;
    case 5:
      return head == 0x726f727265 ? ERROR : 0;
    case 6:
      return head == 0x726576726573 ? SERVER_KEY : head == 0x737574617473 ? STATUS : 0;
    case 8:
      return head == 0x656d616e5f776172 ? RAW_NAME : 0;
    case 9:
      if (head == 0x746e656d75677261 && load<u8>(keyAt, 8) == 0x73) return ARGUMENTS_KEY;
      return head == 0x6574736575716572 && load<u8>(keyAt, 8) == 0x72 ? REQUESTER : 0;
    case 10:
      return head == 0x5f64657472617473 && load<u16>(keyAt, 8) == 0x7461 ? STARTED : 0;
    case 11:
      return head == 0x6e6f697461727564 &&
        load<u16>(keyAt, 8) == 0x6d5f &&
        load<u8>(keyAt, 10) == 0x73
        ? DURATION
        : 0;
    default:
      return 0;
  }
}

/** Behind the call that opens at `from`, the `index`-th of its line. */
export function callEnd(from: usize, index: i32): usize {
  if (index >= MAX_CALLS) return 0;
  const entry = CALLS + ((<usize>index) << 4);
  const end = followPath(from, entry);
  return end != 0 ? end : checkCall(from, entry);
}

/** Reads a call along a known path; 0 for any other. */
function followPath(from: usize, entry: usize): usize {
  let at = from;
  let step = firstStep(CALL_START);
  beginCall(entry);
  while (step != 0) {
    step = stepAt(step, at);
    if (step == 0) return 0;
    const form = formOf(step);
    const value = at + lengthOf(form);
    let end = value;
    switch (kindOf(form)) {
      case TEXT:
        end = stringEnd(value);
        break;
      case NUMBER:
        end = numberEnd(value);
        break;
      case AMOUNT:
        end = amountEnd(value);
        break;
      case TRUTH:
        end = truthEnd(value);
        break;
      case NAME:
        end = nameEnd(value);
        if (end == 0) return 0;
        noteName(value, end);
        break;
      case SERVER:
        end = nameEnd(value);
        if (end == 0) return 0;
        noteServer(value, end);
        break;
      case ARGUMENTS:
        beginArguments(entry, value);
        break;
      case ARGUMENTS_END:
        endArguments(entry, value);
        break;
      case END:
        return endCall(entry, 0, value);
      case END_FAILED:
        return endCall(entry, FAILED, value);
      case END_UNRECORDED:
        return endCall(entry, UNRECORDED, value);
    }
    // The same bytes may have stood before another value.
    if (end == 0) step = otherStep(step, at);
    else {
      step = firstStep(step);
      at = end;
    }
  }
  return 0;
}

// What is recorded of a call: its tool and bits, start and end of its arguments, whether they have escapes.

/** Where its names are. */
let name: usize = 0;
let nameLength: i32 = 0;
let server: usize = 0;
let serverLength: i32 = 0;

// @inline
function beginCall(entry: usize): void {
  nameLength = 0;
  serverLength = 0;
  store<u64>(entry, 0);
  store<u64>(entry, 0, 8);
}

// @inline
function noteName(at: usize, end: usize): void {
  name = at;
  nameLength = <i32>(end - at);
}

// @inline
function noteServer(at: usize, end: usize): void {
  server = at;
  serverLength = <i32>(end - at);
}

// @inline
function beginArguments(entry: usize, at: usize): void {
  clearEscape();
  store<u32>(entry, <u32>at, 4);
}

// @inline
function endArguments(entry: usize, at: usize): void {
  store<u32>(entry, <u32>at, 8);
  store<u32>(entry, hadEscape ? 1 : 0, 12);
}

/** Returns the end of the call; 0 when it has no name, or there is no room for it. */
function endCall(entry: usize, status: u32, end: usize): usize {
  if (nameLength == 0) return 0;
  const tool = toolOf(server, serverLength, name, nameLength);
  store<u32>(entry, <u32>tool | status);
  return tool < 0 ? 0 : end;
}

/** Reads any call, and keeps its path. */
function checkCall(from: usize, entry: usize): usize {
  let at = skipBlanks(from + 1);
  if (load<u8>(at) != QUOTE) return 0;
  const bottom = keysTop;
  const slots = slotsTop;
  let seen: u32 = 0;
  let bits: u64 = 0;
  let status: u32 = UNRECORDED;
  beginCall(entry);
  while (true) {
    at = readKey(at);
    if (at == 0) return 0;
    const key = knownKey();
    if (key == 0) {
      const bit = keyBit();
      if (!rememberKey(bottom, (bits & bit) != 0)) return 0;
      bits |= bit;
      at = valueEnd(at, 3);
    } else {
      if (((seen >> key) & 1) != 0) return 0;
      seen |= 1 << key;
      if (key == NAME_KEY || (key == SERVER_KEY && load<u8>(at) != 0x6e)) {
        if (load<u8>(at) != QUOTE) return 0;
        const end = nameEnd(at + 1);
        if (end == 0) return 0;
        if (key == NAME_KEY) noteName(at + 1, end);
        else noteServer(at + 1, end);
        noteSlot(key == NAME_KEY ? NAME : SERVER, at + 1, end);
        at = end + 1;
      } else if (key == ARGUMENTS_KEY && load<u8>(at) == OPEN_OBJECT) {
        beginArguments(entry, at);
        noteSlot(ARGUMENTS, at, at);
        at = objectEnd(at, 3);
        noteSlot(ARGUMENTS_END, at, at);
        endArguments(entry, at);
      } else if (key == STATUS && load<u8>(at) == QUOTE) {
        // "ok" and "error"; others are left to the reference.
        if (load<u32>(at) == 0x226b6f22) {
          status = 0;
          at += 4;
        } else if (load<u32>(at, 1) == 0x6f727265 && load<u16>(at, 5) == 0x2272) {
          status = FAILED;
          at += 7;
        } else return 0;
      } else if (key == ID || key == STARTED || key == RAW_NAME) at = textOrNull(at);
      else if (key == TURN || key == DURATION) at = amountOrNull(at);
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
  const end = endCall(entry, status, at + 1);
  if (end != 0) addPath(CALL_START, slots, from, end, endOf(status));
  dropSlots(slots);
  return end;
}

/** How a path to the end of a call with this status ends. */
// @inline
function endOf(status: u32): i32 {
  return status == 0 ? END : status == FAILED ? END_FAILED : END_UNRECORDED;
}

/** The closing quote of a name that begins at `at`: text without escapes that is neither empty nor too long. */
// @inline
function nameEnd(at: usize): usize {
  const found = specials(at);
  const first = at + ctz(found);
  // Most names are shorter than this.
  const end = found != 0 && load<u8>(first) == QUOTE ? first : plainEnd(at);
  return end == at || end - at > <usize>MAX_NAME ? 0 : end;
}
