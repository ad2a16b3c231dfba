import { type CallRules, type CompiledScorer, compileCallRules } from '#core';
import { CALL, LINE, LINE_KINDS, type TraceScanner } from '#readers';
import type { ScorerPlan } from '#suite';
import type { RunOutcome } from '../measure.ts';
import type { TestSums } from '../test-sums.ts';
import { ToolViews } from './tool-views.ts';

/** How runs of one kind end, and how many more of them there were. */
interface Ending {
  readonly outcome: RunOutcome;
  times: number;
  /** Nothing of a later run of this kind would be kept. */
  isSettled: boolean;
}

/** Classes are bits of a number. */
const MOST_CLASSES = 30;
/** Six bits count calls of a run, four bits those of them that failed or repeat. */
const MOST_CALLS = 63;
const MOST_FAULTS = 15;

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

  /** Learns from a run that was scored: later ones of its kind end like it. */
  learn(at: number, outcome: RunOutcome): void {
    if (!this.#look(at)) return;
    this.#views.remember();
    let byCounts = this.#endings.get(this.#called);
    if (byCounts === undefined) this.#endings.set(this.#called, (byCounts = new Map()));
    if (!byCounts.has(this.#counts))
      byCounts.set(this.#counts, { outcome, times: 0, isSettled: false });
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
    const count = found[at + LINE.calls]!;
    const checksCalls = this.#checksCalls;
    if (count > MOST_CALLS || found[at + LINE.run] !== 0) return false;
    if (checksCalls && found[at + LINE.kind] === LINE_KINDS.mayRepeat) return false;
    const views = this.#views;
    views.begin();
    let called = 0;
    let hits = 0;
    let repeats = 0;
    let unexpected = 0;
    let failed = 0;
    let doubled = 0;
    let both = 0;
    for (let i = at + LINE.words; i < at + LINE.words + count; i++) {
      const call = found[i]!;
      const hasFailed = checksCalls && (call & CALL.failed) !== 0;
      const isDouble = checksCalls && (call & CALL.repeated) !== 0;
      const view = views.look(call & CALL.tool, hasFailed, isDouble);
      if (view.isOdd) return false;
      if (!view.counts) continue;
      if (view.classes === 0) unexpected++;
      else if ((view.classes & ~called) === 0) repeats++;
      else hits++;
      called |= view.classes;
      if (hasFailed) failed++;
      if (isDouble) doubled++;
      if (hasFailed && isDouble) both++;
    }
    if (failed > MOST_FAULTS || doubled > MOST_FAULTS) return false;
    this.#isNew = views.isNew;
    this.#called = called;
    this.#counts =
      hits | (repeats << 6) | (unexpected << 12) | (failed << 18) | (doubled << 22) | (both << 26);
    return true;
  }
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
