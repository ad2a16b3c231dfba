import { type CallRules, type CompiledScorer, compileCallRules, type ToolCall } from '#core';
import { CALL, LINE, LINE_KINDS, type TraceScanner } from '#readers';
import type { ScorerPlan } from '#suite';
import { emptyTrace } from '../errored-run.ts';
import type { RunOutcome } from '../measure.ts';
import type { TestSums } from '../test-sums.ts';
import { KNOWN, MOST_CLASSES, ToolViews } from './tool-views.ts';

/** How runs of one kind end, and how many more of them there were. */
interface Ending {
  readonly outcome: RunOutcome;
  times: number;
  /** Nothing of a later run of this kind would be kept. */
  isSettled: boolean;
}

/** Counts of a run's calls in one number: six bits for each verdict of classes, four for each fault. */
const MOST_CALLS = 63;
const MOST_FAULTS = 15;
const HIT = 1;
const REPEAT = 1 << 6;
const UNEXPECTED = 1 << 12;
const FAILED = 1 << 18;
const REPEATED = 1 << 22;
const BOTH = 1 << 26;

/**
 * Counts the runs of a test by what a scan tells of them. A run's score follows from which classes were called and how
 * many calls hit, repeated, missed, failed or were made twice: one run of each kind is scored, the rest are counted.
 */
export class QuickRuns {
  readonly #test: TestSums;
  readonly #scanner: TraceScanner;
  readonly #views: ToolViews;
  /** The bits of a call that scorers look at beside its tool. */
  readonly #faults: number;
  readonly #endings = new Map<number, Ending>();
  /** The kind of the run that was looked at last, and whether it shows something for the first time. */
  #kind = 0;
  #isNew = false;
  #hasRivals = false;

  private constructor(test: TestSums, scanner: TraceScanner, compiled: readonly CompiledScorer[]) {
    const rules: CallRules = compileCallRules(test.plan.rules);
    const classes = compiled.find(hasClasses) ?? null;
    this.#test = test;
    this.#scanner = scanner;
    this.#views = new ToolViews((id) => scanner.toolOf(id), rules, classes);
    const checksCalls = compiled.some(({ scorer }) => scorer.name === 'call_checks');
    this.#faults = checksCalls ? CALL.failed | CALL.repeated : 0;
  }

  /** Null for a test whose scores need more than a scan tells. */
  static of(test: TestSums, scanner: TraceScanner): QuickRuns | null {
    const compiled = test.measure.fixed;
    if (compiled === null || !test.plan.scorers.every(isQuick)) return null;
    const classes = compiled.filter(hasClasses);
    if (classes.length > 1 || (classes[0]?.slots.length ?? 0) > MOST_CLASSES) return null;
    return new QuickRuns(test, scanner, compiled);
  }

  /** Counts the run at a place of `found`; false when it must be scored like any other. */
  take(at: number, job: number): boolean {
    if (!this.#lookQuickly(at) && (!this.#look(at) || this.#isNew)) return false;
    const ending = this.#endings.get(this.#kind) ?? this.#judge(at);
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

  /** Scores the first run of a kind, as far as scorers look at it. */
  #judge(at: number): Ending {
    const outcome = this.#test.measure.judge({ ...emptyTrace(), calls: this.#callsAt(at) });
    const ending = { outcome, times: 0, isSettled: false };
    this.#endings.set(this.#kind, ending);
    return ending;
  }

  /** The calls of a run: which of them repeat another is told by arguments that are made up. */
  #callsAt(at: number): readonly ToolCall[] {
    const { found } = this.#scanner;
    const calls = found.subarray(at + LINE.words, at + LINE.words + found[at + LINE.calls]!);
    const first = new Map<number, number>();
    return Array.from(calls, (call, i): ToolCall => {
      const tool = call & CALL.tool;
      if (!first.has(tool)) first.set(tool, i);
      const n = (call & CALL.repeated) === 0 ? i : (first.get(tool) as number);
      const { server, name } = this.#scanner.toolOf(tool);
      return {
        server,
        name,
        arguments: { state: 'parsed', value: { n } },
        id: null,
        requester: null,
        status: (call & CALL.failed) === 0 ? 'ok' : 'error',
      };
    });
  }

  /** Learns from a run that was scored: its tools are not new any more. */
  learn(at: number): void {
    if (!this.#look(at)) return;
    const { found } = this.#scanner;
    const calls = found.subarray(at + LINE.words, at + LINE.words + found[at + LINE.calls]!);
    for (const call of calls) this.#views.known[call & CALL.tool]! |= this.#seenOf(call);
    if (this.#hasRivals) this.#views.rememberRivals(toolsOf(calls));
  }

  /** What is seen of a tool by a call: its first fault is its verdict. */
  #seenOf(call: number): number {
    if ((call & this.#faults) === 0) return KNOWN.called;
    return KNOWN.called | ((call & CALL.failed) === 0 ? KNOWN.repeated : KNOWN.failed);
  }

  /** Gives the test what was counted. */
  finish(): void {
    for (const ending of this.#endings.values()) {
      if (ending.times > 0) this.#test.repeat(ending.outcome, ending.times);
      ending.times = 0;
    }
  }

  /** Finds the kind of a run that nothing is special about, as most are; false for any other. */
  #lookQuickly(at: number): boolean {
    const { found } = this.#scanner;
    const { known } = this.#views;
    const first = at + LINE.words;
    const end = first + found[at + LINE.calls]!;
    const faults = this.#faults;
    if (end - first > MOST_CALLS || found[at + LINE.run] !== 0) return false;
    if (faults !== 0 && found[at + LINE.kind] === LINE_KINDS.mayRepeat) return false;
    let called = 0;
    let counts = 0;
    for (let i = first; i < end; i++) {
      const call = found[i]!;
      const tool = call & CALL.tool;
      if ((call & faults) !== 0 || tool >= known.length) return false;
      const view = known[tool]!;
      if ((view & KNOWN.special) !== 0 || (view & KNOWN.called) === 0) return false;
      const classes = view & KNOWN.classes;
      counts += classes === 0 ? UNEXPECTED : (classes & ~called) === 0 ? REPEAT : HIT;
      called |= classes;
    }
    this.#kind = kindOf(called, counts);
    return true;
  }

  /** Finds the kind of any run; false when the scan does not tell it. */
  #look(at: number): boolean {
    const { found } = this.#scanner;
    const views = this.#views;
    const calls = found.subarray(at + LINE.words, at + LINE.words + found[at + LINE.calls]!);
    const faults = this.#faults;
    if (calls.length > MOST_CALLS || found[at + LINE.run] !== 0) return false;
    if (faults !== 0 && found[at + LINE.kind] === LINE_KINDS.mayRepeat) return false;
    let called = 0;
    let counts = 0;
    let faulty = 0;
    let special = 0;
    this.#isNew = false;
    for (const call of calls) {
      const view = views.look(call & CALL.tool);
      special |= view;
      if ((view & KNOWN.uncounted) !== 0) continue;
      const classes = view & KNOWN.classes;
      counts += classes === 0 ? UNEXPECTED : (classes & ~called) === 0 ? REPEAT : HIT;
      called |= classes;
      const seen = this.#seenOf(call);
      if ((view & seen) !== seen) this.#isNew = true;
      if ((call & faults) === 0) continue;
      counts += faultsOf(call);
      if (++faulty > MOST_FAULTS) return false;
    }
    if ((special & KNOWN.odd) !== 0) return false;
    this.#hasRivals = (special & KNOWN.rivals) !== 0;
    if (this.#hasRivals && views.haveNewRivals(toolsOf(calls))) this.#isNew = true;
    this.#kind = kindOf(called, counts);
    return true;
  }
}

/** One number for the classes that were called and the counts: a small one for nearly all runs, which is found fastest. */
function kindOf(called: number, counts: number): number {
  if (called < 2 ** 12 && counts < FAILED) return (called << 18) | counts;
  return 2 ** 52 + called * 2 ** 30 + counts;
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

function hasClasses({ scorer }: CompiledScorer): boolean {
  return scorer.name === 'equal_function_sets';
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
