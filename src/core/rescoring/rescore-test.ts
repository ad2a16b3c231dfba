import type { MeasurePlan } from '../measure/plan.ts';
import type { RunOutcome } from '../measure/measure-state.ts';
import type { ScorerCompiler } from '../measure/scorer-compiler.ts';
import { TestSums, verdictOfRun } from '../measure/test-sums.ts';
import type { TestReport, Verdict } from '../report/report.ts';
import { usageOfRun } from '../trace/run-usage.ts';
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
  /** Runs that were only counted. */
  more: number;
}

/** The recorded runs of a test, ready to be scored again with any plan. */
export class TestReplay {
  readonly recorded: RecordedTest;
  readonly runs: readonly RecordedRun[];
  readonly #replayed: ReplayedRuns;

  constructor(recorded: RecordedTest) {
    this.recorded = recorded;
    this.runs = listRuns(recorded.runs);
    this.#replayed = new ReplayedRuns(recorded);
  }

  get traces(): ReplayedRuns['traces'] {
    return this.#replayed.traces;
  }

  /** The report of the test by a plan: the same as of a run that reads the traces. */
  score(plan: PlacedPlan, compiler: ScorerCompiler): RescoredTest {
    const sums = new TestSums(plan, compiler);
    sums.numbers.merge(this.recorded.numbers);
    const sequences = this.traces.map((): Sequence => ({
      outcome: null,
      verdict: 'error',
      isSettled: false,
      more: 0,
    }));
    for (const run of this.runs) this.#add(run, sequences[run.form] as Sequence, sums, plan.line);
    for (const [form, { outcome, more }] of sequences.entries())
      if (outcome !== null && more > 0)
        sums.addMore(this.traces[form] as (typeof this.traces)[number], outcome, more);
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

  /** Scores a run, or counts it where another one was scored and lists have enough. */
  #add(run: RecordedRun, sequence: Sequence, sums: TestSums, line: number): void {
    const { measure } = sums;
    const { outcome } = sequence;
    if (outcome !== null && measure.canAddMore) {
      sequence.isSettled ||=
        !sums.wantsListed(run.order, sequence.verdict) &&
        !measure.acceptsEvidence(run.order, outcome);
      if (sequence.isSettled) {
        sequence.more++;
        const trace = this.#replayed.traceOf(run);
        if (trace !== null) measure.addUsage(usageOfRun(trace, outcome.calls));
        return;
      }
    }
    const trace = this.#replayed.traceOf(run) as NonNullable<(typeof this.traces)[number]>;
    const scored = sums.add(run.order, trace, this.#replayed.sourceOf(run, line));
    if (scored === null) return;
    sequence.outcome = scored;
    sequence.verdict = verdictOfRun(scored);
  }
}
