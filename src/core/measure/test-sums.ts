import type { Issue, Place } from '../issues/issue.ts';
import type { TestReport, Verdict } from '../report/report.ts';
import { unmeasuredOf, verdictOf } from '../report/settle-report.ts';
import { shareReport } from '../report/share-report.ts';
import type { Trace } from '../trace/trace.ts';
import type { AlikeRuns } from './alike-runs.ts';
import { formatWhere, type RunLocation, type RunSource } from '../run-evidence/run-source.ts';
import { canCountAsEmpty, emptyTrace } from './errored-run.ts';
import type { RunOrder } from './evidence.ts';
import type { Finished } from './finished.ts';
import type { CodeFoldOutputs } from './fold-sums.ts';
import { ListedRuns, type ListedRunsState, type UnquotedRun } from './listed-runs.ts';
import { Measure } from './measure.ts';
import type { MeasureState, RunOutcome } from './measure-state.ts';
import type { MeasurePlan } from './plan.ts';
import { NamedRuns, type NamedRunsState, withNamed } from './named-runs.ts';
import { RunNumbers, type RunNumbersState } from './run-numbers.ts';
import type { ScorerCompiler } from './scorer-compiler.ts';
import type { TestRecorder } from '../rescoring/run-recorder.ts';
import type { Sums } from './sums.ts';

/** The sums of a test as plain data. */
export interface TestState {
  readonly numbers: RunNumbersState;
  readonly measure: MeasureState;
  readonly passing: number;
  readonly undecided: number;
  readonly listed: ListedRunsState;
  readonly named: NamedRunsState;
}

/** What the report of a test says beside its sums. */
export interface TestFacts extends Pick<TestReport, 'suite' | 'variant' | 'planned' | 'identical'> {
  /** Whether all runs are of one input. */
  readonly repeatsInput: boolean;
  /** What code of the user made of the inputs of its folds. */
  readonly computed: CodeFoldOutputs;
}

/** Sums a test over its runs. */
export class TestSums implements Sums<TestState> {
  readonly plan: MeasurePlan;
  readonly numbers: RunNumbers = new RunNumbers();
  #passing = 0;
  /** Runs that were measured in part: whether they pass alone is not known. */
  #undecided = 0;
  readonly #listed = new ListedRuns();
  readonly #named = new NamedRuns(() => this.measure.listedRuns());
  readonly #compiler: ScorerCompiler;
  #measure: Measure | null = null;
  #recorder: TestRecorder | null = null;

  constructor(plan: MeasurePlan, compiler: ScorerCompiler) {
    this.plan = plan;
    this.#compiler = compiler;
  }

  /** Scorers are compiled with the first run: a large suite of which few tests are run stays cheap. */
  get measure(): Measure {
    this.#measure ??= new Measure(this.plan, this.#compiler);
    return this.#measure;
  }

  /** Where its runs are recorded, from the first of them on. */
  get #records(): TestRecorder | null {
    return (this.#recorder ??= this.#compiler.recorder?.openTest(this.plan) ?? null);
  }

  /** Scores a run and adds it; null where it could not be scored. */
  add(order: RunOrder, trace: Trace, source: RunSource): RunOutcome | null {
    this.#records?.add(order, trace, source);
    return this.#score(order, trace, source, trace);
  }

  /** `recorded` is quoted in place of the run. */
  #score(
    order: RunOrder,
    trace: Trace,
    source: RunSource,
    recorded: Trace | null,
  ): RunOutcome | null {
    const outcome = this.measure.add(order, trace, null, null);
    if ('code' in outcome) {
      this.measure.addError(order, { ...outcome, where: outcome.where ?? source.where });
      this.#list(order, 'error', recorded, source);
      return null;
    }
    this.#list(order, this.#countPass(outcome, 1), recorded, source, outcome.scores);
    return outcome;
  }

  /** Adds a run that could not be measured, with its trace as far as it was read. */
  addError(
    order: RunOrder,
    issue: Issue,
    source: RunSource = issue,
    recorded: Trace | null = null,
  ): void {
    this.#records?.addFailed(order, issue, source, recorded);
    if (this.plan.countErrorsAsEmpty && canCountAsEmpty(issue))
      this.#score(order, emptyTrace(), source, recorded);
    else this.#fail(order, issue, source, recorded);
  }

  /** Adds a run that is never counted as one without calls: there is none. */
  addMissing(order: RunOrder, issue: Issue, source: RunSource): void {
    this.#records?.addFailed(order, issue, source, null, true);
    this.#fail(order, issue, source, null);
  }

  #fail(order: RunOrder, issue: Issue, source: RunSource, recorded: Trace | null): void {
    this.measure.addError(order, issue);
    this.#list(order, 'error', recorded, source);
  }

  /** Whether a run would be listed. */
  wantsListed(order: RunOrder, verdict: Verdict): boolean {
    return this.#listed.wants(order, verdict);
  }

  /** Lists a run that was counted: it is read and quoted in the end. */
  listCounted(order: RunOrder, verdict: Verdict, location: RunLocation): void {
    this.#listed.add(order, verdict, { location });
  }

  /** The listed runs that are to be quoted before the report. */
  unquoted(): readonly UnquotedRun[] {
    return this.#listed.unquoted();
  }

  /** Quotes a listed run; null where it cannot be read any more. */
  quote(listed: UnquotedRun, trace: Trace | null, where: Place): void {
    const scores = trace === null ? [] : this.measure.score(trace).scores;
    const run = this.measure.quoter.quote({ trace, row: null, source: { where }, scores });
    this.#listed.replace(listed, run);
  }

  /** Finds out the lines of runs that lists name. */
  locate(whereOf: (location: RunLocation) => string): void {
    this.#named.locate(whereOf);
  }

  #list(
    order: RunOrder,
    verdict: Verdict,
    trace: Trace | null,
    source: RunSource,
    scores: RunOutcome['scores'] = [],
  ): void {
    const { location } = source;
    if (scores.length > 0 && this.measure.isLastListed)
      this.#named.add(order, { verdict, where: location ?? formatWhere(source.where) });
    if (!this.#listed.wants(order, verdict)) return;
    if (location !== undefined) {
      this.#listed.add(order, verdict, { location });
      return;
    }
    const run = this.measure.quoter.quote({ trace, row: null, source, scores });
    this.#listed.add(order, verdict, run);
  }

  /** Adds runs with the same outcome without evidence. */
  addAlike(outcome: RunOutcome, runs: AlikeRuns): void {
    this.measure.addAlike(outcome, runs);
    this.#countPass(outcome, runs.times);
  }

  /** Adds further runs that are scored like one that was added, without evidence. */
  addMore(trace: Trace, outcome: RunOutcome, times: number): void {
    this.measure.addMore(trace, outcome, times);
    this.#countPass(outcome, times);
  }

  #countPass(outcome: RunOutcome, times: number): Verdict {
    const verdict = verdictOfRun(outcome);
    if (verdict === 'pass') this.#passing += times;
    else if (verdict === 'inconclusive') this.#undecided += times;
    return verdict;
  }

  state(): TestState {
    return {
      numbers: this.numbers.state(),
      measure: this.measure.state(),
      passing: this.#passing,
      undecided: this.#undecided,
      listed: this.#listed.state(),
      named: this.#named.state(),
    };
  }

  merge({ numbers, measure, passing, undecided, listed, named }: TestState): void {
    this.numbers.merge(numbers);
    this.measure.merge(measure);
    this.#passing += passing;
    this.#undecided += undecided;
    this.#listed.merge(listed);
    this.#named.merge(named);
  }

  /** The report of the test, and what of it is only summed over tests. */
  report(facts: TestFacts): Finished<TestReport> {
    const { suite, variant, planned, identical, repeatsInput, computed } = facts;
    const { tags = [] } = this.plan;
    const { measure, numbers } = this;
    this.#records?.finish(numbers.state(), facts);
    const { gates, name, maxErrors } = this.plan;
    const { runs, errors, usage, partial } = measure;
    // A run passes when the gates hold on it alone, so one of them must speak of single runs.
    const speaks = gates.some(({ metric }) => !metric.startsWith('repeats.'));
    const decided = runs - this.#undecided;
    const result = measure.finish({
      labelOf: (order) => ({ run: numbers.numberOf(order) }),
      unmeasured: unmeasuredOf({ runs, errors, maxErrors }),
      computed,
      units: speaks && repeatsInput ? [{ k: this.#passing, n: decided }] : [],
      ...(repeatsInput ? {} : { whyNone: 'its runs may have different inputs; say runs: N' }),
    });
    const listed = this.#listed.report();
    const all = withNamed(listed.runs, this.#named.state());
    const report: TestReport = {
      name,
      verdict: verdictOf({ ...result, runs, errors, maxErrors }),
      runs,
      errors,
      ...(repeatsInput && runs > 1 ? { repeated: true } : {}),
      ...(partial === 0 ? {} : { partial }),
      scores: result.scores,
      gates: result.gates,
      passing: shareReport(this.#passing, decided),
      ...(maxErrors === 0 ? {} : { maxErrors }),
      unmeasured: result.unmeasured,
      suite,
      ...(usage === null ? {} : { usage }),
      ...(planned === undefined ? {} : { planned }),
      ...(identical === undefined ? {} : { identical }),
      ...(result.judge === null ? {} : { judge: result.judge }),
      ...(variant === undefined ? {} : { variant }),
      ...measure.offered.report(variant),
      ...(tags.length === 0 ? {} : { tags }),
      listedRuns: all.map(({ order, verdict, evidence }) => ({
        run: numbers.numberOf(order),
        verdict,
        evidence,
      })),
      ...(listed.catalogs.length === 0 ? {} : { catalogs: listed.catalogs }),
    };
    const { calls, remarks, requesters, names } = measure;
    const { expected, offers } = names;
    return { report, calls, remarks, requesters, expected, offers: offers.runs };
  }
}

/** The verdict of a run of a test: whether the gates hold on it alone. */
export function verdictOfRun({ passes }: RunOutcome): Verdict {
  const holds = passes();
  return holds === null ? 'inconclusive' : holds ? 'pass' : 'fail';
}
