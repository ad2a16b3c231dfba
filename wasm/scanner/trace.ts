// One line: a native trace that the reference need not parse.
import { callEnd } from './call';
import { hashText } from './identity';
import { SLOTS } from './layout';
import {
  dropKeys,
  keyAt,
  keyBit,
  keyHead,
  keyLength,
  keysTop,
  readKey,
  rememberKey,
  resetKeys,
} from './members';
import { internString } from './names';
import {
  CALL_LIST,
  CASE,
  COST,
  dropSlots,
  DURATION,
  END,
  firstStep,
  formOf,
  ID,
  INPUT_TOKENS,
  kindOf,
  addPath,
  lengthOf,
  noteSlot,
  NUMBER,
  otherStep,
  OUTPUT_TOKENS,
  RUN,
  stepAt,
  TEST,
  TEXT,
  TRACE_START,
  TRUTH,
} from './patterns';
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  isDigit,
  nullEnd,
  numberEnd,
  OPEN_LIST,
  OPEN_OBJECT,
  plainEnd,
  QUOTE,
  skipBlanks,
  stringEnd,
  textOrNull,
  truthEnd,
} from './text';
import { forgetUsage, usageKind, usedEnd, usedOrNull } from './usage';
import { objectEnd, valueEnd } from './value';

/** The last trace that was read: its test (-1 for none), its number (0 for none) and how many calls it has. */
export let testNameOf: i32 = -1;
export let runOf: i32 = 0;
export let callsOf: i32 = 0;
/** The hashes of its id and its case; 0 for none. */
export let idOf: u64 = 0;
export let caseOf: u64 = 0;

const TOOL_CALLS: u32 = 1;
const ID_KEY: u32 = 2;
const TEST_KEY: u32 = 4;
const CASE_KEY: u32 = 8;
const AGENT: u32 = 16;
const RUN_KEY: u32 = 32;
const INPUT: u32 = 64;
const OUTPUT: u32 = 128;
const METADATA: u32 = 256;
const USAGE: u32 = 512;
const ERROR: u32 = 1024;
const TOOLS: u32 = 2048;
const STARTED: u32 = 4096;
const DURATION_KEY: u32 = 8192;
const PARTIAL: u32 = 16384;

function knownKey(): u32 {
  const head = keyHead;
  switch (keyLength) {
    case 2:
      return head == 0x6469 ? ID_KEY : 0;
    case 3:
      return head == 0x6e7572 ? RUN_KEY : 0;
    case 4:
      return head == 0x74736574 ? TEST_KEY : head == 0x65736163 ? CASE_KEY : 0;
    case 5:
      if (head == 0x7475706e69) return INPUT;
      if (head == 0x746e656761) return AGENT;
      if (head == 0x6567617375) return USAGE;
      if (head == 0x726f727265) return ERROR;
      return head == 0x736c6f6f74 ? TOOLS : 0;
    case 6:
      return head == 0x74757074756f ? OUTPUT : 0;
    case 7:
      return head == 0x6c616974726170 ? PARTIAL : 0;
    case 8:
      return head == 0x617461646174656d ? METADATA : 0;
    case 10:
      if (head == 0x6c61635f6c6f6f74 && load<u16>(keyAt, 8) == 0x736c) return TOOL_CALLS;
      return head == 0x5f64657472617473 && load<u16>(keyAt, 8) == 0x7461 ? STARTED : 0;
    case 11:
      if (
        head == 0x72655f746e656761 &&
        load<u16>(keyAt, 8) == 0x6f72 &&
        load<u8>(keyAt, 10) == 0x72
      )
        return ERROR;
      return head == 0x6e6f697461727564 &&
        load<u16>(keyAt, 8) == 0x6d5f &&
        load<u8>(keyAt, 10) == 0x73
        ? DURATION_KEY
        : 0;
    default:
      return 0;
  }
}

/** Behind the trace that begins at `from`. */
export function traceEnd(from: usize): usize {
  forget();
  listAt = 0;
  const end = followPath(from);
  return end != 0 ? end : checkTrace(from);
}

function forget(): void {
  testNameOf = -1;
  runOf = 0;
  idOf = 0;
  caseOf = 0;
  forgetUsage();
}

/** Reads a trace along a known path; 0 for any other. */
function followPath(from: usize): usize {
  let at = from;
  let step = firstStep(TRACE_START);
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
      case INPUT_TOKENS:
      case OUTPUT_TOKENS:
      case COST:
      case DURATION:
        end = usedEnd(kindOf(form), value);
        break;
      case TRUTH:
        end = truthEnd(value);
        break;
      case TEST:
        end = testEnd(value);
        break;
      case RUN:
        end = runEnd(value);
        break;
      case ID:
        end = idEnd(value);
        break;
      case CASE:
        end = caseEnd(value);
        break;
      case CALL_LIST:
        end = callsEnd(value);
        break;
      case END:
        return value;
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

/** Reads any trace, and keeps its path. */
function checkTrace(from: usize): usize {
  if (load<u8>(from) != OPEN_OBJECT) return 0;
  let at = skipBlanks(from + 1);
  resetKeys();
  dropSlots(SLOTS);
  const bottom = keysTop;
  let seen: u32 = 0;
  let bits: u64 = 0;
  forget();
  while (true) {
    at = readKey(at);
    if (at == 0) return 0;
    const key = knownKey();
    if (key == 0) {
      const bit = keyBit();
      if (!rememberKey(bottom, (bits & bit) != 0)) return 0;
      bits |= bit;
      at = valueEnd(at, 1);
    } else {
      if ((seen & key) != 0) return 0;
      seen |= key;
      at = memberEnd(key, at);
    }
    if (at == 0) return 0;
    at = skipBlanks(at);
    const byte: u32 = load<u8>(at);
    if (byte == CLOSE_OBJECT) break;
    if (byte != COMMA) return 0;
    at = skipBlanks(at + 1);
  }
  if ((seen & TOOL_CALLS) == 0) return 0;
  addPath(TRACE_START, SLOTS, from, at + 1, END);
  return at + 1;
}

function memberEnd(key: u32, at: usize): usize {
  if (key == TOOL_CALLS) {
    const end = callsEnd(at);
    noteSlot(CALL_LIST, at, end);
    return end;
  }
  if (key == INPUT || key == OUTPUT) return valueEnd(at, 1);
  if (load<u8>(at) == 0x6e) return nullEnd(at);
  if (key == TEST_KEY) {
    const end = load<u8>(at) == QUOTE ? testEnd(at + 1) : 0;
    if (end == 0) return 0;
    noteSlot(TEST, at + 1, end);
    return end + 1;
  }
  if (key == ID_KEY || key == CASE_KEY) {
    if (load<u8>(at) != QUOTE) return 0;
    const end = key == ID_KEY ? idEnd(at + 1) : caseEnd(at + 1);
    if (end == 0) return 0;
    noteSlot(key == ID_KEY ? ID : CASE, at + 1, end);
    return end + 1;
  }
  if (key == RUN_KEY) {
    const end = runEnd(at);
    noteSlot(RUN, at, end);
    return end;
  }
  if (key == METADATA) return load<u8>(at) == OPEN_OBJECT ? objectEnd(at, 1) : 0;
  if (key == USAGE) return load<u8>(at) == OPEN_OBJECT ? usageEnd(at) : 0;
  if (key == DURATION_KEY) return usedOrNull(DURATION, at);
  // The reference parser handles what a run offered, why it crashed and whether it is partial.
  if (key == ERROR || key == TOOLS || key == PARTIAL) return 0;
  return textOrNull(at);
}

/** The list of calls that was read last on this line, in case it is read again: where it begins and ends. */
let listAt: usize = 0;
let listEnd: usize = 0;

function callsEnd(from: usize): usize {
  if (from == listAt) return listEnd;
  listAt = from;
  listEnd = readCalls(from);
  return listEnd;
}

function readCalls(from: usize): usize {
  if (load<u8>(from) != OPEN_LIST) return 0;
  callsOf = 0;
  let at = skipBlanks(from + 1);
  if (load<u8>(at) == CLOSE_LIST) return at + 1;
  while (true) {
    if (load<u8>(at) != OPEN_OBJECT) return 0;
    at = callEnd(at, callsOf);
    if (at == 0) return 0;
    callsOf++;
    at = skipBlanks(at);
    const byte: u32 = load<u8>(at);
    if (byte == CLOSE_LIST) return at + 1;
    if (byte != COMMA) return 0;
    at = skipBlanks(at + 1);
  }
}

/** The closing quote of the test's name that begins at `at`. */
function testEnd(at: usize): usize {
  const end = plainEnd(at);
  if (end == 0) return 0;
  testNameOf = internString(at, <i32>(end - at));
  return testNameOf < 0 ? 0 : end;
}

/** The closing quote of the id, or of the case, that begins at `at`. */
function idEnd(at: usize): usize {
  const end = plainEnd(at);
  if (end != 0) idOf = hashText(at, <i32>(end - at));
  return end;
}
function caseEnd(at: usize): usize {
  const end = plainEnd(at);
  if (end != 0) caseOf = hashText(at, <i32>(end - at));
  return end;
}

/** A whole number from 1 of at most nine digits. */
function runEnd(from: usize): usize {
  let at = from;
  if (load<u8>(at) == 0x30) return 0;
  runOf = 0;
  while (isDigit(load<u8>(at))) runOf = runOf * 10 + (load<u8>(at++) - 0x30);
  return at == from || at - from > 9 ? 0 : at;
}

/** Tokens and money: numbers where the key is known. */
function usageEnd(from: usize): usize {
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
    const kind = usageKind();
    at = kind != 0 ? usedOrNull(kind, at) : valueEnd(at, 2);
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
