// Scans lines of native traces. `JSON.parse` and `parseTrace` stay the definition: what is found here is what they would
// have found, and any line that gives cause for doubt is marked for them.
import { mayRepeat } from './call';
import { BLOCK, BLOCK_BYTES, FOUND, FOUND_FULL, MEMORY_END, STRINGS, TOOLS } from './layout';
import { stringCount, toolCount } from './names';
import { skipBlanks } from './text';
import { callsOf, runOf, testOf, traceEnd } from './trace';

/** What a line is: for the reference, a trace, or a trace whose calls must be compared by value. */
const ODD: i32 = 0;
const TRACE: i32 = 1;
const TRACE_MAY_REPEAT: i32 = 2;

/** Where the last scan stopped, and how many lines it saw, blank ones too. */
let stoppedAt: i32 = 0;
let lineCount: i32 = 0;

/**
 * Scans the block from one place to another: UTF-8 that ends with a line feed. Answers how many words were written:
 * per line that is not blank its number, start, end, kind, test, run, number of calls, and the calls.
 * It stops early when there is no room for more.
 */
export function scan(from: i32, to: i32): i32 {
  const end = BLOCK + <usize>to;
  let at = BLOCK + <usize>from;
  let out = FOUND;
  let line = 0;
  while (at < end && out < FOUND_FULL) {
    const start = at;
    let next = skipBlanks(at);
    if (load<u8>(next) != 0x0a) {
      next = traceEnd(next, out + 28);
      if (next != 0) {
        next = skipBlanks(next);
        if (load<u8>(next) != 0x0a) next = 0;
      }
      const isPlain = next != 0;
      if (!isPlain) next = lineEnd(start);
      store<i32>(out, line);
      store<u32>(out, <u32>(start - BLOCK), 4);
      store<u32>(out, <u32>(next - BLOCK), 8);
      store<i32>(out, isPlain ? (mayRepeat ? TRACE_MAY_REPEAT : TRACE) : ODD, 12);
      store<i32>(out, testOf, 16);
      store<i32>(out, runOf, 20);
      store<i32>(out, isPlain ? callsOf : 0, 24);
      out += 28 + (isPlain ? (<usize>callsOf) << 2 : 0);
    }
    line++;
    at = next + 1;
  }
  stoppedAt = <i32>(at - BLOCK);
  lineCount = line;
  return <i32>((out - FOUND) >> 2);
}

export function scannedTo(): i32 {
  return stoppedAt;
}
export function linesSeen(): i32 {
  return lineCount;
}

function lineEnd(from: usize): usize {
  let at = from;
  const feed = i8x16.splat(0x0a);
  while (true) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), feed));
    if (found != 0) return at + ctz(found);
    at += 16;
  }
}

/** The number of names that are known, and where they are listed. */
export function stringsKnown(): u32 {
  return stringCount;
}
export function toolsKnown(): u32 {
  return toolCount;
}
export function stringsAt(): usize {
  return STRINGS;
}
export function toolsAt(): usize {
  return TOOLS;
}
export function blockAt(): usize {
  return BLOCK;
}
export function blockBytes(): i32 {
  return BLOCK_BYTES;
}
export function foundAt(): usize {
  return FOUND;
}
export function memoryBytes(): usize {
  return MEMORY_END;
}
