// Counts runs by their kinds. A test's scores may follow from which classes were called, and how many calls hit, repeated,
// missed, failed or were made twice: such a test, a taker, is told only of runs that show something it wants.
import { BITS, FAILED, REPEATED, UNRECORDED } from './call';
import {
  CALLS,
  EXAMPLES,
  EXAMPLES_END,
  KIND_COUNT,
  KINDS,
  MAX_PROBES,
  MAX_TAKERS,
  TAKER_OF,
  TAKERS,
  VIEW_COUNT,
  VIEWS,
} from './layout';
import { noteRun } from './identity';
import { stringCount } from './names';
import { markRepeats, mayRepeat } from './repeats';
import { callsOf, caseOf, idOf, runOf, testOf } from './trace';
import { costOf, inputOf, outputOf, timeOf } from './usage';

// What a taker makes of a tool: classes in the lower bits; then what was seen of it; then what else must be known.
const CLASSES: u32 = 0x00ff_ffff;
const SEEN_CALLED: u32 = 0x0100_0000;
const SEEN_FAILED: u32 = 0x0200_0000;
const SEEN_REPEATED: u32 = 0x0400_0000;
const UNCOUNTED: u32 = 0x0800_0000;
const ODD: u32 = 0x1000_0000;
const RIVALS: u32 = 0x2000_0000;

// Counts in one number: six bits for each verdict of classes, four for each fault.
const MOST_CALLS: i32 = 63;
const MOST_FAULTS: i32 = 15;
const HIT: u32 = 1;
const REPEAT: u32 = 1 << 6;
const UNEXPECTED: u32 = 1 << 12;
const FAILURE: u32 = 1 << 18;
const DUPLICATE: u32 = 1 << 22;
const BOTH: u32 = 1 << 26;
/** Some call has no status. */
const WITHOUT_STATUS: u32 = 1 << 30;

// What a run may show that is wanted, in one number: classes that were not called in the lower bits, then verdicts.
const SHOWS_HIT: u32 = 1 << 24;
const SHOWS_REPEAT: u32 = 1 << 25;
const SHOWS_UNEXPECTED: u32 = 1 << 26;
const SHOWS_FAILURE: u32 = 1 << 27;
const SHOWS_DUPLICATE: u32 = 1 << 28;
const ALL: u32 = 0xffff_ffff;

// Fields of a taker: the faults that matter, the number that its next run will have in the job, what is wanted, all its
// classes, which counts make a kind, and the place of its test; then what its counted runs used, see `addUsage`.
const NEXT: usize = 4;
const WANTED: usize = 8;
const ALL_CLASSES: usize = 12;
const COUNTS: usize = 16;
const PLACE: usize = 20;
const LACKS: usize = 24;
const TOKENS: usize = 32;
const MONEY: usize = 40;
const MILLISECONDS: usize = 48;

// Fields of a kind: its taker, the classes and counts of its runs, how many were counted, their repeats, and job and number
// of the first of them.
const ITS_CLASSES: usize = 4;
const ITS_COUNTS: usize = 8;
const TIMES: usize = 12;
const REPEATS: usize = 16;
const JOB: usize = 24;
const NUMBER: usize = 28;

/** The job that runs belong to. */
let job: u32 = 0;
export function setJob(number: u32): void {
  job = number;
}

let takerCount: u32 = 0;
export let exampleTop: usize = EXAMPLES;

/**
 * The number of a new taker with so many classes, to which these faults of calls and counts of runs matter, for the test at a
 * place; 0 when there are too many.
 */
export function addTaker(faults: u32, classes: u32, countsThatMatter: u32, place: u32): u32 {
  if (takerCount == MAX_TAKERS - 1) return 0;
  takerCount++;
  const taker = takerAt(takerCount);
  store<u32>(taker, faults);
  store<u32>(taker, ALL, WANTED);
  store<u32>(taker, (1 << classes) - 1, ALL_CLASSES);
  store<u32>(taker, countsThatMatter, COUNTS);
  store<u32>(taker, place, PLACE);
  return takerCount;
}

// @inline
function takerAt(taker: u32): usize {
  return TAKERS + ((<usize>taker) << 6);
}

/** Runs that show nothing of this are only counted. */
export function setWanted(taker: u32, wanted: u32): void {
  store<u32>(takerAt(taker), wanted, WANTED);
}

/** Runs of this test (-1: without one) are a taker's from now on. */
export function giveTest(test: i32, taker: u32): void {
  store<u32>(TAKER_OF + ((<usize>(test + 1)) << 2), taker);
}

/** Nobody takes any test. */
export function takeTests(): void {
  memory.fill(TAKER_OF, 0, 4 * <usize>(stringCount + 1));
}

/** The number that a taker's next run will have in its job. */
export function nextOf(taker: u32): u32 {
  return load<u32>(takerAt(taker), NEXT);
}
export function setNext(taker: u32, number: u32): void {
  store<u32>(takerAt(taker), number, NEXT);
}

/** Says what a taker makes of a tool; false when there is no room. */
export function setView(taker: u32, tool: u32, view: u32): bool {
  const place = viewPlace(taker, tool);
  if (place == 0) return false;
  store<u32>(place, pairOf(taker, tool));
  store<u32>(place, view, 4);
  return true;
}

// @inline
function pairOf(taker: u32, tool: u32): u32 {
  return (taker << 15) | tool;
}

/** Where the view of a tool is, or may be put. */
// @inline
function viewPlace(taker: u32, tool: u32): usize {
  const pair = pairOf(taker, tool);
  let slot = (pair * 0x9e3779b1) >> 16;
  for (let probes = 0; probes < MAX_PROBES; probes++) {
    const place = VIEWS + ((<usize>slot) << 3);
    const found = load<u32>(place);
    if (found == pair || found == 0) return place;
    slot = (slot + 1) & (VIEW_COUNT - 1);
  }
  return 0;
}

/** What the last run that was weighed shows for the first time: a tool, or a fault of one; whether some tools may be confused. */
let isNew: bool = false;
export let hasRivals: bool = false;
let called: u32 = 0;
let counts: u32 = 0;

/** Finds the kind of the last run that was read; false when the calls do not tell it. */
export function weighRun(taker: u32): bool {
  if (runOf != 0 || callsOf > MOST_CALLS) return false;
  const faults = load<u32>(takerAt(taker));
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
    const place = viewPlace(taker, call & ~BITS);
    const view = place == 0 ? 0 : load<u32>(place, 4);
    if (view == 0) return false;
    all |= view;
    if ((view & UNCOUNTED) != 0) continue;
    const classes = view & CLASSES;
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
      if (++faulty > MOST_FAULTS) return false;
    }
    if ((view & seen) != seen) isNew = true;
  }
  hasRivals = (all & RIVALS) != 0;
  called = classesCalled;
  counts = sum | unrecorded;
  return (all & ODD) == 0;
}

/** Where the kind of runs with these classes and counts is, or may be put; 0 when there is no room. */
function kindPlace(taker: u32, classes: u32, itsCounts: u32): usize {
  const mixed =
    (((<u64>classes) << 32) | itsCounts) * 0x9e3779b97f4a7c15 + <u64>taker * 0xc2b2ae3d27d4eb4f;
  let slot = <u32>((mixed ^ (mixed >> 29)) >> 24) & (KIND_COUNT - 1);
  for (let probes = 0; probes < MAX_PROBES; probes++) {
    const place = KINDS + ((<usize>slot) << 5);
    const owner = load<u32>(place);
    if (owner == 0) return place;
    if (
      owner == taker &&
      load<u32>(place, ITS_CLASSES) == classes &&
      load<u32>(place, ITS_COUNTS) == itsCounts
    )
      return place;
    slot = (slot + 1) & (KIND_COUNT - 1);
  }
  return 0;
}

/** What the run that was weighed shows. Hits and repeats are not shown where nothing is wrong with the classes. */
// @inline
function shownByRun(allClasses: u32): u32 {
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

/** Counts the last run that was read; false when someone must look at it. `rivalsAreKnown`: those tools that may be confused were seen together. */
export function countRun(rivalsAreKnown: bool): bool {
  const number = load<u32>(TAKER_OF + ((<usize>(testOf + 1)) << 2));
  if (number == 0 || !weighRun(number) || isNew || (hasRivals && !rivalsAreKnown)) return false;
  const taker = takerAt(number);
  if ((shownByRun(load<u32>(taker, ALL_CLASSES)) & load<u32>(taker, WANTED)) != 0) return false;
  const place = kindPlace(number, called, counts & load<u32>(taker, COUNTS));
  if (place == 0) return false;
  const isNewKind = load<u32>(place) == 0;
  if ((isNewKind && exampleEnd() > EXAMPLES_END) || !noteIdentity(number)) return false;
  if (isNewKind) keepExample(place, number);
  store<u32>(place, load<u32>(place, TIMES) + 1, TIMES);
  store<u64>(place, load<u64>(place, REPEATS) + ((counts >> 6) & MOST_CALLS), REPEATS);
  store<u32>(taker, load<u32>(taker, NEXT) + 1, NEXT);
  addUsage(taker);
  return true;
}

/** Adds what the last run used: sums, and a bit for each figure that some run lacks; 8 where there was a run. */
// @inline
function addUsage(taker: usize): void {
  const tokens = inputOf < 0 || outputOf < 0 ? -1 : inputOf + outputOf;
  const lacks = u32(tokens < 0) | (u32(costOf < 0) << 1) | (u32(timeOf < 0) << 2) | 8;
  store<u32>(taker, load<u32>(taker, LACKS) | lacks, LACKS);
  store<u64>(taker, load<u64>(taker, TOKENS) + <u64>max<i64>(tokens, 0), TOKENS);
  store<u64>(taker, load<u64>(taker, MONEY) + <u64>max<i64>(costOf, 0), MONEY);
  store<u64>(taker, load<u64>(taker, MILLISECONDS) + <u64>max<i64>(timeOf, 0), MILLISECONDS);
}

/** Where the usage of a taker's counted runs stands: what they lack, then from 8 bytes on the sums. */
export function usageAt(taker: u32): usize {
  return takerAt(taker) + LACKS;
}

/** Notes the id of the last run that was read, if it has one, as a run of a taker; false when the reference must look at it. */
export function noteIdentity(taker: u32): bool {
  return idOf == 0 || noteRun(load<u32>(takerAt(taker), PLACE), idOf, caseOf);
}

/** Where the last run that was read would end as an example. */
// @inline
function exampleEnd(): usize {
  return exampleTop + ((<usize>callsOf) << 2) + 8;
}

/** Keeps the last run that was read as an example of its kind, which is new. */
function keepExample(place: usize, taker: u32): void {
  const end = exampleEnd();
  store<u32>(exampleTop, <u32>((place - KINDS) >> 5));
  store<u32>(exampleTop, callsOf, 4);
  for (let i: usize = 0; i < <usize>callsOf; i++)
    store<u32>(exampleTop + (i << 2), load<u32>(CALLS + (i << 4)), 8);
  exampleTop = end;
  addKind(place, taker, called, counts & load<u32>(takerAt(taker), COUNTS));
  store<u32>(place, job, JOB);
  store<u32>(place, load<u32>(takerAt(taker), NEXT), NUMBER);
}

function addKind(place: usize, taker: u32, classes: u32, itsCounts: u32): void {
  store<u32>(place, taker);
  store<u32>(place, classes, ITS_CLASSES);
  store<u32>(place, itsCounts, ITS_COUNTS);
}

/** The number of the kind of the last run that was read; -1 when the calls do not tell it, or there is no room. */
export function kindOfRun(taker: u32): i32 {
  return weighRun(taker) ? findKind(taker, called, counts & load<u32>(takerAt(taker), COUNTS)) : -1;
}

/** The number of a kind by what its runs are; -1 when there is no room. */
export function findKind(taker: u32, classes: u32, itsCounts: u32): i32 {
  const place = kindPlace(taker, classes, itsCounts);
  if (place == 0) return -1;
  if (load<u32>(place) == 0) addKind(place, taker, classes, itsCounts);
  return <i32>((place - KINDS) >> 5);
}
