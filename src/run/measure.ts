import {
  Accumulator,
  type AccumulatorState,
  isPerfect,
  type CallRules,
  type ClassOffersState,
  type CompiledScorer,
  type EvidenceLogState,
  type ExpectedTools,
  explainUnknownStatus,
  FirstSeen,
  type Gate,
  LabelSums,
  type JsonObject,
  addUsage,
  allHold,
  type Figure,
  figuresOfRun,
  holds,
  holdsBetween,
  type MetricSpec,
  type Question,
  type RequesterCount,
  RequesterCounts,
  type RunLabel,
  type RunOrder,
  type RunScore,
  type SeenName,
  type Scorer,
  scoreRun,
  type ToolRef,
  type Trace,
  type Unit,
  usageOfRun,
  type UsageTotals,
} from '#core';
import type { EvalPlan, ScorerPlan, TestPlan } from '#suite';
import { compileCase } from './compile-case.ts';
import {
  finishMeasure,
  type GateTarget,
  type MeasuredPart,
  type MeasureResult,
} from './finish-measure.ts';
import { FoldSums } from './fold-sums.ts';
import type { CustomOutputs } from './custom-scorers.ts';
import { CustomSums } from './custom-sums.ts';
import { NameNotes } from './name-notes.ts';
import { quotesOf } from './quotes-of.ts';
import type { ScorerCompiler } from './scorer-compiler.ts';
import { type Unmeasured, type UnmeasuredIssue, UnmeasuredRuns } from './unmeasured-runs.ts';
import { type CaseRow, WeightedSums } from './weighted-sums.ts';

/** One scorer, and how it is made ready. */
interface Part extends MeasuredPart {
  /** Ready once for all cases, where the options do not come with them. */
  readonly fixed: CompiledScorer | null;
  /** Makes the scorer ready for a row, where it takes what was expected from there. */
  readonly perRow: ((row: JsonObject) => CompiledScorer) | null;
}

/** A run that was asked about: made ready once, since what is asked takes long to put together. */
interface AskedRun {
  readonly row: CaseRow | null;
  readonly trace: Trace;
  readonly compiled: ReadonlyMap<Part, CompiledScorer | UnmeasuredIssue>;
}

/** The sums of a test as plain data. */
export interface MeasureState {
  readonly parts: readonly AccumulatorState[];
  readonly unmeasured: EvidenceLogState<Unmeasured>;
  readonly remarks: readonly SeenName[];
  readonly requesters: readonly RequesterCount[];
  readonly offers: ClassOffersState;
  readonly runs: number;
  readonly partial: number;
  readonly calls: number;
  readonly usage: UsageTotals | null;
}

/** How one run ended. */
export interface RunOutcome {
  /** By scorer. */
  readonly scores: readonly RunScore[];
  /** How many calls counted. */
  readonly calls: number;
  /** Whether the gates hold on this run alone; null where that was not measured. */
  readonly passes: () => boolean | null;
  /** Every scorer of purpose `score` is perfect on it; null where further calls or redacted values decide that. */
  readonly perfect: boolean | null;
  /** Whether a tool was called that its row expects; absent where it expects none, and of a test. */
  readonly callsExpected?: boolean;
}

/** Sums all scorers of a test or an eval over its runs, and judges the gates at the end. */
export class Measure {
  readonly #plan: TestPlan | EvalPlan;
  readonly #compiler: ScorerCompiler;
  readonly #rules: CallRules;
  readonly #parts: readonly Part[];
  readonly #own: readonly CustomSums[];
  /** Of each gate: the scorer that its metric belongs to; null for folds and scorers of the user's own. */
  readonly #targets: readonly (GateTarget | null)[];
  readonly #unmeasured: UnmeasuredRuns;
  readonly #remarks = new FirstSeen();
  readonly #requesters: RequesterCounts;
  readonly #names: NameNotes;
  /** Null where no scorer is over labels. */
  readonly #labels: LabelSums | null;
  /** Null of a test: weights come with rows. */
  readonly #weights: WeightedSums | null;
  /** Runs that judges find good, and other scorers wrong. */
  readonly #despite: RunOrder[] = [];
  #calls = 0;
  readonly #asked = new WeakMap<Trace, AskedRun>();
  #runs = 0;
  #partial = 0;
  /** What the runs used in all, beside calls. */
  #usage: UsageTotals | null = null;

  constructor(plan: TestPlan | EvalPlan, compiler: ScorerCompiler) {
    this.#plan = plan;
    this.#compiler = compiler;
    this.#rules = compiler.rules(plan.rules);
    this.#unmeasured = new UnmeasuredRuns(compiler.redaction);
    this.#requesters = new RequesterCounts(plan.rules.requester);
    this.#parts = plan.scorers
      .filter((scorer) => scorer.own === null)
      .map((scorer) => ({
        plan: scorer,
        // A report lists what to look at: of a run without fault that is nothing.
        accumulator: new Accumulator(scorer.scorer, { listsPerfectRuns: false }),
        perRow: scorer.scorer.prepare?.(scorer.options as JsonObject, compiler.services) ?? null,
        fixed:
          scorer.templates.size === 0 && scorer.scorer.prepare === undefined
            ? compiler.compile(scorer.scorer, scorer.options as JsonObject)
            : null,
        folds: scorer.folds.length === 0 ? null : new FoldSums(scorer),
      }));
    const fixed = this.#parts.map((part) => part.fixed);
    this.#names = new NameNotes(plan.rules, compiler.seen, fixed);
    for (const scorer of plan.scorers) this.#names.noteTools(catalogOf(scorer));
    this.#own = plan.scorers
      .filter((scorer) => scorer.own !== null)
      .map((scorer) => new CustomSums(scorer));
    this.#targets = plan.gates.map((gate) => this.#targetOf(gate.metric));
    const labels = 'labels' in plan ? plan.labels : null;
    const exposure = plan.scorers.some(({ scorer }) => scorer.name === 'exposure');
    this.#labels = labels === null ? null : new LabelSums(labels, compiler.services, { exposure });
    this.#weights =
      'labels' in plan ? new WeightedSums(this.#parts.map((part) => part.plan)) : null;
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
    return this.#weights;
  }

  get remarks(): readonly string[] {
    return [...this.#remarks.texts(), ...this.#parts.flatMap((part) => part.accumulator.remarks)];
  }

  get requesters(): readonly RequesterCount[] {
    return this.#requesters.save();
  }

  /** The tools that its runs are expected to call. */
  get expected(): readonly ExpectedTools[] | null {
    return this.#names.expected;
  }

  /** How many runs record all tools that they were offered. */
  get offers(): number {
    return this.#names.offers.runs;
  }

  /** Some runs call these tools. */
  noteTools(tools: readonly ToolRef[]): void {
    this.#names.noteTools(tools);
  }

  /** What a judge would have to be asked about a run. */
  questions(recorded: Trace, row: CaseRow | null): readonly Question[] {
    const judged = this.#parts.filter(({ plan }) => plan.scorer.isJudged === true);
    if (judged.length === 0) return [];
    const trace = this.#toScore(recorded, row);
    const { calls } = this.#rules(trace.calls);
    const compiled = new Map(judged.map((part) => [part, this.#compile(part, row)]));
    this.#asked.set(recorded, { row, trace, compiled });
    return [...compiled.values()].flatMap((scorer) =>
      'code' in scorer ? [] : (scorer.questions?.(calls, trace) ?? []),
    );
  }

  #compile({ plan, fixed, perRow }: Part, row: CaseRow | null): CompiledScorer | UnmeasuredIssue {
    return fixed ?? compileCase(plan, perRow, row?.value ?? null, this.#compiler);
  }

  /** A run as it is scored: with the input of its row where it has none itself. */
  #toScore(recorded: Trace, row: CaseRow | null): Trace {
    const trace = this.#plan.isComplete ? wholeTrace(recorded) : recorded;
    const { input = null } = row?.value ?? {};
    return trace.input === null && input !== null ? { ...trace, input } : trace;
  }

  /** Adds a measured run; the issue says why it could not be scored after all. */
  add(
    order: RunOrder,
    recorded: Trace,
    row: CaseRow | null,
    own: CustomOutputs | null,
  ): RunOutcome | UnmeasuredIssue {
    const known = this.#asked.get(recorded);
    const asked = known?.row === row ? known : null;
    const trace = asked?.trace ?? this.#toScore(recorded, row);
    const isPartial = trace.partial === true;
    const compiled: CompiledScorer[] = [];
    for (const part of this.#parts) {
      const scorer = asked?.compiled.get(part) ?? this.#compile(part, row);
      if ('code' in scorer) return scorer;
      compiled.push(scorer);
    }
    const prepared = this.#rules(trace.calls);
    if (prepared.unknown > 0) return explainUnknownStatus(prepared.unknown);
    for (const [i, remark] of prepared.remarks.entries()) this.#remarks.add(remark, order, i);
    this.#requesters.add(trace.calls);
    this.#names.noteRun(trace, prepared.calls);
    const calls = prepared.calls.length;
    this.#runs++;
    if (isPartial) this.#partial++;
    this.#calls += calls;
    this.addUsage(usageOfRun(trace, calls));
    const scores: RunScore[] = [];
    const quotes = quotesOf(this.#compiler.redaction, { trace, row: row?.value ?? null, compiled });
    for (const [i, { accumulator, folds }] of this.#parts.entries()) {
      const score = accumulator.add(order, compiled[i] as CompiledScorer, prepared, trace, quotes);
      folds?.add(score, row?.value ?? null);
      scores.push(score);
    }
    if (row !== null) {
      this.#labels?.add(row.order, row.value, prepared.calls, trace);
    }
    const callsExpected = row === null ? null : this.#names.callsExpected(compiled, prepared.calls);
    const outcome = this.#outcomeOf(scores, calls);
    const passes = this.#own.map((sums) => {
      const outputs = own?.get(sums.plan) ?? new Map<string, number>();
      sums.add(outputs, isPartial, row?.value ?? null);
      if (sums.plan.purpose !== 'score') return true;
      return isPartial ? null : outputs.get('pass') !== 0;
    });
    const perfect = allHold([outcome.perfect, ...passes]);
    if (this.#isGoodDespite(scores, passes)) this.#despite.push(order);
    if (row !== null) this.#weights?.add(row, scores, perfect);
    if (perfect === outcome.perfect && callsExpected === null) return outcome;
    return { ...outcome, perfect, ...(callsExpected === null ? {} : { callsExpected }) };
  }

  /** Whether judges find a run good that others find wrong. Without a question no judge finds anything. */
  #isGoodDespite(scores: readonly RunScore[], passes: readonly (boolean | null)[]): boolean {
    if (!scores.some(({ tally }) => (tally['judged'] ?? 0) > 0)) return false;
    const perfect = (isJudged: boolean): readonly (boolean | null)[] =>
      this.#parts.flatMap(({ plan: { purpose, scorer } }, i) =>
        purpose === 'score' && (scorer.isJudged === true) === isJudged
          ? isPerfect(scores[i] as RunScore)
          : [],
      );
    const judged = perfect(true);
    if (judged.length === 0 || allHold(judged) !== true) return false;
    return allHold([...perfect(false), ...passes]) === false;
  }

  #outcomeOf(scores: readonly RunScore[], calls: number): RunOutcome {
    const perfect = allHold(
      this.#parts.map(
        ({ plan }, i) => plan.purpose !== 'score' || isPerfect(scores[i] as RunScore),
      ),
    );
    return { scores, calls, passes: () => this.#passesAlone(scores), perfect };
  }

  /** How a run would end, without adding it. Only where scorers are `fixed`. */
  judge(trace: Trace): RunOutcome {
    const { calls } = this.#rules(trace.calls);
    const scores = this.#parts.map(({ fixed }) => scoreRun(fixed as CompiledScorer, calls, trace));
    return this.#outcomeOf(scores, calls.length);
  }

  /** The scorers made ready, where they are the same for all runs and nothing else is made of their scores. */
  get fixed(): readonly CompiledScorer[] | null {
    const isPlain = this.#own.length === 0 && this.#parts.every(({ folds }) => folds === null);
    const compiled = this.#parts.flatMap(({ fixed }) => fixed ?? []);
    return isPlain && compiled.length === this.#parts.length ? compiled : null;
  }

  /** The sums of a scorer that is `fixed`. */
  sumsOf(compiled: CompiledScorer): Accumulator {
    return (this.#parts.find(({ fixed }) => fixed === compiled) as Part).accumulator;
  }

  /** Counts runs that end like this, and of which nothing would be kept, with so many more calls that only repeat. Only where scorers are `fixed`. */
  repeat({ scores, calls }: RunOutcome, times: number, moreRepeats: number): void {
    this.#runs += times;
    this.#calls += calls * times + moreRepeats;
    this.#parts.forEach(({ accumulator, fixed }, i) =>
      accumulator.repeat(fixed as CompiledScorer, scores[i] as RunScore, times, moreRepeats),
    );
  }

  /** Adds what some runs used, beside calls; null where there was none. */
  addUsage(usage: UsageTotals | null): void {
    if (usage !== null) this.#usage = addUsage(this.#usage, usage);
  }

  /** The first of some runs that are counted. */
  addFirst(order: RunOrder, { scores }: RunOutcome): void {
    this.#parts.forEach(({ accumulator }, i) => accumulator.addFirst(order, scores[i] as RunScore));
  }

  /** What another measure of the same test needs to go on with these sums; folds and own scorers stay behind. */
  save(): MeasureState {
    return {
      parts: this.#parts.map(({ accumulator }) => accumulator.save()),
      unmeasured: this.#unmeasured.save(),
      remarks: this.#remarks.save(),
      requesters: this.#requesters.save(),
      offers: this.#names.offers.save(),
      runs: this.#runs,
      partial: this.#partial,
      calls: this.#calls,
      usage: this.#usage,
    };
  }

  merge(state: MeasureState): void {
    const { parts, unmeasured, remarks, requesters, offers, runs, partial, calls, usage } = state;
    this.#parts.forEach(({ accumulator }, i) => accumulator.merge(parts[i] as AccumulatorState));
    this.#unmeasured.merge(unmeasured);
    this.#remarks.merge(remarks);
    this.#requesters.merge(requesters);
    this.#names.offers.merge(offers);
    this.#runs += runs;
    this.#partial += partial;
    this.#calls += calls;
    this.addUsage(usage);
  }

  /** Adds a run that could not be measured. */
  addError(order: RunOrder, issue: UnmeasuredIssue): void {
    this.#unmeasured.add(order, issue);
  }

  /** False where a gate fails, null where none does but some was not measured. */
  #passesAlone(scores: readonly RunScore[]): boolean | null {
    return allHold(
      this.#plan.gates.map((gate, i) => {
        const target = this.#targets[i] ?? null;
        if (target === null) return true;
        const { plan } = this.#parts[target.part] as Part;
        return holdsAlone(gate, target.spec, scores[target.part] as RunScore, plan.scorer);
      }),
    );
  }

  /** Of a gate on a share of all runs: how many of them count, so far; null for any other gate. */
  shareOf(gate: Gate): { readonly unit: Unit; readonly k: number; readonly n: number } | null {
    const target = this.#targetOf(gate.metric);
    if (target === null || !target.spec.proportion || gate.op === 'between') return null;
    const value = this.#parts[target.part]?.accumulator.metrics().get(target.spec.id) ?? null;
    if (value === null || value.den !== BigInt(this.#runs)) return null;
    return { unit: value.unit, k: Number(value.num), n: this.#runs };
  }

  #targetOf(metric: string): GateTarget | null {
    for (const [part, { plan }] of this.#parts.entries()) {
      const prefix = plan.key === null ? '' : `${plan.key}.`;
      const spec = plan.scorer.metrics.find(
        ({ id, proportion }) =>
          prefix + id === metric || (proportion && `${prefix}raw.${id}` === metric),
      );
      if (spec !== undefined) return { part, spec, shownAs: prefix + spec.id };
    }
    return null;
  }

  /** The report of the sums and the judged gates: see `finishMeasure`. */
  finish(
    labelOf: (order: RunOrder) => RunLabel,
    unmeasured: number,
    repeats: Parameters<typeof finishMeasure>[3],
  ): Promise<MeasureResult> {
    const sums = {
      plan: this.#plan,
      parts: this.#parts,
      own: this.#own,
      targets: this.#targets,
      labels: this.#labels,
      weights: this.#weights,
      offers: this.#names.offers,
      unmeasuredRuns: this.#unmeasured,
      runs: this.#runs,
      judge: this.#compiler.judging?.summaryOf(this.#plan) ?? null,
      corrections: this.#compiler.judging?.correctionsOf(this.#plan) ?? null,
      despite: this.#despite,
    };
    return finishMeasure(sums, labelOf, unmeasured, repeats);
  }
}

/** Whether a gate holds on one run; null where that was not measured. */
function holdsAlone(gate: Gate, spec: MetricSpec, score: RunScore, scorer: Scorer): boolean | null {
  const { value, gap } = figuresOfRun(scorer, score)[scorer.metrics.indexOf(spec)] as Figure;
  if (value) return holds(gate, value);
  // A figure that does not apply to a run is not met by it.
  if (gap === null) return false;
  const isMet = holdsBetween(gate, gap.low, gap.high);
  return isMet === true && gap.runs > 0 ? null : isMet;
}

/** The tools that a suite declares for a scorer. */
function catalogOf({ options }: ScorerPlan): readonly ToolRef[] {
  const { catalog } = (options ?? {}) as { readonly catalog?: readonly ToolRef[] };
  return catalog ?? [];
}

/** A run of which the suite says that its capture sees everything. */
export function wholeTrace(trace: Trace): Trace {
  if (trace.partial === undefined) return trace;
  const { partial: _partial, ...whole } = trace;
  return whole;
}
