import {
  type CallRules,
  type CallVerdict,
  type CompiledScorer,
  compileCallRules,
  type RunOrder,
  type ToolCall,
} from '#core';
import { CALL, type CountedKind, SHOWN, type TraceScanner } from '#readers';
import type { ScorerPlan } from '#suite';
import { emptyTrace } from '../errored-run.ts';
import type { RunOutcome } from '../measure.ts';
import type { Origin, TestSums } from '../test-sums.ts';
import { KNOWN, type KnownTool, MOST_CLASSES, ToolViews } from './tool-views.ts';

/** What the runs of the first jobs taught about those of later ones, as plain data. */
export interface Lesson {
  /** What a run must show so that something of it is kept, as in `SHOWN`. */
  readonly wanted: number;
  readonly tools: readonly KnownTool[];
}

/** Runs of a kind that were counted and not scored; plain data. */
export interface UnscoredKind extends Pick<CountedKind, 'classes' | 'counts' | 'calls'> {
  readonly times: number;
}

/** How runs of one kind end, and how many of them were counted here. */
interface Ending {
  readonly outcome: RunOutcome;
  readonly passes: boolean;
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
  readonly #compiled: readonly CompiledScorer[];
  /** The bits of a call that scorers look at beside its tool. */
  readonly #faults: number;
  /** Whether evidence of a run is more than the scan tells. */
  readonly #showsArguments: boolean;
  readonly #endings = new Map<number, Ending>();
  /** How many of the runs that the scanner counted have their numbers. */
  #numbered = 0;
  /** What a run must show so that something of it is kept, as in `SHOWN`. */
  #wanted = -1;

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
    this.#compiled = compiled;
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

  /** What others need to know to count runs that come later than all that were taken. */
  teach(): Lesson {
    return { wanted: this.#wanted, tools: this.#views.save() };
  }

  /** From now on all runs are later than the order: those that show nothing new are only counted. */
  settle(order: RunOrder): void {
    if (this.#wanted !== 0) this.#want(this.#wanted & this.#wantedAt(order));
  }

  #want(wanted: number): void {
    this.#wanted = wanted;
    this.#scanner.runs.setWanted(this.#taker, wanted);
  }

  #wantedAt(order: RunOrder): number {
    let wanted = 0;
    for (const compiled of this.#compiled) {
      const sums = this.#test.measure.sumsOf(compiled);
      if (sums.wantsWorst(order)) wanted |= SHOWN.any;
      compiled.slots.forEach((_, slot) => {
        if (sums.wantsMiss(order, compiled, slot)) wanted |= 1 << slot;
      });
      for (const verdict of hasClasses(compiled) ? CLASS_VERDICTS : FAULT_VERDICTS)
        if (sums.wantsVerdict(order, verdict)) wanted |= SHOWN[verdict];
    }
    return wanted;
  }

  /** Counts from now on as someone else, who had the first runs, would. */
  learnFrom({ wanted, tools }: Lesson): void {
    this.#views.adopt(tools);
    this.#want(wanted);
  }

  /** Takes the run that was found; false when it must be read. */
  take(origin: Origin): boolean {
    if (this.#scanner.runs.countFound()) return true;
    const kind = this.#kind();
    if (kind < 0) return false;
    this.catchUp(origin.job);
    const { numbers, measure } = this.#test;
    const { calls } = this.#scanner;
    const ending = this.#endings.get(kind) ?? this.#keep(kind, this.#judge(this.#callsOf(calls)));
    if (
      this.#isNew() ||
      (!ending.isSettled && measure.wants(numbers.next(origin.job), ending.outcome))
    ) {
      if (this.#showsArguments) return false;
      this.#test.add({ ...emptyTrace(), calls: this.#callsOf(calls) }, null, origin);
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
  #judge(calls: readonly ToolCall[]): Ending {
    const outcome = this.#test.measure.judge({ ...emptyTrace(), calls });
    return { outcome, passes: outcome.passes(), times: 0, isSettled: false };
  }

  #keep(kind: number, ending: Ending): Ending {
    this.#endings.set(kind, ending);
    return ending;
  }

  /** The calls of a run that was found here. */
  #callsOf(calls: Int32Array): readonly ToolCall[] {
    return this.#makeCalls(calls, (tool) => this.#views.callOf(tool));
  }

  /** Calls as the scanner tells of them: which of them repeat another is told by arguments that are made up. */
  #makeCalls(calls: Int32Array, callOf: (tool: number) => ToolCall): readonly ToolCall[] {
    const made: ToolCall[] = [];
    const first = new Map<number, number>();
    for (const call of calls) {
      const tool = call & CALL.tool;
      const plain = callOf(tool);
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

  /** The number by which the scanner knows it. */
  get taker(): number {
    return this.#taker;
  }

  /** Whether one run of a kind was scored. */
  hasScored(kind: number): boolean {
    return this.#endings.has(kind);
  }

  /** Scores a kind that was only counted. */
  score({ kind, calls }: CountedKind): void {
    if (!this.hasScored(kind)) this.#keep(kind, this.#judge(this.#callsOf(calls)));
  }

  /** Goes on with runs that others counted and did not score. */
  adopt(kinds: readonly UnscoredKind[], callOf: (tool: number) => ToolCall): void {
    for (const { classes, counts, times, calls } of kinds) {
      const kind = this.#scanner.runs.findKind(this.#taker, classes, counts);
      const ending = this.#endings.get(kind) ?? this.#judge(this.#makeCalls(calls, callOf));
      if (kind < 0) this.#test.repeat(ending.outcome, ending.passes, times);
      else this.#keep(kind, ending).times += times;
    }
  }

  /** Gives the test what was counted. */
  finish(): void {
    for (const [kind, ending] of this.#endings) {
      const times = ending.times + this.#scanner.runs.timesOf(kind);
      if (times > 0) this.#test.repeat(ending.outcome, ending.passes, times);
    }
    this.#endings.clear();
  }
}

/** The verdicts of calls by classes, and those of calls by themselves. */
const CLASS_VERDICTS = ['hit', 'repeat', 'unexpected'] as const satisfies CallVerdict[];
const FAULT_VERDICTS = ['failed', 'duplicate'] as const satisfies CallVerdict[];

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
