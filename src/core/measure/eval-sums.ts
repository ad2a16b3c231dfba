import type { Issue } from '../issues/issue.ts';
import { caseRepeatsReport } from './repeats-report.ts';
import type { CaseReport, EvalReport, RunEvidence } from '../report/report.ts';
import { usageColumns, usageOfRun } from '../trace/run-usage.ts';
import { unmeasuredOf, verdictOf } from '../report/settle-report.ts';
import { shareReport } from '../report/share-report.ts';
import type { Trace } from '../trace/trace.ts';
import type { RunSource } from '../run-evidence/run-source.ts';
import { CaseRuns, type CaseRunsState } from './case-runs.ts';
import type { UnscoredIssue } from './compile-case.ts';
import { emptyTrace } from './errored-run.ts';
import type { RunOrder } from './evidence.ts';
import type { Finished } from './finished.ts';
import type { CodeFoldOutputs } from './fold-sums.ts';
import { ListedRuns, type ListedRunsState } from './listed-runs.ts';
import { Measure, type MeasureOptions } from './measure.ts';
import type { MeasureState, RunOutcome } from './measure-state.ts';
import { wholeTrace } from './run-scorers.ts';
import type { CustomOutputs, MeasurePlan } from './plan.ts';
import type { ScorerCompiler } from './scorer-compiler.ts';
import type { EvalRecorder } from '../rescoring/run-recorder.ts';
import type { Sums } from './sums.ts';
import type { CaseRow } from './weighted-sums.ts';

/** What the report of an eval says beside its sums. */
export interface EvalFacts extends Pick<EvalReport, 'suite' | 'variant' | 'filtered'> {
  /** What code of the user made of the inputs of its folds. */
  readonly computed: CodeFoldOutputs;
}

/** What is listed of an eval. */
export interface EvalOptions extends MeasureOptions {
  /** Whether a case may have several runs. */
  readonly haveRuns?: boolean;
}

/** The sums of an eval as plain data. */
export interface EvalState {
  readonly measure: MeasureState;
  readonly cases: readonly CaseRunsState[];
  readonly listed: ListedRunsState;
}

/** Sums an eval over the runs of its cases. Parts that are merged have the same cases, in the same order. */
export class EvalSums implements Sums<EvalState> {
  readonly plan: MeasurePlan;
  readonly measure: Measure;
  readonly #cases: CaseRuns[] = [];
  readonly #listed: ListedRuns;
  readonly #recorder: EvalRecorder | null;

  constructor(plan: MeasurePlan, compiler: ScorerCompiler, options: EvalOptions = {}) {
    this.plan = plan;
    this.measure = new Measure(plan, compiler, options);
    const { haveRuns = false } = options;
    this.#recorder = compiler.recorder?.openEval(plan, haveRuns) ?? null;
    this.#listed = new ListedRuns({ unitOf: (order) => CaseRuns.placeOf(order), haveRuns });
  }

  /** In the order in which they were added. */
  get cases(): readonly CaseRuns[] {
    return this.#cases;
  }

  addCase(id: string): CaseRuns {
    const added = new CaseRuns(id, this.#cases.length);
    this.#cases.push(added);
    this.#recorder?.addCase(id);
    return added;
  }

  /** The case that an order belongs to. */
  caseAt(order: RunOrder): CaseRuns {
    return this.#cases[CaseRuns.placeOf(order)] as CaseRuns;
  }

  /** Scores a run of a case and adds it; an issue says why it could not be scored. */
  add(
    order: RunOrder,
    trace: Trace,
    row: CaseRow,
    custom: CustomOutputs | null,
  ): RunOutcome | UnscoredIssue {
    this.#recorder?.add(order, trace, row);
    const outcome = this.measure.add(order, trace, row, custom);
    if ('code' in outcome) return outcome;
    const caseRuns = this.caseAt(order);
    this.#settle(order, outcome.perfect, trace, row, outcome.scores);
    caseRuns.noteNames(outcome.callsExpected);
    caseRuns.use(usageOfRun(this.plan.isComplete ? wholeTrace(trace) : trace, outcome.calls));
    return outcome;
  }

  /** Adds a run without calls in place of one that could not be measured, which is quoted as far as it was read. */
  addEmpty(
    order: RunOrder,
    issue: Issue,
    row: CaseRow | null,
    custom: CustomOutputs | null,
    recorded: Trace | null,
  ): RunOutcome | UnscoredIssue {
    this.#recorder?.addFailed(order, issue, row, recorded);
    const outcome = this.measure.add(order, emptyTrace(), row, custom);
    if (!('code' in outcome)) this.#settle(order, outcome.perfect, recorded, row, outcome.scores);
    return outcome;
  }

  /** Adds a run that could not be measured, with its trace as far as it was read. */
  addError(
    order: RunOrder,
    issue: Issue,
    row: CaseRow | null = null,
    recorded: Trace | null = null,
  ): void {
    this.#recorder?.addFailed(order, issue, row, recorded);
    this.#settle(order, null, recorded, row ?? { value: {}, order, source: issue }, []);
    this.measure.addError(order, issue);
    this.measure.tags?.addError(row);
  }

  #settle(
    order: RunOrder,
    perfect: boolean | null,
    trace: Trace | null,
    row: CaseRow | null,
    scores: RunOutcome['scores'],
  ): void {
    const source = row?.source ?? NOWHERE;
    this.caseAt(order).settle(perfect, order, source.where);
    const verdict = perfect === null ? 'error' : perfect ? 'pass' : 'fail';
    if (!this.#listed.wants(order, verdict)) return;
    const run = this.measure.quoter.quote({ trace, row, source, scores });
    this.#listed.add(order, verdict, run);
  }

  state(): EvalState {
    return {
      measure: this.measure.state(),
      cases: this.#cases.map((caseRuns) => caseRuns.state()),
      listed: this.#listed.state(),
    };
  }

  merge({ measure, cases, listed }: EvalState): void {
    cases.forEach((state, place) => (this.#cases[place] ?? this.addCase(state.id)).merge(state));
    this.measure.merge(measure);
    this.#listed.merge(listed);
  }

  /** The report of the eval, and what of it is only summed over evals. */
  report(facts: EvalFacts): Finished<EvalReport> {
    const { suite, variant, filtered, computed } = facts;
    const { measure } = this;
    this.#recorder?.finish(facts, measure.weights?.choice ?? null);
    const { name, maxErrors } = this.plan;
    const { runs, errors, partial } = measure;
    const units = this.#cases.map(({ id, passing }) => ({ name: id, ...passing }));
    const result = measure.finish({
      labelOf: (order) => ({ case: this.caseAt(order).id }),
      unmeasured: unmeasuredOf({ runs, errors, maxErrors }),
      computed,
      units,
    });
    const repeats = caseRepeatsReport(units);
    const weighting = measure.weights?.report() ?? null;
    const perTag = measure.tags?.report() ?? [];
    const listed = this.#listed.report((order, verdict) => this.caseAt(order).verdict === verdict);
    const evidence = new Map(listed.runs.map((run) => [this.caseAt(run.order), run.evidence]));
    const caseUsage = usageColumns(this.#cases.map((caseRuns) => caseRuns.usage));
    const report: EvalReport = {
      name,
      verdict: verdictOf({ ...result, runs, errors, maxErrors }),
      runs,
      errors,
      ...(partial === 0 ? {} : { partial }),
      cases: this.#cases.map((caseRuns) =>
        this.#reportCase(caseRuns, weighting !== null, evidence),
      ),
      ...(Object.keys(caseUsage).length === 0 ? {} : { caseUsage }),
      ...(weighting === null ? {} : { weighting }),
      ...(filtered === undefined ? {} : { filtered }),
      ...(perTag.length === 0 ? {} : { perTag }),
      ...(repeats === null ? {} : { repeats }),
      scores: result.scores,
      gates: result.gates,
      passing: shareReport(
        units.reduce((sum, { k }) => sum + k, 0),
        units.reduce((sum, { n }) => sum + n, 0),
      ),
      ...(maxErrors === 0 ? {} : { maxErrors }),
      unmeasured: result.unmeasured,
      suite,
      ...(result.judge === null ? {} : { judge: result.judge }),
      ...(variant === undefined ? {} : { variant }),
      ...measure.offered.report(variant),
      ...result.labels,
      ...(listed.catalogs.length === 0 ? {} : { catalogs: listed.catalogs }),
    };
    const { calls, remarks, requesters, names } = measure;
    const { expected, offers } = names;
    return { report, calls, remarks, requesters, expected, offers: offers.runs };
  }

  #reportCase(
    caseRuns: CaseRuns,
    isWeighted: boolean,
    evidence: ReadonlyMap<CaseRuns, RunEvidence>,
  ): CaseReport {
    const weight = isWeighted ? (this.measure.weights?.weightAt(caseRuns.order) ?? null) : null;
    const { telling } = caseRuns;
    const { where: _where, ...quoted } = evidence.get(caseRuns) ?? { where: '' };
    return {
      ...caseRuns.report(),
      ...(weight === null ? {} : { weight }),
      ...this.measure.labels?.faultsOf(caseRuns.order),
      ...(telling === null ? {} : { evidence: { ...telling, ...quoted } }),
    };
  }
}

const NOWHERE: RunSource = { where: null };
