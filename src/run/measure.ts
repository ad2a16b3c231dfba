import {
  Accumulator,
  type Capped,
  type CompiledScorer,
  EVIDENCE_CAP,
  EvidenceLog,
  type GateReport,
  type Issue,
  type JsonObject,
  holds,
  judgeGate,
  metricNumber,
  type MetricSpec,
  type MetricValue,
  type RunLabel,
  type RunOrder,
  type RunScore,
  type ScoreReport,
  type Trace,
  type UnmeasuredRun,
  type Verdict,
  worstVerdict,
} from '#core';
import type { EvalPlan, ScorerPlan, TestPlan } from '#suite';
import { compileCase } from './compile-case.ts';
import { FoldSums } from './fold-sums.ts';
import { formatPlace } from './format-place.ts';
import type { OwnOutputs } from './own-scorers.ts';
import { OwnSums } from './own-sums.ts';
import type { ScorerCompiler } from './scorer-compiler.ts';

/** One scorer of a test or an eval, summing over runs. */
interface Part {
  readonly plan: ScorerPlan;
  readonly accumulator: Accumulator;
  /** Ready once for all cases, where the options do not come with them. */
  readonly fixed: CompiledScorer | null;
  readonly folds: FoldSums | null;
}

/** How one run ended. */
export interface RunOutcome {
  /** Whether the gates hold on this run alone. */
  readonly passes: () => boolean;
  /** Every scorer of purpose `score` is perfect on it. */
  readonly perfect: boolean;
}

/** Sums all scorers of a test or an eval over its runs, and judges the gates at the end. */
export class Measure {
  readonly #plan: TestPlan | EvalPlan;
  readonly #compiler: ScorerCompiler;
  readonly #parts: readonly Part[];
  readonly #own: readonly OwnSums[];
  readonly #unmeasured = new EvidenceLog<{ code: string; message: string; where: string | null }>();
  readonly #remarks = new Set<string>();
  #calls = 0;
  #runs = 0;

  constructor(plan: TestPlan | EvalPlan, compiler: ScorerCompiler) {
    this.#plan = plan;
    this.#compiler = compiler;
    this.#parts = plan.scorers
      .filter((scorer) => scorer.own === null)
      .map((scorer) => ({
        plan: scorer,
        // A report lists what to look at: of a run without fault that is nothing.
        accumulator: new Accumulator(scorer.scorer, { listsPerfectRuns: false }),
        fixed:
          scorer.templates.size === 0
            ? compiler.compile(scorer.scorer, scorer.options as JsonObject)
            : null,
        folds: scorer.folds.length === 0 ? null : new FoldSums(scorer),
      }));
    this.#own = plan.scorers
      .filter((scorer) => scorer.own !== null)
      .map((scorer) => new OwnSums(scorer));
  }

  get runs(): number {
    return this.#runs;
  }

  get calls(): number {
    return this.#calls;
  }

  get errors(): number {
    return this.#unmeasured.total;
  }

  get remarks(): readonly string[] {
    return [...this.#remarks, ...this.#parts.flatMap((part) => part.accumulator.remarks)];
  }

  /** Adds a measured run; the issue says why it could not be scored after all. */
  add(
    order: RunOrder,
    trace: Trace,
    row: JsonObject | null,
    own: OwnOutputs | null,
  ): RunOutcome | Issue {
    const compiled: CompiledScorer[] = [];
    for (const part of this.#parts) {
      const scorer = part.fixed ?? compileCase(part.plan, row, this.#compiler);
      if ('code' in scorer) return scorer;
      compiled.push(scorer);
    }
    const prepared = this.#plan.rules(trace.calls);
    for (const remark of prepared.remarks)
      if (this.#remarks.size < EVIDENCE_CAP) this.#remarks.add(remark);
    this.#runs++;
    this.#calls += prepared.calls.length;
    let perfect = true;
    const scores = this.#parts.map((part, i) => {
      const score = part.accumulator.add(order, compiled[i] as CompiledScorer, prepared, trace);
      part.folds?.add(score);
      if (part.plan.purpose === 'score') perfect &&= score.perfect;
      return score;
    });
    this.#own.forEach((sums) => {
      const outputs = own?.get(sums.plan) ?? new Map<string, number>();
      sums.add(outputs);
      if (sums.plan.purpose === 'score' && outputs.get('pass') === 0) perfect = false;
    });
    return { passes: () => this.#passesAlone(scores), perfect };
  }

  /** Adds a run that could not be measured. */
  addError(order: RunOrder, issue: Issue): void {
    const { code, where, hint } = issue;
    const message = hint === undefined ? issue.message : `${issue.message}; ${hint}`;
    this.#unmeasured.add(order, 0, { code, message, where: formatPlace(where) });
  }

  #passesAlone(scores: readonly RunScore[]): boolean {
    return this.#plan.gates.every((gate) => {
      const target = this.#target(gate.metric);
      if (target === null) return true;
      const { part, spec } = target;
      const score = scores[part] as RunScore;
      const { scorer } = (this.#parts[part] as Part).plan;
      const value =
        spec.id === scorer.meanMetric && score.sample !== null
          ? { unit: spec.unit, num: BigInt(score.sample.num), den: BigInt(score.sample.den) }
          : scorer.derive(score.tally, 1)[scorer.metrics.indexOf(spec)];
      if (!value) return false;
      return holds(gate, value);
    });
  }

  readonly #targets = new Map<string, { part: number; spec: MetricSpec } | null>();

  /** Which scorer a gate's metric belongs to; null for folds and scorers of the user's own. */
  #target(metric: string): { part: number; spec: MetricSpec } | null {
    let target = this.#targets.get(metric);
    if (target !== undefined) return target;
    target = null;
    this.#parts.forEach(({ plan }, part) => {
      const prefix = plan.key === null ? '' : `${plan.key}.`;
      const spec = plan.scorer.metrics.find(({ id }) => prefix + id === metric);
      if (spec !== undefined) target ??= { part, spec };
    });
    this.#targets.set(metric, target);
    return target;
  }

  /** The sums and the gates, judged; `unmeasured` is how many runs beyond the allowed could not be measured. */
  async finish(labelOf: (order: RunOrder) => RunLabel, unmeasured: number): Promise<Result> {
    const scores: ScoreReport[] = [];
    const values = new Map<string, MetricValue | null>();
    for (const plan of this.#plan.scorers) {
      const part = this.#parts.find((one) => one.plan === plan);
      const own = this.#own.find((one) => one.plan === plan);
      const prefix = plan.key === null ? '' : `${plan.key}.`;
      const metrics = part?.accumulator.metrics();
      for (const [id, value] of metrics ?? []) values.set(prefix + id, value);
      for (const [id, value] of own?.metrics() ?? []) values.set(id, value);
      const folded =
        (await (part?.folds ?? own?.folds)?.metrics()) ?? new Map<string, MetricValue | null>();
      for (const [id, value] of folded) values.set(id, value);
      const report =
        part?.accumulator.report(plan.key, labelOf, metrics) ?? (own as OwnSums).report();
      scores.push(
        withFolds({ ...report, purpose: plan.purpose, displayName: plan.displayName }, folded),
      );
    }
    const gates = this.#plan.gates.map((gate) => {
      const value = values.get(gate.metric) ?? null;
      const interval =
        scores.map((score) => score.intervals[gate.metric]).find((found) => found !== undefined) ??
        null;
      return judgeGate(gate, {
        spec: this.#specOf(gate.metric, value),
        value,
        interval,
        unmeasured,
      });
    });
    return { scores, gates, unmeasured: this.#unmeasuredRuns(labelOf) };
  }

  /** What is known of a gate's metric; a fold or an output of the user's own scorer tells its unit by its value. */
  #specOf(id: string, value: MetricValue | null): MetricSpec {
    const known = this.#target(id)?.spec;
    return (
      known ?? { id, unit: value?.unit ?? 'mean', better: 'higher', proportion: false, summary: '' }
    );
  }

  #unmeasuredRuns(labelOf: (order: RunOrder) => RunLabel): Capped<UnmeasuredRun> {
    return {
      total: this.#unmeasured.total,
      items: this.#unmeasured.first().map(({ run, item }) => ({ ...labelOf(run), ...item })),
    };
  }
}

/** The report of a test or an eval, and what of it is only summed. */
export interface Finished<T> {
  readonly report: T;
  readonly calls: number;
  readonly remarks: readonly string[];
}

/** The sums of a test or an eval. */
export interface Result {
  readonly scores: readonly ScoreReport[];
  readonly gates: readonly GateReport[];
  readonly unmeasured: Capped<UnmeasuredRun>;
}

function withFolds(
  score: ScoreReport,
  folded: ReadonlyMap<string, MetricValue | null>,
): ScoreReport {
  if (folded.size === 0) return score;
  const metrics = { ...score.metrics };
  const units = { ...score.units };
  for (const [id, value] of folded) {
    metrics[id] = value === null ? null : metricNumber(value);
    units[id] = value?.unit ?? 'mean';
  }
  return { ...score, metrics, units };
}

/** The verdict of a test or an eval: its gates, and what could not be measured. */
export function verdictOf(gates: readonly GateReport[], unmeasured: number): Verdict {
  return worstVerdict([
    ...gates.map((gate) => gate.outcome),
    ...(unmeasured > 0 ? (['error'] as const) : []),
  ]);
}
