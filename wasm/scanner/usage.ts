// What a run used, in the whole numbers that reports sum: tokens, billionths of a unit of money, milliseconds. What is
// rounded here is what `Math.round` makes of the same number; where that is not certain the line is left to the reference.
import { keyAt, keyHead, keyLength } from './members';
import { COST, DURATION, INPUT_TOKENS, noteSlot, OUTPUT_TOKENS } from './patterns';
import { isDigit, nullEnd, numberEnd } from './text';

/** What the last trace used; -1 for what it does not record. */
export let inputOf: i64 = -1;
export let outputOf: i64 = -1;
export let costOf: i64 = -1;
export let timeOf: i64 = -1;

export function forgetUsage(): void {
  inputOf = -1;
  outputOf = -1;
  costOf = -1;
  timeOf = -1;
}

/** Which amount of `usage` the last key that was read names; 0 for none. */
export function usageKind(): i32 {
  const head = keyHead;
  if (keyLength == 4) return head == 0x74736f63 ? COST : 0;
  if (keyLength == 12)
    return head == 0x6f745f7475706e69 && load<u32>(keyAt, 8) == 0x736e656b ? INPUT_TOKENS : 0;
  const isOutput =
    keyLength == 13 &&
    head == 0x745f74757074756f &&
    load<u32>(keyAt, 8) == 0x6e656b6f &&
    load<u8>(keyAt, 12) == 0x73;
  return isOutput ? OUTPUT_TOKENS : 0;
}

/** Behind an amount or null. */
export function usedOrNull(kind: i32, at: usize): usize {
  if (load<u8>(at) == 0x6e) return nullEnd(at);
  const end = usedEnd(kind, at);
  if (end != 0) noteSlot(kind, at, end);
  return end;
}

/** Behind an amount, which is noted. */
export function usedEnd(kind: i32, at: usize): usize {
  const end = amountEnd(at, kind == COST ? 9 : 0);
  if (end == 0) return 0;
  if (kind == COST) costOf = amount;
  else if (kind == DURATION) timeOf = amount;
  else {
    // Parts of tokens are summed before they are rounded.
    if (!isWhole) return 0;
    if (kind == INPUT_TOKENS) inputOf = amount;
    else outputOf = amount;
  }
  return end;
}

/** Larger amounts are left to the reference. */
const MAX_AMOUNT: u64 = 1_000_000_000_000;
/** Ten times this and a digit fit into 64 bits. */
const MAX_DIGITS: u64 = 100_000_000_000_000_000;

/** The last amount that was read, and whether nothing of it was rounded. */
let amount: i64 = 0;
let isWhole: bool = false;

/** Behind a number from 0 to 10^12, counted in units of which `places` decimals make one; 0 for others. */
function amountEnd(from: usize, places: i32): usize {
  const end = numberEnd(from);
  let digits: u64 = 0;
  let power = places;
  let behindPoint = 0;
  for (let at = from; at < end; at++) {
    const byte: u32 = load<u8>(at);
    if (isDigit(byte)) {
      if (digits >= MAX_DIGITS) return 0;
      digits = digits * 10 + (byte - 0x30);
      power -= behindPoint;
    } else if (byte == 0x2e) behindPoint = 1;
    else {
      // A power that makes it smaller; a minus before the digits is not one.
      if (at == from || load<u8>(at, 1) != 0x2d) return 0;
      let less = 0;
      for (at += 2; at < end; at++) less = less * 10 + (load<u8>(at) - 0x30);
      power -= less;
    }
  }
  return round(digits, power, places) ? end : 0;
}

/** Makes an amount of digits times a power of ten; false where the rounding is not certain. */
function round(digits: u64, power: i32, places: i32): bool {
  let whole = digits;
  isWhole = true;
  for (let left = power; left > 0 && whole <= MAX_AMOUNT; left--) whole *= 10;
  if (power < 0) {
    // More than 18 places take away all digits that there may be.
    let unit: u64 = 1;
    for (let left = power < -19 ? -19 : power; left < 0; left++) unit *= 10;
    whole = digits / unit;
    const rest = digits % unit;
    isWhole = rest == 0;
    const half = unit >> 1;
    const gap = rest > half ? rest - half : half - rest;
    // Multiplying by 10^9 is not exact: near a half it may fall on either side of it.
    if (gap == 0 ? places != 0 : gap < unit / 200) return false;
    if (rest >= half) whole++;
  }
  amount = <i64>whole;
  return whole <= MAX_AMOUNT;
}
