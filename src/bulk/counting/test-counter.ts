import {
  type CallVerdict,
  type CompiledScorer,
  compileCallRules,
  emptyTrace,
  type MeasurePlan,
  orderAt,
  type RunLocation,
  type RunOrder,
  type RunOutcome,
  type TestSums,
  type ToolCall,
  type Trace,
  type Verdict,
  verdictOfRun,
} from '#core';
import { type CountedSequence, type CountingSpec, EVIDENCE } from '../scanner/run-counter.ts';
import { CALL, type TraceScanner } from '../scanner/trace-scanner.ts';
import { hasClasses, isCountable, specOf } from './countable.ts';
import type { PrecomputedTest } from './precomputed-table.ts';
import { scannedCalls, toolsOf } from './scanned-calls.ts';
import { addAlike, ScoredSequences } from './scored-sequences.ts';
import { FACTS, ToolFacts } from './tool-facts.ts';

/** A test whose runs may be counted. */
export interface CountableTest {
  readonly plan: MeasurePlan;
  readonly sums: TestSums;
}

/** After this many scored runs the evidence that is still accepted is computed again. */
const RECHECK_AFTER = 8;

/**
 * Counts the runs of a test by their call sequences, from which scores follow. Runs that would add evidence are scored, and
 * of all others one run of each distinct call sequence.
 */
export class TestCounter {
  /** The number that the scanner has for the test. */
  readonly id: number;
  readonly #test: CountableTest;
  readonly #scanner: TraceScanner;
  readonly #facts: ToolFacts;
  readonly #compiled: readonly CompiledScorer[];
  readonly #spec: CountingSpec;
  /** Whether evidence of a run contains more than the scan records. */
  readonly #showsArguments: boolean;
  readonly #sequences = new ScoredSequences();
  /** How many runs were scored since the accepted evidence was computed. */
  #scored = 0;
  /** The evidence that is still accepted: bits of `EVIDENCE`. */
  #evidence = -1;
  /** All following runs are later. */
  #reached: RunOrder = 0;

  private constructor(
    test: CountableTest,
    scanner: TraceScanner,
    compiled: readonly CompiledScorer[],
    { id, spec }: { readonly id: number; readonly spec: CountingSpec },
  ) {
    this.id = id;
    this.#test = test;
    this.#scanner = scanner;
    this.#spec = spec;
    this.#facts = new ToolFacts(scanner, id, {
      rules: compileCallRules(test.plan.rules),
      onNew: (tool) => test.sums.measure.names.noteTools([tool]),
      scorer: compiled.find(hasClasses) ?? null,
    });
    this.#compiled = compiled;
    this.#showsArguments = compiled.some(({ scorer }) => scorer.showsArguments);
  }

  /** The counter of the test at a place; null where its scores need more than a scan records. */
  static of(test: CountableTest, scanner: TraceScanner, place: number): TestCounter | null {
    const compiled = test.sums.measure.plainScorers;
    if (compiled === null || !isCountable(test.plan, compiled)) return null;
    const spec = specOf(test.plan, compiled);
    const id = scanner.runs.addTest(spec, place);
    return id === 0 ? null : new TestCounter(test, scanner, compiled, { id, spec });
  }

  /** Runs with this text as the name of their test belong to this test. */
  assignName(text: number): void {
    this.#scanner.runs.assignName(text, this.id);
  }

  /** What a thread needs to count runs later than all that were added here. */
  precompute(): PrecomputedTest {
    return {
      spec: this.#spec,
      evidence: this.#evidence,
      facts: this.#facts.state(),
      lists: this.#verdicts.some((verdict) => this.#wantsListed(verdict)),
      settled: [...this.#sequences.all]
        .filter((sequence) => !this.#wantsListed(this.#sequences.verdictOf(sequence) as Verdict))
        .map((sequence) => this.#scanner.runs.keyOf(sequence)),
    };
  }

  #wantsListed(verdict: Verdict): boolean {
    return this.#test.sums.wantsListed(this.#reached, verdict);
  }

  /** The verdicts that counted runs may have: without statuses of calls all is known of them. */
  get #verdicts(): readonly Verdict[] {
    return this.#spec.faults === 0 ? ['pass', 'fail'] : ['pass', 'fail', 'inconclusive'];
  }

  /** Lists a counted run whose call sequence was scored; false where it was not. */
  list(sequence: number, order: RunOrder, location: RunLocation): boolean {
    const verdict = this.#sequences.verdictOf(sequence);
    if (verdict === null) return false;
    const { sums } = this.#test;
    if (sums.wantsListed(order, verdict)) sums.listCounted(order, verdict, location);
    // Later runs are not wanted either.
    else this.#scanner.runs.settle(sequence);
    return true;
  }

  /** All following runs are later than the order: those without new evidence are only counted. */
  settle(order: RunOrder): void {
    this.#scored = 0;
    this.#reached = order;
    if (this.#evidence !== 0) this.#setEvidence(this.#evidence & this.#acceptedAt(order));
  }

  #setEvidence(evidence: number): void {
    this.#evidence = evidence;
    this.#scanner.runs.setEvidence(this.id, evidence);
  }

  #acceptedAt(order: RunOrder): number {
    let accepted = 0;
    for (const compiled of this.#compiled) {
      const evidence = this.#test.sums.measure.evidenceOf(compiled);
      for (const [slot, name] of compiled.slots.entries())
        if (evidence.acceptsMiss(order, slot, name)) accepted |= 1 << slot;
      for (const verdict of hasClasses(compiled) ? CLASS_VERDICTS : FAULT_VERDICTS)
        if (evidence.acceptsCall(order, verdict)) accepted |= EVIDENCE[verdict];
    }
    return accepted;
  }

  /** Continues from a table that another thread computed from the first runs. */
  useTable({ evidence, facts, lists, settled }: PrecomputedTest): void {
    const { runs } = this.#scanner;
    this.#facts.adopt(facts);
    this.#setEvidence(evidence);
    runs.setListing(this.id, lists);
    for (const key of settled) runs.settleBefore(this.id, key);
  }

  /** Counts the scanned run, or adds it with `addRun`; false when its line must be parsed. */
  take(job: number, addRun: (trace: Trace) => RunOutcome): boolean {
    const { runs, calls: scanned } = this.#scanner;
    if (runs.countRun(false)) return true;
    this.#lookUpTools();
    if (!runs.classify(this.id)) return false;
    const isKnown = runs.hasAmbiguous && !this.#facts.areNewlyAmbiguous(toolsOf(scanned));
    if (isKnown && runs.countRun(true)) return true;
    if (this.#showsArguments || !this.#scanner.identities.noteRun(this.id)) return false;
    this.catchUp(job);
    const calls = this.#callsOf(scanned);
    this.noteScored(addRun({ ...emptyTrace(), ...runs.used, calls }), job);
    this.resume(job);
    return true;
  }

  /** Continues the numbers of runs behind those that the scanner counted; before runs are added otherwise. */
  catchUp(job: number): void {
    const { numbers } = this.#test.sums;
    const counted = this.#scanner.runs.nextOf(this.id) - numbers.reached(job);
    if (counted > 0) numbers.skip(job, counted);
  }

  /** Lets the scanner continue the numbers of runs behind those that were added otherwise. */
  resume(job: number): void {
    this.#scanner.runs.setNext(this.id, this.#test.sums.numbers.reached(job));
  }

  #lookUpTools(): void {
    for (const call of this.#scanner.calls) this.#facts.lookUp(call & CALL.tool);
  }

  /** Scores a run with these calls without adding it. */
  #score(calls: readonly ToolCall[]): RunOutcome {
    return this.#test.sums.measure.score({ ...emptyTrace(), calls });
  }

  #callsOf(calls: Iterable<number>): readonly ToolCall[] {
    return scannedCalls(calls, (tool) => this.#facts.callOf(tool), this.#spec.faults);
  }

  /** The scanned run was scored: neither its call sequence nor its tools are new any more. */
  noteScored(outcome: RunOutcome, job: number): void {
    if (++this.#scored === RECHECK_AFTER)
      this.settle(orderAt(job, this.#test.sums.numbers.reached(job)));
    this.#lookUpTools();
    const sequence = this.#scanner.runs.sequenceOf(this.id);
    if (sequence < 0) return;
    this.#sequences.keep(sequence, outcome);
    const { calls, runs } = this.#scanner;
    for (const call of calls) this.#facts.add(call & CALL.tool, this.#seenOf(call));
    if (runs.hasAmbiguous) this.#facts.rememberTogether(toolsOf(calls));
  }

  /** What a call shows of its tool: its first fault is its verdict. */
  #seenOf(call: number): number {
    if ((call & this.#spec.faults) === 0) return FACTS.called;
    return FACTS.called | ((call & CALL.failed) === 0 ? FACTS.repeated : FACTS.failed);
  }

  /** Whether one run of a call sequence was scored. */
  hasScored(sequence: number): boolean {
    return this.#sequences.has(sequence);
  }

  /** Scores a call sequence whose runs were only counted so far. */
  score({ sequence, calls, job, number }: CountedSequence): void {
    const outcome = this.#sequences.outcomeOf(sequence) ?? this.#score(this.#callsOf(calls));
    this.#sequences.add(sequence, outcome, orderAt(job, number));
  }

  /** Adds runs that another thread counted and did not score; returns their verdict. */
  adopt(counted: CountedSequence, callOf: (tool: number) => ToolCall): Verdict {
    const { classes, counts, calls, job, number } = counted;
    const sequence = this.#scanner.runs.findSequence(this.id, classes, counts);
    const outcome =
      this.#sequences.outcomeOf(sequence) ??
      this.#score(scannedCalls(calls, callOf, this.#spec.faults));
    const first = orderAt(job, number);
    if (sequence < 0) addAlike(this.#test.sums, outcome, first, counted);
    else this.#sequences.add(sequence, outcome, first, counted);
    return verdictOfRun(outcome);
  }

  /** Lists a run that another thread counted. */
  listAdopted(order: RunOrder, verdict: Verdict, location: RunLocation): void {
    this.#test.sums.listCounted(order, verdict, location);
  }

  /** Adds what was counted to the sums of the test. */
  finish(): void {
    const { sums } = this.#test;
    this.#sequences.addTo(sums, (sequence) => this.#scanner.runs.totalsOf(sequence));
    sums.measure.addUsage(this.#scanner.runs.usageOf(this.id));
  }
}

/** The verdicts of calls by classes, and those of calls by themselves. */
const CLASS_VERDICTS = ['hit', 'repeat', 'unexpected'] as const satisfies CallVerdict[];
const FAULT_VERDICTS = ['failed', 'duplicate'] as const satisfies CallVerdict[];
