import {
  type CallRules,
  type CallRuleSpec,
  type CallVerdict,
  type CompiledScorer,
  compileCallRules,
  type RunOrder,
  type ToolCall,
  type RunOutcome,
  orderAt,
  emptyTrace,
} from '#core';
import {
  CALL,
  type CountedKind,
  type KindTotals,
  SHOWN,
  type TakerSpec,
  type TraceScanner,
} from '#readers';
import type { ScorerPlan } from '#suite';
import type { Origin, TestTraces } from '../test-runs/test-traces.ts';
import type { PrecomputedTest } from './precomputed-table.ts';
import { KNOWN, MAX_CLASSES, ToolViews } from './tool-views.ts';

/** How runs of one kind end, and how many of them others counted. */
interface Ending {
  readonly outcome: RunOutcome;
  times: number;
  repeats: number;
}

/** After so many runs that were scored it is found out anew what is still wanted. */
const PATIENCE = 8;

/**
 * Counts the runs of a test by what a scan records. A run's score follows from its kind: runs that show something
 * of which evidence is wanted are scored, and of all others one of each kind.
 */
export class QuickRuns {
  readonly #test: TestTraces;
  readonly #scanner: TraceScanner;
  readonly #taker: number;
  readonly #views: ToolViews;
  readonly #compiled: readonly CompiledScorer[];
  readonly #spec: TakerSpec;
  /** Whether evidence of a run is more than the scan records. */
  readonly #showsArguments: boolean;
  readonly #endings = new Map<number, Ending>();
  /** How many runs were scored since it was found out what is wanted. */
  #scored = 0;
  /** What a run must show so that something of it is kept, as in `SHOWN`. */
  #wanted = -1;

  private constructor(
    test: TestTraces,
    scanner: TraceScanner,
    compiled: readonly CompiledScorer[],
    taker: { readonly number: number; readonly spec: TakerSpec },
  ) {
    const rules: CallRules = compileCallRules(test.plan.rules);
    const classes = compiled.find(hasClasses) ?? null;
    this.#test = test;
    this.#scanner = scanner;
    this.#taker = taker.number;
    this.#spec = taker.spec;
    this.#views = new ToolViews(
      scanner,
      taker.number,
      { rules, onMeet: (tool) => test.sums.measure.noteTools([tool]) },
      classes,
    );
    this.#compiled = compiled;
    this.#showsArguments = compiled.some(({ scorer }) => scorer.showsArguments);
  }

  /** Null for a test whose scores need more than a scan records. */
  static of(test: TestTraces, scanner: TraceScanner, place: number): QuickRuns | null {
    const compiled = test.sums.measure.fixed;
    const { scorers, rules } = test.plan;
    if (compiled === null || !scorers.every(isQuick) || !areQuick(rules)) return null;
    const classes = compiled.filter(hasClasses);
    if (classes.length > 1 || (classes[0]?.slots.length ?? 0) > MAX_CLASSES) return null;
    const spec = specOf(test, compiled);
    const number = scanner.runs.addTaker(spec, place);
    return number === 0 ? null : new QuickRuns(test, scanner, compiled, { number, spec });
  }

  /** Runs with this text as their test are this test's. */
  takeTest(text: number): void {
    this.#scanner.runs.giveTest(text, this.#taker);
  }

  /** What others need to know to count runs that come later than all that were taken. */
  precompute(): PrecomputedTest {
    return { spec: this.#spec, wanted: this.#wanted, views: this.#views.state() };
  }

  /** From now on all runs are later than the order: those that show nothing new are only counted. */
  settle(order: RunOrder): void {
    this.#scored = 0;
    if (this.#wanted !== 0) this.#want(this.#wanted & this.#wantedAt(order));
  }

  #want(wanted: number): void {
    this.#wanted = wanted;
    this.#scanner.runs.setWanted(this.#taker, wanted);
  }

  #wantedAt(order: RunOrder): number {
    let wanted = 0;
    for (const compiled of this.#compiled) {
      const sums = this.#test.sums.measure.sumsOf(compiled);
      compiled.slots.forEach((_, slot) => {
        if (sums.wantsMiss(order, compiled, slot)) wanted |= 1 << slot;
      });
      for (const verdict of hasClasses(compiled) ? CLASS_VERDICTS : FAULT_VERDICTS)
        if (sums.wantsVerdict(order, verdict)) wanted |= SHOWN[verdict];
    }
    return wanted;
  }

  /** Counts from now on as someone else, who had the first runs, would. */
  useTable({ wanted, views }: PrecomputedTest): void {
    this.#views.adopt(views);
    this.#want(wanted);
  }

  /** Takes the run that was found; false when it must be read. */
  take(origin: Origin): boolean {
    const { runs, calls: found } = this.#scanner;
    if (runs.countFound(false)) return true;
    this.#look();
    if (!runs.weigh(this.#taker)) return false;
    const areKnown = runs.hasRivals && !this.#views.haveNewRivals(toolsOf(found));
    if (areKnown && runs.countFound(true)) return true;
    if (this.#showsArguments || !this.#scanner.identities.noteFound(this.#taker)) return false;
    this.catchUp(origin.job);
    const calls = this.#callsOf(found);
    const trace = { ...emptyTrace(), ...runs.found, calls };
    this.learn(this.#test.add(trace, null, origin) as RunOutcome, origin.job);
    this.resume(origin.job);
    return true;
  }

  /** Goes on with the numbers of runs behind those that the scanner counted; before others come. */
  catchUp(job: number): void {
    const { numbers } = this.#test.sums;
    const counted = this.#scanner.runs.nextOf(this.#taker) - numbers.reached(job);
    if (counted > 0) numbers.skip(job, counted);
  }

  /** Lets the scanner go on with the numbers of runs behind those that others took. */
  resume(job: number): void {
    this.#scanner.runs.setNext(this.#taker, this.#test.sums.numbers.reached(job));
  }

  /** Looks at the tools of the run that was found. */
  #look(): void {
    for (const call of this.#scanner.calls) this.#views.look(call & CALL.tool);
  }

  /** Scores a run of a kind, as far as scorers look at it. */
  #judge(calls: readonly ToolCall[]): RunOutcome {
    return this.#test.sums.measure.judge({ ...emptyTrace(), calls });
  }

  #keep(kind: number, outcome: RunOutcome): Ending {
    const ending = { outcome, times: 0, repeats: 0 };
    this.#endings.set(kind, ending);
    return ending;
  }

  /** The calls of a run that was found here. */
  #callsOf(calls: Iterable<number>): readonly ToolCall[] {
    return this.#makeCalls(calls, (tool) => this.#views.callOf(tool));
  }

  /** Calls as the scanner records them: made-up arguments mark which of them repeat another. */
  #makeCalls(calls: Iterable<number>, callOf: (tool: number) => ToolCall): readonly ToolCall[] {
    const made: ToolCall[] = [];
    const first = new Map<number, number>();
    for (const call of calls) {
      const tool = call & CALL.tool;
      const plain = callOf(tool);
      if (this.#spec.faults === 0) {
        made.push(plain);
        continue;
      }
      const isRepeated = (call & CALL.repeated) !== 0;
      if (!first.has(tool)) first.set(tool, made.length);
      const n = isRepeated ? (first.get(tool) as number) : made.length;
      const status = statusOf(call);
      made.push({ ...plain, arguments: { state: 'parsed', value: { n } }, status });
    }
    return made;
  }

  /** Learns from the run that was found, which was scored: neither its kind nor its tools are new any more. */
  learn(outcome: RunOutcome, job: number): void {
    if (++this.#scored === PATIENCE)
      this.settle(orderAt(job, this.#test.sums.numbers.reached(job)));
    this.#look();
    const kind = this.#scanner.runs.kindOf(this.#taker);
    if (kind < 0) return;
    if (!this.hasScored(kind)) this.#keep(kind, outcome);
    const { calls, runs } = this.#scanner;
    for (const call of calls) this.#views.add(call & CALL.tool, this.#seenOf(call));
    if (runs.hasRivals) this.#views.rememberRivals(toolsOf(calls));
  }

  /** What is seen of a tool by a call: its first fault is its verdict. */
  #seenOf(call: number): number {
    if ((call & this.#spec.faults) === 0) return KNOWN.called;
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

  /** Scores a kind that was counted before a run of it was scored. */
  score({ kind, calls, job, number }: CountedKind): void {
    const known = this.#endings.get(kind);
    const { outcome } = known ?? this.#keep(kind, this.#judge(this.#callsOf(calls)));
    this.#test.sums.measure.addFirst(orderAt(job, number), outcome);
  }

  /** Goes on with runs that others counted and did not score. */
  adopt(
    { classes, counts, times, repeats, calls, job, number }: CountedKind,
    callOf: (tool: number) => ToolCall,
  ): void {
    const kind = this.#scanner.runs.findKind(this.#taker, classes, counts);
    const known = this.#endings.get(kind);
    const outcome = known?.outcome ?? this.#judge(this.#makeCalls(calls, callOf));
    this.#test.sums.measure.addFirst(orderAt(job, number), outcome);
    if (kind < 0) {
      this.#repeat(outcome, { times, repeats });
      return;
    }
    const ending = known ?? this.#keep(kind, outcome);
    ending.times += times;
    ending.repeats += repeats;
  }

  #repeat(outcome: RunOutcome, { times, repeats }: KindTotals): void {
    const own = outcome.scores.reduce((sum, { tally }) => sum + (tally.repeats ?? 0), 0);
    this.#test.sums.addAlike(outcome, times, repeats - own * times);
  }

  /** Gives the test what was counted. */
  finish(): void {
    for (const [kind, { outcome, times, repeats }] of this.#endings) {
      const here = this.#scanner.runs.totalsOf(kind);
      const totals = { times: times + here.times, repeats: repeats + here.repeats };
      if (totals.times > 0) this.#repeat(outcome, totals);
    }
    this.#endings.clear();
    this.#test.sums.measure.addUsage(this.#scanner.runs.usageOf(this.#taker));
  }
}

/** What matters of runs to a test's scorers. */
function specOf(test: TestTraces, compiled: readonly CompiledScorer[]): TakerSpec {
  const checksCalls = compiled.some(({ scorer }) => scorer.name === 'call_checks');
  return {
    faults: checksCalls ? CALL.failed | CALL.repeated : 0,
    classes: compiled.find(hasClasses)?.slots.length ?? 0,
    // Shares of faulty calls are shares of all calls.
    ignoresRepeats:
      !checksCalls && !test.plan.gates.some(({ metric }) => metric.endsWith('.repeats')),
  };
}

/** The verdicts of calls by classes, and those of calls by themselves. */
const CLASS_VERDICTS = ['hit', 'repeat', 'unexpected'] as const satisfies CallVerdict[];
const FAULT_VERDICTS = ['failed', 'duplicate'] as const satisfies CallVerdict[];

function statusOf(call: number): ToolCall['status'] {
  if ((call & CALL.unrecorded) !== 0) return null;
  return (call & CALL.failed) === 0 ? 'ok' : 'error';
}

/** The different tools of some calls. */
function toolsOf(calls: Iterable<number>): readonly number[] {
  return [...new Set([...calls].map((call) => call & CALL.tool))];
}

function hasClasses({ scorer }: CompiledScorer): boolean {
  return scorer.name === 'equal_function_sets';
}

/** Whether a scan finds all that rules look at: results of calls are not scanned. */
function areQuick({ status, failedWhen }: CallRuleSpec): boolean {
  return status !== 'ok' && failedWhen === null;
}

/** Whether a scan records all that a scorer needs. */
function isQuick({ scorer, options }: ScorerPlan): boolean {
  const given = options as Readonly<Record<string, unknown>>;
  if (scorer.name === 'call_checks') return given.catalog === undefined;
  return (
    scorer.name === 'equal_function_sets' &&
    (given.repeats === undefined || given.repeats === 'neutral') &&
    given.dependencies === undefined
  );
}
