import {
  Accumulator,
  type AccumulatorState,
  isPerfect,
  type CallRules,
  type Capped,
  ClassOffers,
  type ClassOffersState,
  compileCallRules,
  type CompiledScorer,
  type EvidenceLogState,
  ExpectedNames,
  type ExpectedTools,
  explainUnknownStatus,
  FirstSeen,
  type Gate,
  type GateReport,
  judgeMatrixGate,
  LabelSums,
  type Issue,
  type JsonObject,
  addUsage,
  allHold,
  type Figure,
  figuresOfRun,
  holds,
  holdsBetween,
  judgeGate,
  type MetricSpec,
  type MetricValue,
  NO_CALL_RULES,
  type Observation,
  observeGap,
  observeRepeats,
  type Repeated,
  type RequesterCount,
  RequesterCounts,
  type RunLabel,
  type RunOrder,
  type RunScore,
  type SeenName,
  type Scorer,
  scoreRun,
  type ScoreReport,
  ToolIndex,
  type ToolRef,
  type Trace,
  type Unit,
  type UnmeasuredRun,
  usageOfRun,
  type UsageTotals,
} from '#core';
import type { EvalPlan, ScorerPlan, TestPlan } from '#suite';
import type { Folded } from './class-sums.ts';
import { compileCase } from './compile-case.ts';
import { plainId, withFolds, withHeadline, withPlan, withWeights } from './extend-score.ts';
import { FoldSums } from './fold-sums.ts';
import type { OwnOutputs } from './own-scorers.ts';
import { OwnSums } from './own-sums.ts';
import { plainCall } from './plain-call.ts';
import { quotesOf } from './quotes-of.ts';
import { recordsUsage } from './records-usage.ts';
import type { ScorerCompiler } from './scorer-compiler.ts';
import { type Unmeasured, UnmeasuredRuns } from './unmeasured-runs.ts';
import { type CaseRow, WeightedSums } from './weighted-sums.ts';

/** One scorer of a test or an eval, summing over runs. */
interface Part {
  readonly plan: ScorerPlan;
  readonly accumulator: Accumulator;
  /** Ready once for all cases, where the options do not come with them. */
  readonly fixed: CompiledScorer | null;
  /** Makes the scorer ready for a row, where it takes what was expected from there. */
  readonly perRow: ((row: JsonObject) => CompiledScorer) | null;
  readonly folds: FoldSums | null;
}

/** A metric of a part. */
interface Target {
  readonly part: number;
  readonly spec: MetricSpec;
  /** The id of the metric in a report. */
  readonly shownAs: string;
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
  readonly #own: readonly OwnSums[];
  /** Of each gate: the scorer that its metric belongs to; null for folds and scorers of the user's own. */
  readonly #targets: readonly (Target | null)[];
  readonly #unmeasured: UnmeasuredRuns;
  readonly #remarks = new FirstSeen();
  readonly #requesters: RequesterCounts;
  readonly #offers: ClassOffers;
  readonly #expected = new ExpectedNames();
  /** Renames offered tools like calls; null where nothing is renamed. */
  readonly #aliases: CallRules | null;
  /** Null where no scorer is over labels. */
  readonly #labels: LabelSums | null;
  /** Null of a test: weights come with rows. */
  readonly #weights: WeightedSums | null;
  #calls = 0;
  #runs = 0;
  #partial = 0;
  readonly #recordsUsage: boolean;
  /** What the runs used in all, beside calls. */
  #usage: UsageTotals | null = null;

  constructor(plan: TestPlan | EvalPlan, compiler: ScorerCompiler) {
    this.#plan = plan;
    this.#recordsUsage = recordsUsage(plan);
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
    this.#offers = new ClassOffers(this.#parts.map(({ fixed }) => fixed));
    for (const { fixed } of this.#parts) this.#expected.add(fixed?.expects?.() ?? []);
    for (const scorer of plan.scorers) compiler.seen.add(catalogOf(scorer));
    const { aliases } = plan.rules;
    this.#aliases = aliases.length === 0 ? null : compileCallRules({ ...NO_CALL_RULES, aliases });
    this.#own = plan.scorers
      .filter((scorer) => scorer.own !== null)
      .map((scorer) => new OwnSums(scorer));
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

  /** What the runs used in all; null where that is not known. Runs that are only counted have calls alone. */
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
    return this.#expected.save();
  }

  /** How many runs record all tools that they were offered. */
  get offers(): number {
    return this.#offers.runs;
  }

  /** Some runs call these tools. */
  noteTools(tools: readonly ToolRef[]): void {
    this.#compiler.seen.add(tools);
  }

  #noteNames({ calls, offered, partial }: Trace, counted: readonly ToolRef[]): void {
    this.noteTools(calls);
    if (counted !== calls) this.noteTools(counted);
    if (offered === null) return;
    const renamed = this.#aliases?.(offered.map(plainCall)).calls ?? offered;
    this.noteTools(renamed);
    // What a tool unwraps to is not listed, and a partial run may have been offered more.
    if (partial !== true && this.#plan.rules.unwrap.length === 0) this.#offers.add(renamed);
  }

  /** Whether some call is of a tool that the scorers of a row expect; null where they expect none. */
  #callsExpected(compiled: readonly CompiledScorer[], calls: readonly ToolRef[]): boolean | null {
    const expected = compiled.flatMap((one) => one.expects?.() ?? []);
    if (expected.length === 0) return null;
    this.#parts.forEach(({ fixed }, i) => {
      if (fixed === null) this.#expected.add(compiled[i]?.expects?.() ?? []);
    });
    const index = new ToolIndex(expected.map(({ tools }) => tools));
    return calls.some((call) => index.match(call).length > 0);
  }

  /** Adds a measured run; the issue says why it could not be scored after all. */
  add(
    order: RunOrder,
    recorded: Trace,
    row: CaseRow | null,
    own: OwnOutputs | null,
  ): RunOutcome | Issue {
    const trace = this.#plan.isComplete ? wholeTrace(recorded) : recorded;
    const isPartial = trace.partial === true;
    const compiled: CompiledScorer[] = [];
    for (const part of this.#parts) {
      const scorer =
        part.fixed ?? compileCase(part.plan, part.perRow, row?.value ?? null, this.#compiler);
      if ('code' in scorer) return scorer;
      compiled.push(scorer);
    }
    const prepared = this.#rules(trace.calls);
    if (prepared.unknown > 0) return explainUnknownStatus(prepared.unknown);
    for (const [i, remark] of prepared.remarks.entries()) this.#remarks.add(remark, order, i);
    this.#requesters.add(trace.calls);
    this.#noteNames(trace, prepared.calls);
    const calls = prepared.calls.length;
    this.#runs++;
    if (isPartial) this.#partial++;
    this.#calls += calls;
    if (this.#recordsUsage) this.#usage = addUsage(this.#usage, usageOfRun(trace, calls));
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
    const callsExpected = row === null ? null : this.#callsExpected(compiled, prepared.calls);
    const outcome = this.#outcomeOf(scores, calls);
    const passes = this.#own.map((sums) => {
      const outputs = own?.get(sums.plan) ?? new Map<string, number>();
      sums.add(outputs, isPartial, row?.value ?? null);
      if (sums.plan.purpose !== 'score') return true;
      return isPartial ? null : outputs.get('pass') !== 0;
    });
    const perfect = allHold([outcome.perfect, ...passes]);
    if (row !== null) this.#weights?.add(row, scores, perfect);
    if (perfect === outcome.perfect && callsExpected === null) return outcome;
    return { ...outcome, perfect, ...(callsExpected === null ? {} : { callsExpected }) };
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
    const isPlain =
      !this.#recordsUsage &&
      this.#own.length === 0 &&
      this.#parts.every(({ folds }) => folds === null);
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
      offers: this.#offers.save(),
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
    this.#offers.merge(offers);
    this.#runs += runs;
    this.#partial += partial;
    this.#calls += calls;
    if (usage !== null) this.#usage = addUsage(this.#usage, usage);
  }

  /** Adds a run that could not be measured. */
  addError(order: RunOrder, issue: Issue): void {
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

  #targetOf(metric: string): Target | null {
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

  /**
   * The sums and the gates, judged; `unmeasured` is how many runs beyond the allowed could not be measured, and `units`
   * are the things that repeat one input, each with its passing runs.
   */
  async finish(
    labelOf: (order: RunOrder) => RunLabel,
    unmeasured: number,
    { units, whyNone }: { readonly units: readonly Repeated[]; readonly whyNone?: string },
  ): Promise<Result> {
    const scores: ScoreReport[] = [];
    const metrics = this.#parts.map((part) => part.accumulator.metrics());
    const gaps = this.#parts.map((part) => part.accumulator.gaps());
    const weights = this.#weights?.metrics();
    const isReweighted = this.#weights?.choice.isHeadline === true;
    /** The shares whose plain ids are reweighted. */
    const headline = new Map<string, Omit<Observation, 'unmeasured'>>();
    /** The metrics that are no scorer's: folds, outputs of the user's own, reweighted shares, and those of repeats. */
    const others = new Map<string, Omit<Observation, 'unmeasured'>>();
    const note = (id: string, value: MetricValue | null, why: string | null): void => {
      const reason = why === null ? {} : { why };
      others.set(id, { spec: otherSpec(id, value), value, interval: null, ...reason });
    };
    const gated = this.#plan.gates.map(({ metric }) => metric);
    for (const plan of this.#plan.scorers) {
      const at = this.#parts.findIndex((one) => one.plan === plan);
      const part = this.#parts[at];
      const own = this.#own.find((one) => one.plan === plan);
      for (const [id, value] of own?.metrics() ?? NONE) note(id, value, own?.why ?? null);
      const folds = part?.folds ?? own?.folds ?? null;
      const folded = folds === null ? NO_FOLDS : await folds.metrics(gated);
      for (const [id, { value, why = null }] of folded) note(id, value, why);
      const weighted = weights?.get(plan) ?? NO_WEIGHTS;
      for (const [id, observation] of weighted) others.set(id, observation);
      const report =
        part?.accumulator.report(plan.key, labelOf, metrics[at]) ?? (own as OwnSums).report();
      const shown = withFolds(withPlan(report, plan), folded);
      if (isReweighted) {
        scores.push(withHeadline(shown, plan, weighted));
        for (const [id, observation] of weighted) headline.set(plainId(id, plan), observation);
      } else scores.push(this.#weights?.isComplete === true ? withWeights(shown, weighted) : shown);
    }
    if (this.#plan.gates.some(({ metric }) => metric.startsWith('repeats.'))) {
      for (const [id, observation] of observeRepeats(units, whyNone)) others.set(id, observation);
    }
    const neverOffered = this.#parts.map(({ plan }, i) => {
      const { classes } = scores[this.#plan.scorers.indexOf(plan)] as ScoreReport;
      const called = new Set(classes?.flatMap(({ name, hits }) => (hits === 0 ? [] : [name])));
      return this.#offers.missing(i, this.#runs).filter((name) => !called.has(name));
    });
    const hasCases = 'labels' in this.#plan && units.every(({ n }) => n <= 1);
    const counted = hasCases ? 'cases' : 'runs';
    const gates = this.#plan.gates.flatMap((gate, i) => {
      const ofMatrix =
        this.#labels === null ? null : judgeMatrixGate(gate, this.#labels.counts, unmeasured);
      if (ofMatrix !== null) return ofMatrix;
      const target = this.#targets[i] ?? null;
      const other = (target === null ? others : headline).get(gate.metric);
      if (other !== undefined) {
        const isOfRepeats = gate.metric.startsWith('repeats.');
        const open = isOfRepeats ? this.#runs - units.reduce((sum, { n }) => sum + n, 0) : 0;
        return judgeGate(gate, { ...other, counted, unmeasured: unmeasured + open });
      }
      const value = (target && metrics[target.part]?.get(target.spec.id)) ?? null;
      const shownAs = isReweighted ? gate.metric : (target?.shownAs ?? gate.metric);
      const interval =
        scores.map((score) => score.intervals[shownAs]).find((found) => found !== undefined) ??
        null;
      const spec = target?.spec ?? otherSpec(gate.metric, value);
      const isPeeked = this.#plan.drive?.stopsWhenDecided === true;
      const gap = target === null ? undefined : gaps[target.part]?.get(target.spec.id);
      const known = gap === undefined ? {} : observeGap(gap, this.#runs);
      const judged = judgeGate(gate, {
        spec,
        value,
        interval,
        counted,
        unmeasured,
        isPeeked,
        ...known,
      });
      return target === null ? judged : withoutOffer(judged, neverOffered[target.part] ?? []);
    });
    return {
      scores,
      gates,
      unmeasured: this.#unmeasured.report(labelOf),
      labels: this.#labels?.report((order) => caseOf(labelOf(order))) ?? null,
    };
  }
}

/** The sums of a test or an eval. */
export interface Result {
  readonly scores: readonly ScoreReport[];
  readonly gates: readonly GateReport[];
  readonly unmeasured: Capped<UnmeasuredRun>;
  readonly labels: ReturnType<LabelSums['report']> | null;
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

/** A gate that holds though no run could have called a member of some class: it decides nothing. */
function withoutOffer(gate: GateReport, classes: readonly string[]): GateReport {
  if (classes.length === 0 || gate.outcome !== 'pass') return gate;
  const names = classes.slice(0, 5).map((name) => JSON.stringify(name));
  if (classes.length > names.length) names.push(`${classes.length - names.length} more`);
  const note = `no run was offered a member of class ${names.join(', ')}`;
  return { ...gate, pass: false, outcome: 'inconclusive', note };
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

function caseOf(label: RunLabel): string {
  return 'case' in label ? label.case : String(label.run);
}

const NONE: ReadonlyMap<string, MetricValue | null> = new Map();
const NO_FOLDS: ReadonlyMap<string, Folded> = new Map();
const NO_WEIGHTS: ReadonlyMap<string, Omit<Observation, 'unmeasured'>> = new Map();

/** What is known of a fold or an output of the user's own scorer: its unit is that of its value. */
function otherSpec(id: string, value: MetricValue | null): MetricSpec {
  return { id, unit: value?.unit ?? 'mean', better: 'higher', proportion: false, summary: '' };
}
