// Calls and traces are written by programs: the same bytes around other values, over and over. The bytes around the values
// of a checked one are kept as a path of steps, each some bytes and the value behind them. Text with all the bytes of a path,
// and values of the same types, has the same keys, nesting and types: only its values are checked.
import { MAX_BRANCHES, MAX_SLOTS, SLOTS, SLOTS_END, STEPS, STEPS_END } from './layout';

/** What is behind the bytes of a step. */
const NOTHING: i32 = 0;
/** The inside of a string, up to its closing quote. */
export const TEXT: i32 = 1;
export const NUMBER: i32 = 2;
/** `true` or `false`. */
export const TRUTH: i32 = 3;
/** Texts and numbers with a meaning, by their keys. */
export const NAME: i32 = 4;
export const SERVER: i32 = 5;
export const TEST: i32 = 6;
export const RUN: i32 = 7;
/** The list of calls. */
export const CALL_LIST: i32 = 8;
/** Where the arguments begin and end. */
export const ARGUMENTS: i32 = 9;
export const ARGUMENTS_END: i32 = 10;
/** The end of a trace, a call, or a call that failed. */
export const END: i32 = 11;
export const END_FAILED: i32 = 12;
/** A duration or a turn of a call. */
export const AMOUNT: i32 = 13;
/** What identifies a run. */
export const ID: i32 = 14;
export const CASE: i32 = 15;
/** The end of a call without a status. */
export const END_UNRECORDED: i32 = 16;
/** What a run used. */
export const INPUT_TOKENS: i32 = 17;
export const OUTPUT_TOKENS: i32 = 18;
export const COST: i32 = 19;
export const DURATION: i32 = 20;

// Fields of a step: 16 bytes, which of them count, how many and what is behind them, the first step that may follow,
// the next one that may be in its place.
const MASK: usize = 16;
const FORM: usize = 32;
const FIRST: usize = 36;
const OTHER: usize = 40;
const STEP_BYTES: usize = 48;

/** The steps before all paths. */
export const CALL_START: usize = STEPS;
export const TRACE_START: usize = STEPS + STEP_BYTES;
let stepsTop: usize = STEPS + 2 * STEP_BYTES;

// @inline
export function firstStep(step: usize): usize {
  return load<u32>(step, FIRST);
}

/** The step among `step` and those in its place whose bytes stand at `at`; 0 for none. */
// @inline
export function stepAt(step: usize, at: usize): usize {
  return hasBytes(step, at) ? step : otherStep(step, at);
}

/** The same among those that come behind `step`. */
export function otherStep(step: usize, at: usize): usize {
  let other: usize = load<u32>(step, OTHER);
  while (other != 0 && !hasBytes(other, at)) other = load<u32>(other, OTHER);
  return other;
}

// @inline
function hasBytes(step: usize, at: usize): bool {
  const wrong = v128.xor(v128.and(v128.load(at), v128.load(step, MASK)), v128.load(step));
  return !v128.any_true(wrong);
}

/** How many bytes a step has and what is behind them: `lengthOf` and `kindOf` take it apart. */
// @inline
export function formOf(step: usize): u32 {
  return load<u32>(step, FORM);
}
// @inline
export function lengthOf(form: u32): usize {
  return <usize>(form >> 8);
}
// @inline
export function kindOf(form: u32): i32 {
  return <i32>(form & 0xff);
}

/** The values of what is being checked: a stack, 12 bytes each: place, end, kind. */
export let slotsTop: usize = SLOTS;
export function dropSlots(bottom: usize): void {
  slotsTop = bottom;
}

/** Notes a value that is at `at`. */
export function noteSlot(kind: i32, at: usize, end: usize): void {
  if (slotsTop == SLOTS_END) return;
  store<u32>(slotsTop, <u32>at);
  store<u32>(slotsTop, <u32>end, 4);
  store<i32>(slotsTop, kind, 8);
  slotsTop += 12;
}

/** Keeps the path of what was checked from `from` to `to`, whose values were noted from `bottom` on. */
export function addPath(start: usize, bottom: usize, from: usize, to: usize, end: i32): void {
  if (slotsTop - bottom > 12 * <usize>MAX_SLOTS || slotsTop == SLOTS_END) return;
  let step = start;
  let at = from;
  for (let slot = bottom; slot < slotsTop && step != 0; slot += 12) {
    step = addSteps(step, at, load<u32>(slot), load<i32>(slot, 8));
    at = load<u32>(slot, 4);
  }
  if (step != 0) addSteps(step, at, to, end);
}

/** The last step behind `step` for the bytes from `from` to `to` and what is behind them; 0 when there is no room. */
function addSteps(step: usize, from: usize, to: usize, kind: i32): usize {
  let last = step;
  let at = from;
  while (to - at > 16 && last != 0) {
    last = addStep(last, at, 16, NOTHING);
    at += 16;
  }
  return last == 0 ? 0 : addStep(last, at, to - at, kind);
}

function addStep(step: usize, at: usize, length: usize, kind: i32): usize {
  const form = ((<u32>length) << 8) | <u32>kind;
  let place = step + FIRST;
  let branches = 0;
  for (let next: usize = load<u32>(place); next != 0; next = load<u32>(place)) {
    if (formOf(next) == form && memory.compare(next, at, length) == 0) return next;
    place = next + OTHER;
    branches++;
  }
  const added = stepsTop;
  if (branches == MAX_BRANCHES || added == STEPS_END) return 0;
  stepsTop += STEP_BYTES;
  memory.copy(added, at, length);
  memory.fill(added + MASK, 0xff, length);
  store<u32>(added, form, FORM);
  store<u32>(place, <u32>added);
  return added;
}
