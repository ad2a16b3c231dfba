import { type CallRules, type CompiledScorer, compileCallRules, type ToolCall } from '#core';
import { CALL, type TraceScanner } from '#readers';
import type { ScorerPlan } from '#suite';
import { emptyTrace } from '../errored-run.ts';
import type { RunOutcome } from '../measure.ts';
import type { Origin, TestSums } from '../test-sums.ts';
import { KNOWN, MOST_CLASSES, ToolViews } from './tool-views.ts';

/** How runs of one kind end, and how many of them were counted here. */
interface Ending {
  readonly outcome: RunOutcome;
  times: number;
  /** Nothing of a later run of this kind would be kept. */
  isSettled: boolean;
}

/**
 * Counts the runs of a test by what a scan tells of them. A run's score follows from its kind: one run of each is
 * scored, and as soon as nothing of the others would be kept the scanner counts them alone.
 */
export class QuickRuns {
  readonly #test: TestSums;
  readonly #scanner: TraceScanner;
  readonly #taker: number;
  readonly #views: ToolViews;
  /** The bits of a call that scorers look at beside its tool. */
  readonly #faults: number;
  /** Whether evidence of a run is more than the scan tells. */
  readonly #showsArguments: boolean;
  readonly #endings = new Map<number, Ending>();
  /** How many of the runs that the scanner counted have their numbers. */
  #numbered = 0;

  private constructor(
    test: TestSums,
    scanner: TraceScanner,
    compiled: readonly CompiledScorer[],
    taker: { readonly number: number; readonly faults: number },
  ) {
    const rules: CallRules = compileCallRules(test.plan.rules);
    const classes = compiled.find(hasClasses) ?? null;
    this.#test = test;
    this.#scanner = scanner;
    this.#taker = taker.number;
    this.#faults = taker.faults;
    this.#views = new ToolViews(scanner, taker.number, rules, classes);
    this.#showsArguments = compiled.some(({ scorer }) => scorer.showsArguments);
  }

  /** Null for a test whose scores need more than a scan tells. */
  static of(test: TestSums, scanner: TraceScanner): QuickRuns | null {
    const compiled = test.measure.fixed;
    if (compiled === null || !test.plan.scorers.every(isQuick)) return null;
    const classes = compiled.filter(hasClasses);
    if (classes.length > 1 || (classes[0]?.slots.length ?? 0) > MOST_CLASSES) return null;
    const checksCalls = compiled.some(({ scorer }) => scorer.name === 'call_checks');
    const faults = checksCalls ? CALL.failed | CALL.repeated : 0;
    const number = scanner.runs.addTaker(faults);
    return number === 0 ? null : new QuickRuns(test, scanner, compiled, { number, faults });
  }

  /** Runs with this text as their test are this test's. */
  takeTest(text: number): void {
    this.#scanner.runs.giveTest(text, this.#taker);
  }

  /** Takes the run that was found; false when it must be read. */
  take(origin: Origin): boolean {
    const kind = this.#kind();
    if (kind < 0) return false;
    this.catchUp(origin.job);
    const { numbers, measure } = this.#test;
    const ending = this.#endings.get(kind) ?? this.#judge(kind);
    if (
      this.#isNew() ||
      (!ending.isSettled && measure.wants(numbers.next(origin.job), ending.outcome))
    ) {
      if (this.#showsArguments) return false;
      this.#test.add({ ...emptyTrace(), calls: this.#calls() }, null, origin);
      this.learn();
      return true;
    }
    // Later runs come later in canonical order, too.
    if (!ending.isSettled) this.#scanner.runs.settle(kind);
    ending.isSettled = true;
    numbers.skip(origin.job, 1);
    ending.times++;
    return true;
  }

  /** Gives their numbers to the runs that the scanner counted. */
  catchUp(job: number): void {
    const counted = this.#scanner.runs.countedOf(this.#taker);
    if (counted > this.#numbered) this.#test.numbers.skip(job, counted - this.#numbered);
    this.#numbered = counted;
  }

  /** The kind of the run that was found; -1 when the scan does not tell it. */
  #kind(): number {
    for (const call of this.#scanner.calls) this.#views.look(call & CALL.tool);
    return this.#scanner.runs.kindOf(this.#taker);
  }

  /** Whether the run that was looked at shows something for the first time. */
  #isNew(): boolean {
    const { isNew, hasRivals } = this.#scanner.runs;
    return isNew || (hasRivals && this.#views.haveNewRivals(toolsOf(this.#scanner.calls)));
  }

  /** Scores the first run of a kind, as far as scorers look at it. */
  #judge(kind: number): Ending {
    const outcome = this.#test.measure.judge({ ...emptyTrace(), calls: this.#calls() });
    const ending = { outcome, times: 0, isSettled: false };
    this.#endings.set(kind, ending);
    return ending;
  }

  /** The calls of the run that was found: which of them repeat another is told by arguments that are made up. */
  #calls(): readonly ToolCall[] {
    const made: ToolCall[] = [];
    const first = new Map<number, number>();
    for (const call of this.#scanner.calls) {
      const tool = call & CALL.tool;
      const plain = this.#views.callOf(tool);
      if (this.#faults === 0) {
        made.push(plain);
        continue;
      }
      const isRepeated = (call & CALL.repeated) !== 0;
      if (!first.has(tool)) first.set(tool, made.length);
      const n = isRepeated ? (first.get(tool) as number) : made.length;
      const status = (call & CALL.failed) === 0 ? 'ok' : 'error';
      made.push({ ...plain, arguments: { state: 'parsed', value: { n } }, status });
    }
    return made;
  }

  /** Learns from the run that was found, which was scored: its tools are not new any more. */
  learn(): void {
    if (this.#kind() < 0) return;
    const { calls, runs } = this.#scanner;
    for (const call of calls) this.#views.add(call & CALL.tool, this.#seenOf(call));
    if (runs.hasRivals) this.#views.rememberRivals(toolsOf(calls));
  }

  /** What is seen of a tool by a call: its first fault is its verdict. */
  #seenOf(call: number): number {
    if ((call & this.#faults) === 0) return KNOWN.called;
    return KNOWN.called | ((call & CALL.failed) === 0 ? KNOWN.repeated : KNOWN.failed);
  }

  /** Gives the test what was counted. */
  finish(): void {
    for (const [kind, ending] of this.#endings) {
      const times = ending.times + this.#scanner.runs.timesOf(kind);
      if (times > 0) this.#test.repeat(ending.outcome, times);
    }
    this.#endings.clear();
  }
}

/** The different tools of some calls. */
function toolsOf(calls: Int32Array): readonly number[] {
  return [...new Set([...calls].map((call) => call & CALL.tool))];
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
