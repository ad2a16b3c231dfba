import type { MeasurePlan } from '../measure/plan.ts';
import type { RunOutcome } from '../measure/measure-state.ts';
import { wholeTrace } from '../measure/run-scorers.ts';
import type { ScorerCompiler } from '../measure/scorer-compiler.ts';
import { TestSums, verdictOfRun } from '../measure/test-sums.ts';
import type { TestReport, Verdict } from '../report/report.ts';
import { usageOfRun, type UsageTotals } from '../trace/run-usage.ts';
import type { Trace } from '../trace/trace.ts';
import type { Finished } from '../measure/finished.ts';
import { listRuns, ReplayedRuns } from './replayed-run.ts';
import type { RecordedRun, RecordedTest } from './recorded-runs.ts';

/** A plan, and the line of the suite that it is declared at. */
export interface PlacedPlan extends MeasurePlan {
  readonly line: number;
}

/** A test that was scored again. */
export interface RescoredTest {
  readonly finished: Finished<TestReport>;
  /** The verdicts of the distinct runs. */
  readonly verdicts: readonly Verdict[];
}

/** One distinct run while its runs are added. */
interface Sequence {
  outcome: RunOutcome | null;
  verdict: Verdict;
  /** No list keeps anything of further runs. */
  isSettled: boolean;
  /** Runs that were only counted, and what they used; NaN where some of them do not record it. */
  more: number;
  readonly used: Used;
}

/** What runs used beside calls. */
interface Used {
  tokens: number;
  cost: number;
  time: number;
}

/** The recorded runs of a test, ready to be scored again with any plan. */
export class TestReplay {
  readonly recorded: RecordedTest;
  readonly runs: readonly RecordedRun[];
  readonly #replayed: ReplayedRuns;
  /** By run; null where no run records anything beside its form. */
  readonly #used: readonly Used[] | null;

  constructor(recorded: RecordedTest) {
    this.recorded = recorded;
    this.runs = listRuns(recorded.runs);
    this.#replayed = new ReplayedRuns(recorded);
    this.#used = recorded.runs.used === null ? null : this.runs.map((run) => this.#useOf(run));
  }

  #useOf(run: RecordedRun): Used {
    const { tokens = NaN, cost = NaN, time = NaN } = usageOfRun(wholeTrace(this.#traceOf(run)), 0);
    return { tokens, cost, time };
  }

  #traceOf(run: RecordedRun): Trace {
    return this.#replayed.traceOf(run) as Trace;
  }

  get traces(): ReplayedRuns['traces'] {
    return this.#replayed.traces;
  }

  /** The report of the test by a plan: the same as of a run that reads the traces. */
  score(plan: PlacedPlan, compiler: ScorerCompiler): RescoredTest {
    const sums = new TestSums(plan, compiler);
    sums.numbers.merge(this.recorded.numbers);
    const sequences = this.traces.map((): Sequence => {
      const used = { tokens: 0, cost: 0, time: 0 };
      return { outcome: null, verdict: 'error', isSettled: false, more: 0, used };
    });
    const { canAddMore } = sums.measure;
    for (const [place, run] of this.runs.entries()) {
      const sequence = sequences[run.form] as Sequence;
      if (canAddMore && isSettled(sequence, run.order, sums)) this.#count(sequence, place);
      else this.#add(sequence, run, sums, plan.line);
    }
    for (const [form, sequence] of sequences.entries())
      this.#addCounted(sequence, this.traces[form] as Trace, sums);
    for (const failed of this.recorded.failed) {
      const source = this.#replayed.sourceOf(failed, plan.line);
      if (failed.isMissing === true) sums.addMissing(failed.order, failed.issue, source);
      else sums.addError(failed.order, failed.issue, source, this.#replayed.traceOf(failed));
    }
    const { suite, ...facts } = this.recorded.facts;
    const place = suite === null ? null : { ...suite, line: plan.line };
    const finished = sums.report({ ...facts, suite: place, computed: new Map() });
    return { finished, verdicts: sequences.map(({ verdict }) => verdict) };
  }

  #add(sequence: Sequence, run: RecordedRun, sums: TestSums, line: number): void {
    const source = this.#replayed.sourceOf(run, line);
    const outcome = sums.add(run.order, this.#traceOf(run), source);
    if (outcome === null) return;
    sequence.outcome = outcome;
    sequence.verdict = verdictOfRun(outcome);
  }

  #count(sequence: Sequence, place: number): void {
    sequence.more++;
    const used = this.#used?.[place];
    if (used === undefined) return;
    sequence.used.tokens += used.tokens;
    sequence.used.cost += used.cost;
    sequence.used.time += used.time;
  }

  #addCounted({ outcome, more, used }: Sequence, trace: Trace, sums: TestSums): void {
    if (outcome === null || more === 0) return;
    sums.addMore(trace, outcome, more);
    // What a partial run used is not known, unless the suite says that it is whole.
    if (trace.partial === true && !sums.plan.isComplete) {
      sums.measure.addUsage({});
      return;
    }
    const alone = usageOfRun(wholeTrace(trace), outcome.calls);
    const all = times(alone, more);
    sums.measure.addUsage(
      this.#used === null ? all : { ...known(used), calls: outcome.calls * more },
    );
  }
}

/** Whether nothing of a run would be listed: another one with its outcome was scored, and lists have enough. */
function isSettled(sequence: Sequence, order: number, sums: TestSums): boolean {
  const { outcome, verdict } = sequence;
  if (outcome === null) return false;
  sequence.isSettled ||=
    !sums.wantsListed(order, verdict) && !sums.measure.acceptsEvidence(order, outcome);
  return sequence.isSettled;
}

/** What is known of all runs. */
function known(used: Used): UsageTotals {
  const entries = Object.entries(used).filter(([, sum]) => !Number.isNaN(sum));
  return Object.fromEntries(entries);
}

function times(usage: UsageTotals, runs: number): UsageTotals {
  return Object.fromEntries(Object.entries(usage).map(([figure, value]) => [figure, value * runs]));
}
