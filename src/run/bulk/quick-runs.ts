import { type CallRules, type CompiledScorer, compileCallRules } from '#core';
import { CALL, LINE, LINE_KINDS, type TraceScanner } from '#readers';
import type { ScorerPlan } from '#suite';
import type { RunOutcome } from '../measure.ts';
import type { TestSums } from '../test-sums.ts';
import { SEEN, SPECIAL, ToolViews } from './tool-views.ts';

/** How runs of one kind end, and how many more of them there were. */
interface Ending {
  readonly outcome: RunOutcome;
  times: number;
  /** Nothing of a later run of this kind would be kept. */
  isSettled: boolean;
}

/** Classes are bits of a number. */
const MOST_CLASSES = 30;
/** Counts of a run's calls in one number: six bits for each verdict of classes, four for each fault. */
const MOST_CALLS = 63;
const HIT = 1;
const REPEAT = 1 << 6;
const UNEXPECTED = 1 << 12;
const FAILED = 1 << 18;
const REPEATED = 1 << 22;
const BOTH = 1 << 26;

/**
 * Counts the runs of a test by what a scan tells of them. A run's score follows from which classes were called and how
 * many calls hit, repeated, missed, failed or were made twice: the first run of each kind is scored like any other, the
 * rest are counted.
 */
export class QuickRuns {
  readonly #test: TestSums;
  readonly #scanner: TraceScanner;
  readonly #views: ToolViews;
  readonly #checksCalls: boolean;
  readonly #endings = new Map<number, Map<number, Ending>>();
  /** The kind of the run that was looked at last, and whether it shows something for the first time. */
  #called = 0;
  #counts = 0;
  #isNew = false;
  #hasRivals = false;

  private constructor(test: TestSums, scanner: TraceScanner, compiled: readonly CompiledScorer[]) {
    const rules: CallRules = compileCallRules(test.plan.rules);
    const classes = compiled.find(({ slotsOf }) => slotsOf !== undefined) ?? null;
    this.#test = test;
    this.#scanner = scanner;
    this.#views = new ToolViews((id) => scanner.toolOf(id), rules, classes);
    this.#checksCalls = compiled.some(({ scorer }) => scorer.name === 'call_checks');
  }

  /** Null for a test whose scores need more than a scan tells. */
  static of(test: TestSums, scanner: TraceScanner): QuickRuns | null {
    const compiled = test.measure.fixed;
    if (compiled === null || !test.plan.scorers.every(isQuick)) return null;
    const classes = compiled.filter(({ slotsOf }) => slotsOf !== undefined);
    if (classes.length > 1 || (classes[0]?.slots.length ?? 0) > MOST_CLASSES) return null;
    return new QuickRuns(test, scanner, compiled);
  }

  /** Counts the run at a place of `found`; false when it must be scored like any other. */
  take(at: number, job: number): boolean {
    if (!this.#look(at) || this.#isNew) return false;
    const ending = this.#endings.get(this.#called)?.get(this.#counts);
    if (ending === undefined) return false;
    const { numbers, measure } = this.#test;
    if (!ending.isSettled) {
      if (measure.wants(numbers.next(job), ending.outcome)) return false;
      // Later runs come later in canonical order, too.
      ending.isSettled = true;
    }
    numbers.take(null, job);
    ending.times++;
    return true;
  }

  /** Learns from a run that was scored: later ones of its kind end like it, and its tools are not new any more. */
  learn(at: number, outcome: RunOutcome): void {
    if (!this.#look(at)) return;
    const { found } = this.#scanner;
    const { flags } = this.#views;
    const calls = found.subarray(at + LINE.words, at + LINE.words + found[at + LINE.calls]!);
    for (const call of calls) flags[call & CALL.tool]! |= this.#seenOf(call);
    if (this.#hasRivals) this.#views.rememberRivals(toolsOf(calls));
    let byCounts = this.#endings.get(this.#called);
    if (byCounts === undefined) this.#endings.set(this.#called, (byCounts = new Map()));
    if (!byCounts.has(this.#counts))
      byCounts.set(this.#counts, { outcome, times: 0, isSettled: false });
  }

  /** What is seen of a tool by a call: its first fault is its verdict. */
  #seenOf(call: number): number {
    if (!this.#checksCalls) return SEEN.call;
    if ((call & CALL.failed) !== 0) return SEEN.call | SEEN.failed;
    return (call & CALL.repeated) !== 0 ? SEEN.call | SEEN.repeated : SEEN.call;
  }

  /** Gives the test what was counted. */
  finish(): void {
    for (const byCounts of this.#endings.values()) {
      for (const ending of byCounts.values()) {
        if (ending.times > 0) this.#test.repeat(ending.outcome, ending.times);
        ending.times = 0;
      }
    }
  }

  /** Finds the kind of a run; false when the scan does not tell it. */
  #look(at: number): boolean {
    const { found } = this.#scanner;
    const first = at + LINE.words;
    const end = first + found[at + LINE.calls]!;
    if (end - first > MOST_CALLS || found[at + LINE.run] !== 0) return false;
    if (this.#checksCalls && found[at + LINE.kind] === LINE_KINDS.mayRepeat) return false;
    const faults = this.#checksCalls ? CALL.failed | CALL.repeated : 0;
    const views = this.#views;
    let { flags, classes } = views;
    let called = 0;
    let counts = 0;
    let special = 0;
    let isNew = false;
    for (let i = first; i < end; i++) {
      const call = found[i]!;
      const tool = call & CALL.tool;
      if (tool >= flags.length || flags[tool] === 0) {
        views.meet(tool);
        ({ flags, classes } = views);
      }
      const known = flags[tool]!;
      special |= known;
      if ((known & SPECIAL.uncounted) !== 0) continue;
      const own = classes[tool]!;
      counts += own === 0 ? UNEXPECTED : (own & ~called) === 0 ? REPEAT : HIT;
      called |= own;
      if ((known & SEEN.call) === 0) isNew = true;
      if ((call & faults) === 0) continue;
      const seen = this.#seenOf(call);
      if ((known & seen) !== seen) isNew = true;
      counts += faultsOf(call);
      // Each count has four bits: what would not fit is left to the reference.
      if ((counts >>> 18) % 16 === 15 || (counts >>> 22) % 16 === 15) return false;
    }
    if ((special & SPECIAL.odd) !== 0) return false;
    this.#hasRivals = (special & SPECIAL.rivals) !== 0;
    this.#isNew =
      isNew || (this.#hasRivals && views.haveNewRivals(toolsOf(found.subarray(first, end))));
    this.#called = called;
    this.#counts = counts;
    return true;
  }
}

/** The different tools of some calls. */
function toolsOf(calls: Int32Array): readonly number[] {
  return [...new Set([...calls].map((call) => call & CALL.tool))];
}

/** What the faults of a call add to the counts of its run. */
function faultsOf(call: number): number {
  const hasFailed = (call & CALL.failed) !== 0;
  const isRepeated = (call & CALL.repeated) !== 0;
  return (
    (hasFailed ? FAILED : 0) + (isRepeated ? REPEATED : 0) + (hasFailed && isRepeated ? BOTH : 0)
  );
}

/** Whether a scan tells all that a scorer looks at. */
function isQuick({ scorer, options }: ScorerPlan): boolean {
  const given = options as Readonly<Record<string, unknown>>;
  if (scorer.name === 'call_checks') return given.catalog === undefined;
  return (
    scorer.name === 'equal_function_sets' &&
    (given.repeats === undefined || given.repeats === 'neutral') &&
    given.dependencies === undefined
  );
}
