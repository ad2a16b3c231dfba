// Counts runs by their call sequences: which classes were called, and how many calls hit, repeated, were unexpected, failed
// or were made twice. The scores of some tests follow from that: of these tests only runs with accepted evidence are returned.
import { BITS, FAILED, REPEATED, UNRECORDED } from './call';
import {
  CALLS,
  EXAMPLES,
  EXAMPLES_END,
  SEQUENCE_COUNT,
  SEQUENCES,
  MAX_PROBES,
  MAX_TESTS,
  TEST_OF_NAME,
  TESTS,
  TOOL_FACTS_COUNT,
  TOOL_FACTS,
} from './layout';
import { noteRun } from './identity';
import { stringCount } from './names';
import { markRepeats, mayRepeat } from './repeats';
import { callsOf, caseOf, idOf, runOf, testNameOf } from './trace';
import { costOf, inputOf, outputOf, timeOf } from './usage';

// Facts about a tool of a test: classes in the lower bits; then what runs have shown of it; then exceptions.
const CLASSES: u32 = 0x00ff_ffff;
const SEEN_CALLED: u32 = 0x0100_0000;
const SEEN_FAILED: u32 = 0x0200_0000;
const SEEN_REPEATED: u32 = 0x0400_0000;
const UNCOUNTED: u32 = 0x0800_0000;
const IRREGULAR: u32 = 0x1000_0000;
const AMBIGUOUS: u32 = 0x2000_0000;

// Counts in one number: six bits for each verdict of classes, four for each fault.
const MAX_COUNTED_CALLS: i32 = 63;
const MAX_COUNTED_FAULTS: i32 = 15;
const HIT: u32 = 1;
const REPEAT: u32 = 1 << 6;
const UNEXPECTED: u32 = 1 << 12;
const FAILURE: u32 = 1 << 18;
const DUPLICATE: u32 = 1 << 22;
const BOTH: u32 = 1 << 26;
/** Some call has no status. */
const WITHOUT_STATUS: u32 = 1 << 30;

// Evidence in one number: classes that were not called in the lower bits, then verdicts.
const SHOWS_HIT: u32 = 1 << 24;
const SHOWS_REPEAT: u32 = 1 << 25;
const SHOWS_UNEXPECTED: u32 = 1 << 26;
const SHOWS_FAILURE: u32 = 1 << 27;
const SHOWS_DUPLICATE: u32 = 1 << 28;
const ALL: u32 = 0xffff_ffff;

// Fields of a test: the faults that matter, the number that its next run will have in the job, the accepted evidence, all its
// classes, which counts distinguish sequences, and its place; then what its counted runs used, see `addUsage`.
const NEXT: usize = 4;
const EVIDENCE: usize = 8;
const ALL_CLASSES: usize = 12;
const COUNTS: usize = 16;
const PLACE: usize = 20;
const LACKS: usize = 24;
const TOKENS: usize = 32;
const MONEY: usize = 40;
const MILLISECONDS: usize = 48;
/** Whether its counted runs may be listed. */
const LISTS: usize = 56;

// Fields of a call sequence: its test, the classes and counts of its runs, how many were counted, their repeats, and job and number
// of the first of them. The highest byte of the job is how many of its runs were listed.
const ITS_CLASSES: usize = 4;
const ITS_COUNTS: usize = 8;
const TIMES: usize = 12;
const REPEATS: usize = 16;
const JOB: usize = 24;
const NUMBER: usize = 28;
const LISTED: usize = JOB + 3;

// How many runs of a sequence are listed at most; that none is listed any more; the same of one that was not counted yet.
const MAX_LISTED: u8 = 100;
const SETTLED: u8 = 255;
const SETTLED_BEFORE: u8 = 254;

/** The job that runs belong to. */
let job: u32 = 0;
export function setJob(number: u32): void {
  job = number;
}

let testCount: u32 = 0;
export let exampleTop: usize = EXAMPLES;

/**
 * The number of a new test at a place, with so many classes; these faults and counts distinguish its call sequences. 0 when
 * there are too many.
 */
export function addTest(faults: u32, classes: u32, countsThatMatter: u32, place: u32): u32 {
  if (testCount == MAX_TESTS - 1) return 0;
  testCount++;
  const test = testAt(testCount);
  store<u32>(test, faults);
  store<u32>(test, ALL, EVIDENCE);
  store<u32>(test, (1 << classes) - 1, ALL_CLASSES);
  store<u32>(test, countsThatMatter, COUNTS);
  store<u32>(test, place, PLACE);
  store<u32>(test, 1, LISTS);
  return testCount;
}

// @inline
function testAt(test: u32): usize {
  return TESTS + ((<usize>test) << 6);
}

/** Runs without any of this evidence are only counted. */
export function setEvidence(test: u32, evidence: u32): void {
  store<u32>(testAt(test), evidence, EVIDENCE);
}

/** Whether counted runs of a test may be listed. */
export function setListing(test: u32, lists: bool): void {
  store<u32>(testAt(test), u32(lists), LISTS);
}

/** Counted runs of a sequence are not listed any more. */
export function settleSequence(sequence: u32): void {
  store<u8>(SEQUENCES + ((<usize>sequence) << 5), SETTLED, LISTED);
}

/** The same of a sequence that may not have been counted yet. */
export function settleBefore(test: u32, classes: u32, itsCounts: u32): void {
  const place = sequencePlace(test, classes, itsCounts);
  if (place == 0) return;
  const isNewSequence = load<u32>(place) == 0;
  if (isNewSequence) addSequence(place, test, classes, itsCounts);
  store<u8>(place, isNewSequence ? SETTLED_BEFORE : SETTLED, LISTED);
}

/** Runs with this name (-1: without one) belong to a test. */
export function assignName(name: i32, test: u32): void {
  store<u32>(TEST_OF_NAME + ((<usize>(name + 1)) << 2), test);
}

/** Names belong to no test any more. */
export function clearNames(): void {
  memory.fill(TEST_OF_NAME, 0, 4 * <usize>(stringCount + 1));
}

/** The number of a test's next run in its job. */
export function nextOf(test: u32): u32 {
  return load<u32>(testAt(test), NEXT);
}
export function setNext(test: u32, number: u32): void {
  store<u32>(testAt(test), number, NEXT);
}

/** Sets the facts about a tool; false when there is no room. */
export function setToolFacts(test: u32, tool: u32, facts: u32): bool {
  const place = factsPlace(test, tool);
  if (place == 0) return false;
  store<u32>(place, pairOf(test, tool));
  store<u32>(place, facts, 4);
  return true;
}

// @inline
function pairOf(test: u32, tool: u32): u32 {
  return (test << 15) | tool;
}

/** Where the facts about a tool are, or may be put. */
// @inline
function factsPlace(test: u32, tool: u32): usize {
  const pair = pairOf(test, tool);
  let slot = (pair * 0x9e3779b1) >> 16;
  for (let probes = 0; probes < MAX_PROBES; probes++) {
    const place = TOOL_FACTS + ((<usize>slot) << 3);
    const found = load<u32>(place);
    if (found == pair || found == 0) return place;
    slot = (slot + 1) & (TOOL_FACTS_COUNT - 1);
  }
  return 0;
}

/** Whether the last classified run shows a tool, or a fault of one, for the first time; whether some tools are ambiguous. */
let isNew: bool = false;
export let hasAmbiguous: bool = false;
let called: u32 = 0;
let counts: u32 = 0;

/** Finds the call sequence of the last run; false when the line must be parsed for it. */
export function classifyRun(test: u32): bool {
  if (runOf != 0 || callsOf > MAX_COUNTED_CALLS) return false;
  const faults = load<u32>(testAt(test));
  if (faults != 0) {
    markRepeats(callsOf);
    if (mayRepeat) return false;
  }
  isNew = false;
  let all: u32 = 0;
  let faulty: i32 = 0;
  let classesCalled: u32 = 0;
  let sum: u32 = 0;
  let unrecorded: u32 = 0;
  const end = CALLS + ((<usize>callsOf) << 4);
  for (let entry = CALLS; entry < end; entry += 16) {
    const call = load<u32>(entry);
    const place = factsPlace(test, call & ~BITS);
    const facts = place == 0 ? 0 : load<u32>(place, 4);
    if (facts == 0) return false;
    all |= facts;
    if ((facts & UNCOUNTED) != 0) continue;
    const classes = facts & CLASSES;
    const again = (classes & ~classesCalled) == 0 ? REPEAT : HIT;
    sum += classes == 0 ? UNEXPECTED : again;
    classesCalled |= classes;
    if (faults != 0 && (call & UNRECORDED) != 0) unrecorded = WITHOUT_STATUS;
    const fault = call & faults;
    let seen = SEEN_CALLED;
    if (fault != 0) {
      // Its first fault is its verdict.
      seen |= (fault & FAILED) != 0 ? SEEN_FAILED : SEEN_REPEATED;
      sum += fault == FAILED ? FAILURE : fault == REPEATED ? DUPLICATE : FAILURE + DUPLICATE + BOTH;
      if (++faulty > MAX_COUNTED_FAULTS) return false;
    }
    if ((facts & seen) != seen) isNew = true;
  }
  hasAmbiguous = (all & AMBIGUOUS) != 0;
  called = classesCalled;
  counts = sum | unrecorded;
  return (all & IRREGULAR) == 0;
}

/** Where the call sequence with these classes and counts is, or may be put; 0 when there is no room. */
function sequencePlace(test: u32, classes: u32, itsCounts: u32): usize {
  const mixed =
    (((<u64>classes) << 32) | itsCounts) * 0x9e3779b97f4a7c15 + <u64>test * 0xc2b2ae3d27d4eb4f;
  let slot = <u32>((mixed ^ (mixed >> 29)) >> 24) & (SEQUENCE_COUNT - 1);
  for (let probes = 0; probes < MAX_PROBES; probes++) {
    const place = SEQUENCES + ((<usize>slot) << 5);
    const owner = load<u32>(place);
    if (owner == 0) return place;
    if (
      owner == test &&
      load<u32>(place, ITS_CLASSES) == classes &&
      load<u32>(place, ITS_COUNTS) == itsCounts
    )
      return place;
    slot = (slot + 1) & (SEQUENCE_COUNT - 1);
  }
  return 0;
}

/** The evidence of the classified run. Hits and repeats are evidence only of runs with other faults. */
// @inline
function evidenceOfRun(allClasses: u32): u32 {
  let shown = ~called & allClasses;
  if ((counts & (FAILURE - UNEXPECTED)) != 0) shown |= SHOWS_UNEXPECTED;
  if (shown != 0) {
    if ((counts & (REPEAT - HIT)) != 0) shown |= SHOWS_HIT;
    if ((counts & (UNEXPECTED - REPEAT)) != 0) shown |= SHOWS_REPEAT;
  }
  if ((counts & (DUPLICATE - FAILURE)) != 0) shown |= SHOWS_FAILURE;
  if ((counts & (BOTH - DUPLICATE)) != 0) shown |= SHOWS_DUPLICATE;
  return shown;
}

/** Whether the last counted run may be listed; its test and its call sequence. */
export let isListed: bool = false;
export let listedTest: u32 = 0;
export let listedSequence: u32 = 0;

/** Counts the last run; false when it must be scored or parsed. `ambiguityIsKnown`: a scored run had its ambiguous tools. */
export function countRun(ambiguityIsKnown: bool): bool {
  isListed = false;
  const number = load<u32>(TEST_OF_NAME + ((<usize>(testNameOf + 1)) << 2));
  if (number == 0 || !classifyRun(number) || isNew || (hasAmbiguous && !ambiguityIsKnown))
    return false;
  const test = testAt(number);
  if ((evidenceOfRun(load<u32>(test, ALL_CLASSES)) & load<u32>(test, EVIDENCE)) != 0) return false;
  const place = sequencePlace(number, called, counts & load<u32>(test, COUNTS));
  if (place == 0) return false;
  const listed = load<u8>(place, LISTED);
  const isNewSequence = load<u32>(place) == 0 || listed == SETTLED_BEFORE;
  if ((isNewSequence && exampleEnd() > EXAMPLES_END) || !noteIdentity(number)) return false;
  if (isNewSequence) keepExample(place, number);
  if (listed == SETTLED_BEFORE) store<u8>(place, SETTLED, LISTED);
  else if (listed < MAX_LISTED && load<u32>(test, LISTS) != 0) {
    store<u8>(place, listed + 1, LISTED);
    isListed = true;
    listedTest = number;
    listedSequence = <u32>((place - SEQUENCES) >> 5);
  }
  store<u32>(place, load<u32>(place, TIMES) + 1, TIMES);
  store<u64>(place, load<u64>(place, REPEATS) + ((counts >> 6) & MAX_COUNTED_CALLS), REPEATS);
  store<u32>(test, load<u32>(test, NEXT) + 1, NEXT);
  addUsage(test);
  return true;
}

/** Adds what the last run used: sums, and a bit for each figure that some run lacks; 8 where there was a run. */
// @inline
function addUsage(test: usize): void {
  const tokens = inputOf < 0 || outputOf < 0 ? -1 : inputOf + outputOf;
  const lacks = u32(tokens < 0) | (u32(costOf < 0) << 1) | (u32(timeOf < 0) << 2) | 8;
  store<u32>(test, load<u32>(test, LACKS) | lacks, LACKS);
  store<u64>(test, load<u64>(test, TOKENS) + <u64>max<i64>(tokens, 0), TOKENS);
  store<u64>(test, load<u64>(test, MONEY) + <u64>max<i64>(costOf, 0), MONEY);
  store<u64>(test, load<u64>(test, MILLISECONDS) + <u64>max<i64>(timeOf, 0), MILLISECONDS);
}

/** The address of the usage of a test's counted runs: what they lack, then from 8 bytes on the sums. */
export function usageAt(test: u32): usize {
  return testAt(test) + LACKS;
}

/** Collects the hash of the last run, if it has an id; false when the reference must parse it. */
export function noteIdentity(test: u32): bool {
  return idOf == 0 || noteRun(load<u32>(testAt(test), PLACE), idOf, caseOf);
}

/** Where the last run that was read would end as an example. */
// @inline
function exampleEnd(): usize {
  return exampleTop + ((<usize>callsOf) << 2) + 8;
}

/** Keeps the last run as an example of its call sequence, which is new. */
function keepExample(place: usize, test: u32): void {
  const end = exampleEnd();
  store<u32>(exampleTop, <u32>((place - SEQUENCES) >> 5));
  store<u32>(exampleTop, callsOf, 4);
  for (let i: usize = 0; i < <usize>callsOf; i++)
    store<u32>(exampleTop + (i << 2), load<u32>(CALLS + (i << 4)), 8);
  exampleTop = end;
  addSequence(place, test, called, counts & load<u32>(testAt(test), COUNTS));
  store<u32>(place, job, JOB);
  store<u32>(place, load<u32>(testAt(test), NEXT), NUMBER);
}

function addSequence(place: usize, test: u32, classes: u32, itsCounts: u32): void {
  store<u32>(place, test);
  store<u32>(place, classes, ITS_CLASSES);
  store<u32>(place, itsCounts, ITS_COUNTS);
}

/** The number of the last run's call sequence; -1 when the line must be parsed for it, or there is no room. */
export function sequenceOfRun(test: u32): i32 {
  return classifyRun(test)
    ? findSequence(test, called, counts & load<u32>(testAt(test), COUNTS))
    : -1;
}

/** The number of a call sequence; -1 when there is no room. */
export function findSequence(test: u32, classes: u32, itsCounts: u32): i32 {
  const place = sequencePlace(test, classes, itsCounts);
  if (place == 0) return -1;
  if (load<u32>(place) == 0) addSequence(place, test, classes, itsCounts);
  return <i32>((place - SEQUENCES) >> 5);
}
