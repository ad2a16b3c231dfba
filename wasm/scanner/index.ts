// Scans lines of native traces. `JSON.parse` and `parseTrace` stay the definition (the reference): the scanner reads from a
// line what they would read, and marks every other line for them.
import {
  BLOCK,
  BLOCK_BYTES,
  CALLS,
  EXAMPLES,
  FOUND,
  IDENTITIES,
  SEQUENCES,
  MEMORY_END,
  SCRATCH,
  STRINGS,
  TOOLS,
  WATCHED,
} from './layout';
import { identityCount } from './identity';
import { internString, toolCount, toolOf } from './names';
import { markRepeats, mayRepeat } from './repeats';
import { countRun, exampleTop, hasAmbiguous, isListed, listedSequence, listedTest } from './runs';
import { skipBlanks } from './text';
import { callsOf, runOf, testNameOf, traceEnd } from './trace';
import { costOf, inputOf, outputOf, timeOf } from './usage';

export {
  addTest,
  countRun,
  findSequence,
  assignName,
  sequenceOfRun,
  nextOf,
  noteIdentity,
  setJob,
  setNext,
  setToolFacts,
  setEvidence,
  setListing,
  settleBefore,
  settleSequence,
  clearNames,
  usageAt,
  classifyRun,
} from './runs';

export { dropIdentities, hashScratch, watch } from './identity';

/** The number of a tool whose server and name stand at the start of the block, one behind the other; -1 when there is no room. */
export function toolInBlock(serverBytes: i32, nameBytes: i32): i32 {
  return toolOf(BLOCK, serverBytes, BLOCK + <usize>serverBytes, nameBytes);
}

/** The number of a text that is at the start of the block; -1 when there is no room. */
export function textInBlock(bytes: i32): i32 {
  return internString(BLOCK, bytes);
}

/**
 * The kind of a line: one for the reference, a trace, a trace whose calls must be compared by value, or a counted run that
 * may be listed.
 */
const UNKNOWN: i32 = 0;
const TRACE: i32 = 1;
const TRACE_MAY_REPEAT: i32 = 2;
const COUNTED: i32 = 3;

/** Where the last scan stopped, and how many lines and counted runs it saw. */
let stoppedAt: i32 = 0;
let lineCount: i32 = 0;
let runCount: i32 = 0;

/**
 * Scans the block from one place to another: UTF-8 that ends with a line feed. Stops behind the first line that is
 * neither blank nor a counted run, or a run that may be listed, and returns whether there was one. Of this line it writes
 * the start, end, kind, test, run, number of calls, and the calls; of a counted one the numbers of its test and sequence.
 */
export function scan(from: i32, to: i32): bool {
  const end = BLOCK + <usize>to;
  let at = BLOCK + <usize>from;
  let lines = 0;
  let runs = 0;
  let isFound = false;
  while (at < end && !isFound) {
    const start = at;
    let next = skipBlanks(at);
    if (load<u8>(next) != 0x0a) {
      next = traceEnd(next);
      if (next != 0) {
        next = skipBlanks(next);
        if (load<u8>(next) != 0x0a) next = 0;
      }
      const isCounted = next != 0 && countRun(false);
      if (isCounted) runs++;
      if (!isCounted || isListed) {
        isFound = true;
        if (isCounted) writeLine(COUNTED, <i32>listedTest, <i32>listedSequence, 0);
        else if (next != 0) writeTrace();
        else {
          next = lineEnd(start);
          writeLine(UNKNOWN, -1, 0, 0);
        }
        store<u32>(FOUND, <u32>(start - BLOCK));
        store<u32>(FOUND, <u32>(next - BLOCK), 4);
      }
    }
    lines++;
    at = next + 1;
  }
  stoppedAt = <i32>(at - BLOCK);
  lineCount = lines;
  runCount = runs;
  return isFound;
}

function writeTrace(): void {
  markRepeats(callsOf);
  writeLine(mayRepeat ? TRACE_MAY_REPEAT : TRACE, testNameOf, runOf, callsOf);
  for (let i: usize = 0; i < <usize>callsOf; i++)
    store<u32>(FOUND + (i << 2), load<u32>(CALLS + (i << 4)), 24);
}

function writeLine(kind: i32, test: i32, run: i32, calls: i32): void {
  store<i32>(FOUND, kind, 8);
  store<i32>(FOUND, test, 12);
  store<i32>(FOUND, run, 16);
  store<i32>(FOUND, calls, 20);
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

export function scannedTo(): i32 {
  return stoppedAt;
}
export function linesSeen(): i32 {
  return lineCount;
}
export function runsCounted(): i32 {
  return runCount;
}

/** Whether the last counted run may be listed, and its call sequence. */
export function runIsListed(): bool {
  return isListed;
}
export function sequenceListed(): u32 {
  return listedSequence;
}

/** Whether the last classified run has ambiguous tools. */
export function hasAmbiguousTools(): bool {
  return hasAmbiguous;
}

/** What the last trace used: tokens in, tokens out, billionths, milliseconds; -1 for what it does not record. */
export function usedByTrace(figure: i32): f64 {
  return <f64>(figure == 0 ? inputOf : figure == 1 ? outputOf : figure == 2 ? costOf : timeOf);
}

/** How many tools have a number. */
export function toolsKnown(): i32 {
  return <i32>toolCount;
}

/** Addresses of the areas of memory. */
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
export function sequencesAt(): usize {
  return SEQUENCES;
}
export function examplesAt(): usize {
  return EXAMPLES;
}
export function examplesEnd(): usize {
  return exampleTop;
}
export function identitiesNoted(): i32 {
  return identityCount;
}
export function identitiesAt(): usize {
  return IDENTITIES;
}
export function watchedAt(): usize {
  return WATCHED;
}
export function scratchAt(): usize {
  return SCRATCH;
}
export function memoryBytes(): usize {
  return MEMORY_END;
}
