import type { MeasureState, RunOutcome } from './measure-state.ts';
import { failedAlone, findTarget, passesAlone, type PlannedGates } from './gate-targets.ts';
import { isGoodDespite } from './good-despite.ts';
import type { AlikeRuns, EvidenceFilter } from './alike-runs.ts';
import { scoreRun } from '../scoring/score-run.ts';
import type { CallRules } from '../calls/call-rules.ts';
import type { CompiledScorer, RunScore } from '../scoring/scorer.ts';
import { explainUnknownStatus } from '../calls/call-status.ts';
import { FirstSeen } from './first-seen.ts';
import { type Gate } from '../gates/gate.ts';
import type { LabelSums } from '../labels/label-sums.ts';
import type { Issue } from '../issues/issue.ts';
import { addUsage, usageOfRun, type UsageTotals } from '../trace/run-usage.ts';
import { allHold } from '../scoring/reach.ts';
import type { Question } from '../judge/question.ts';
import { type RequesterCount, RequesterCounts } from '../calls/requester.ts';
import type { RunOrder } from './evidence.ts';
import type { Trace } from '../trace/trace.ts';
import { type CustomOutputs, declaredTools, type MeasurePlan } from './plan.ts';
import type { UnscoredIssue } from './compile-case.ts';
import * as partSums from './part-sums.ts';
import { RunQuoter } from './run-quoter.ts';
import { RunScorers, scoredTrace } from './run-scorers.ts';
import { finishMeasure, type FinishOptions, type MeasureResult } from './finish-measure.ts';
import type { CodeFoldInput } from './fold-sums.ts';
import type { Sums } from './sums.ts';
import { CustomSums, type CustomSumsState } from './custom-sums.ts';
import { NameNotes } from './name-notes.ts';
import { quotesOf } from './quotes-of.ts';
import { openPart, type Part } from './part.ts';
import type { ScorerCompiler } from './scorer-compiler.ts';
import type { TagSums } from './tag-sums.ts';
import { OfferRange } from './offer-range.ts';
import { RowSums } from './row-sums.ts';
import { UnmeasuredRuns } from './unmeasured-runs.ts';
import type { CaseRow, WeightedSums } from './weighted-sums.ts';

/** What is listed as evidence. */
export interface MeasureOptions {
  /** Whether calls of perfect runs are listed; by default a report lists what to look at. */
  readonly listsPerfectRuns?: boolean;
}

/** Sums all scorers of a test or an eval over its runs, and judges the gates at the end. */
export class Measure implements Sums<MeasureState> {
  readonly #plan: MeasurePlan;
  readonly #compiler: ScorerCompiler;
  readonly #rules: CallRules;
  readonly #parts: readonly Part[];
  readonly #scorers: RunScorers;
  /** Quotes runs as evidence. */
  readonly quoter: RunQuoter;
  readonly #own: readonly CustomSums[];
  readonly #gates: PlannedGates;
  readonly #unmeasured: UnmeasuredRuns;
  readonly #remarks = new FirstSeen();
  readonly #requesters: RequesterCounts;
  /** Which tools its runs call, are offered and are expected to call. */
  readonly names: NameNotes;
  readonly #rows: RowSums;
  /** Runs that judges find good, and other scorers wrong. */
  readonly #despite: RunOrder[] = [];
  #calls = 0;
  #runs = 0;
  #partial = 0;
  /** How many tools runs were offered. */
  readonly offered = new OfferRange();
  /** What the runs used in all, beside calls. */
  #usage: UsageTotals | null = null;

  constructor(
    plan: MeasurePlan,
    compiler: ScorerCompiler,
    { listsPerfectRuns = false }: MeasureOptions = {},
  ) {
    this.#plan = plan;
    this.#compiler = compiler;
    this.#rules = compiler.rules(plan.rules);
    this.#unmeasured = new UnmeasuredRuns(compiler.redaction);
    this.#requesters = new RequesterCounts(plan.rules.requester);
    const options = { listsPerfectRuns, hasTexts: compiler.hasEvidenceText };
    this.#parts = plan.scorers
      .filter((scorer) => scorer.own === null)
      .map((scorer) => openPart(scorer, compiler, options));
    this.#scorers = new RunScorers(plan, this.#parts, compiler);
    const parts = this.#parts;
    const targets = plan.gates.map((gate) => findTarget(gate.metric, parts));
    this.#gates = { gates: plan.gates, targets, parts };
    this.quoter = new RunQuoter(plan, this.#scorers, this.#rules, compiler, (scores) =>
      failedAlone(this.#gates, scores),
    );
    const fixed = this.#parts.map((part) => part.fixed);
    this.names = new NameNotes(plan.rules, compiler.seen, fixed);
    this.names.noteTools(declaredTools(plan));
    this.#own = plan.scorers
      .filter((scorer) => scorer.own !== null)
      .map((scorer) => new CustomSums(scorer));
    this.#rows = new RowSums(plan, this.#parts, compiler.services);
  }

  get runs(): number {
    return this.#runs;
  }

  /** How many of the runs are partial. */
  get partial(): number {
    return this.#partial;
  }

  get calls(): number {
    return this.#calls;
  }

  get errors(): number {
    return this.#unmeasured.total;
  }

  /** What the runs used in all; null where that is not known. */
  get usage(): UsageTotals | null {
    if (this.#runs === 0 || this.#partial > 0) return null;
    return { ...this.#usage, calls: this.#calls };
  }

  /** The reweighted shares; null of a test. */
  get weights(): WeightedSums | null {
    return this.#rows.weights;
  }

  /** The figures of single tags; null of a test. */
  get tags(): TagSums | null {
    return this.#rows.tags;
  }

  get remarks(): readonly string[] {
    return [...this.#remarks.texts(), ...this.#parts.flatMap((part) => part.accumulator.remarks)];
  }

  get requesters(): readonly RequesterCount[] {
    return this.#requesters.state();
  }

  /** The labelled cases; null where no scorer is over labels. */
  get labels(): LabelSums | null {
    return this.#rows.labels;
  }

  /** Whether lists of evidence name the run that was added last. */
  get isLastListed(): boolean {
    return this.#parts.some(({ accumulator }) => accumulator.isLastListed);
  }

  /** The runs that lists of evidence name. */
  listedRuns(): ReadonlySet<RunOrder> {
    return new Set(this.#parts.flatMap(({ accumulator }) => [...accumulator.listedRuns()]));
  }

  /** What a judge would have to be asked about a run. */
  questions(recorded: Trace, row: CaseRow | null): readonly Question[] {
    return this.#scorers.questions(recorded, row, this.#rules);
  }

  /** Adds a measured run; the issue says why it could not be scored after all. */
  add(
    order: RunOrder,
    recorded: Trace,
    row: CaseRow | null,
    own: CustomOutputs | null,
  ): RunOutcome | UnscoredIssue {
    const ready = this.#scorers.prepare(recorded, row);
    if ('code' in ready) return ready;
    const { trace, compiled } = ready;
    const isPartial = trace.partial === true;
    const prepared = this.#rules(trace.calls);
    if (prepared.unknown > 0) return explainUnknownStatus(prepared.unknown);
    for (const [i, remark] of prepared.remarks.entries()) this.#remarks.add(remark, order, i);
    this.#requesters.add(trace.calls);
    this.names.noteRun(trace, prepared.calls);
    this.offered.add(trace);
    const calls = prepared.calls.length;
    this.#runs++;
    if (isPartial) this.#partial++;
    this.#calls += calls;
    this.addUsage(usageOfRun(trace, calls));
    const scores: RunScore[] = [];
    const quotes = quotesOf(this.#compiler, { trace, row: row?.value ?? null, compiled });
    for (const [i, { accumulator, folds }] of this.#parts.entries()) {
      const score = accumulator.add(order, compiled[i] as CompiledScorer, prepared, trace, quotes);
      folds?.add(order, score, row?.value ?? null);
      scores.push(score);
    }
    const callsExpected = row === null ? null : this.names.callsExpected(compiled, prepared.calls);
    const outcome = this.#outcomeOf(scores, calls);
    const passes = partSums.addOutputs(this.#own, { order, isPartial, row }, own);
    const perfect = allHold([outcome.perfect, ...passes]);
    if (isGoodDespite(this.#parts, scores, passes)) this.#despite.push(order);
    if (row !== null) this.#rows.add(row, prepared.calls, { trace, compiled, scores, perfect });
    if (perfect === outcome.perfect && callsExpected === null) return outcome;
    return { ...outcome, perfect, ...(callsExpected === null ? {} : { callsExpected }) };
  }

  #outcomeOf(scores: readonly RunScore[], calls: number): RunOutcome {
    return {
      scores,
      calls,
      passes: () => passesAlone(this.#gates, scores),
      perfect: partSums.arePerfect(this.#parts, scores),
    };
  }

  /** Scores a run by the plain scorers without adding it. */
  score(trace: Trace): RunOutcome {
    const { calls } = this.#rules(trace.calls);
    const scores = this.#parts.map(({ fixed }) => scoreRun(fixed as CompiledScorer, calls, trace));
    return this.#outcomeOf(scores, calls.length);
  }

  /** The compiled scorers, where all are built in, the same for every run and without folds; null otherwise. */
  get plainScorers(): readonly CompiledScorer[] | null {
    const isPlain = this.#own.length === 0 && this.#parts.every(({ folds }) => folds === null);
    const compiled = this.#parts.flatMap(({ fixed }) => fixed ?? []);
    return isPlain && compiled.length === this.#parts.length ? compiled : null;
  }

  /** Which evidence of a plain scorer a run would add. */
  evidenceOf(scorer: CompiledScorer): EvidenceFilter {
    return (this.#parts.find(({ fixed }) => fixed === scorer) as Part).accumulator.evidence;
  }

  /** Adds runs with the same outcome by the plain scorers, without evidence. */
  addAlike({ scores, calls }: RunOutcome, runs: AlikeRuns): void {
    const { times, isPartial = false, isOffered = false } = runs;
    this.#runs += times;
    if (isPartial) this.#partial += times;
    // A partial run may have been offered more.
    if (isOffered && !isPartial) this.names.noteMore({ offered: [] }, times);
    this.#calls += calls * times + (runs.moreRepeats ?? 0);
    this.#parts.forEach(({ accumulator, fixed }, i) =>
      accumulator.addAlike(fixed as CompiledScorer, scores[i] as RunScore, runs),
    );
  }

  /** Whether runs that are scored alike can be added together: all scorers are plain ones, and no judge decides. */
  get canAddMore(): boolean {
    return this.plainScorers?.every(({ scorer }) => scorer.isJudged !== true) === true;
  }

  /** Whether lists would keep something of a later run that is scored like one that was added. */
  acceptsEvidence(order: RunOrder, { scores }: RunOutcome): boolean {
    return partSums.acceptEvidence(this.#parts, order, scores);
  }

  /** Adds further runs that are scored like one that was added, without evidence and what they used. */
  addMore(recorded: Trace, { scores, calls }: RunOutcome, times: number): void {
    const trace = scoredTrace(this.#plan, recorded);
    this.#runs += times;
    if (trace.partial === true) this.#partial += times;
    this.#calls += calls * times;
    this.#requesters.add(trace.calls, times);
    this.names.noteMore(trace, times);
    this.offered.add(trace);
    partSums.addMoreScores(this.#parts, { trace, rules: this.#rules }, scores, times);
  }

  /** Adds what some runs used, beside calls; null where there was none. */
  addUsage(usage: UsageTotals | null): void {
    if (usage !== null) this.#usage = addUsage(this.#usage, usage);
  }

  /** All but the confusion matrix: the rows of an eval are read by one thread. */
  state(): MeasureState {
    return {
      parts: this.#parts.map(({ accumulator, folds }) => ({
        sums: accumulator.state(),
        folds: folds?.state() ?? null,
      })),
      custom: this.#own.map((sums) => sums.state()),
      ...this.#rows.state(),
      despite: this.#despite.toSorted((a, b) => a - b),
      unmeasured: this.#unmeasured.state(),
      remarks: this.#remarks.state(),
      requesters: this.#requesters.state(),
      offers: this.names.offers.state(),
      runs: this.#runs,
      partial: this.#partial,
      calls: this.#calls,
      usage: this.#usage,
      offered: this.offered.state(),
    };
  }

  merge(state: MeasureState): void {
    const { unmeasured, remarks, requesters, offers, runs, partial, calls, usage } = state;
    partSums.mergeParts(this.#parts, state.parts);
    this.#own.forEach((sums, i) => sums.merge(state.custom[i] as CustomSumsState));
    this.#rows.merge(state);
    this.#despite.push(...state.despite);
    this.#unmeasured.merge(unmeasured);
    this.#remarks.merge(remarks);
    this.#requesters.merge(requesters);
    this.names.offers.merge(offers);
    this.#runs += runs;
    this.#partial += partial;
    this.#calls += calls;
    this.addUsage(usage);
    this.offered.merge(state.offered);
  }

  /** Adds a run that could not be measured. */
  addError(order: RunOrder, issue: Issue): void {
    this.#unmeasured.add(order, issue);
  }

  /** Of a gate on a share of all runs: how many of them count, so far; null for any other gate. */
  shareOf(gate: Gate): partSums.ShareOfRuns | null {
    return partSums.shareOfRuns(gate, this.#parts, this.#runs);
  }

  /** The folds by code of the user, which the caller computes before it reports. */
  codeFolds(): readonly CodeFoldInput[] {
    return partSums.codeFoldsOf(this.#parts, this.#own);
  }

  /** The report of the sums and the judged gates. */
  finish(options: FinishOptions): MeasureResult {
    const sums = {
      plan: this.#plan,
      parts: this.#parts,
      own: this.#own,
      targets: this.#gates.targets,
      labels: this.labels,
      weights: this.weights,
      tags: this.tags,
      offers: this.names.offers,
      unmeasuredRuns: this.#unmeasured,
      runs: this.#runs,
      judge: this.#compiler.judging?.summaryOf(this.#plan) ?? null,
      corrections: this.#compiler.judging?.correctionsOf(this.#plan) ?? null,
      despite: this.#despite,
    };
    return finishMeasure(sums, options);
  }
}
