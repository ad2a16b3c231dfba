import type { AlikeRuns, EvidenceFilter } from './alike-runs.ts';
import type { Sums } from './sums.ts';
import { type AlternativeState, AlternativeSums, withoutAlternatives } from './alternative-sums.ts';
import type { PreparedCalls } from '../calls/call-rules.ts';
import { explainGap } from '../gates/gate-report.ts';
import { Evidence, type EvidenceState, type RunOrder } from './evidence.ts';
import type { Figure } from './figures.ts';
import {
  metricNumber,
  type MetricSpec,
  type MetricValue,
  metricValue,
  type Unit,
} from '../metrics/metric.ts';
import { scoreRun } from '../scoring/score-run.ts';
import { AS_WRITTEN, type Quotes } from '../redaction/index.ts';
import { ScoreSums, type SumState } from './score-sums.ts';
import type { Interval, RunLabel, ScoreReport } from '../report/report.ts';
import type { CompiledScorer, Gap, Ratio, RunScore, Scorer, Tally } from '../scoring/scorer.ts';
import {
  f1Interval,
  type RatioMoments,
  roundOutward,
  wilsonInterval,
} from '../statistics/intervals.ts';
import type { Trace } from '../trace/trace.ts';

/** The run with the lowest score. */
interface WorstRun {
  readonly order: RunOrder;
  readonly sample: Ratio;
}

/** The sums of a scorer as plain data. */
export interface AccumulatorState extends SumState {
  /** Null where no run depends on redacted values. */
  readonly alternatives: AlternativeState | null;
  readonly moments: RatioMoments;
  readonly runs: number;
  readonly vacuousRuns: number;
  readonly worst: WorstRun | null;
  readonly evidence: EvidenceState;
}

/** What is listed as evidence. */
export interface ListingOptions {
  readonly listsPerfectRuns?: boolean;
  /** Whether arguments are listed. */
  readonly hasTexts?: boolean;
}

/** Sums one scorer over runs, and keeps the first evidence of each kind. */
export class Accumulator implements Sums<AccumulatorState> {
  readonly #scorer: Scorer;
  readonly #evidence: Evidence;
  readonly #sums = new ScoreSums();
  /** Null where no score depends on redacted values. */
  #alternatives: AlternativeSums | null = null;
  readonly #moments = { runs: 0, a: 0, d: 0, aa: 0, ad: 0, dd: 0 };
  #runs = 0;
  #vacuousRuns = 0;
  #worst: WorstRun | null = null;

  /** Calls of perfect runs are counted; they are listed unless `listsPerfectRuns` is false. */
  constructor(scorer: Scorer, { listsPerfectRuns = true, hasTexts = true }: ListingOptions = {}) {
    this.#scorer = scorer;
    this.#evidence = new Evidence(scorer.showsArguments && hasTexts, listsPerfectRuns);
  }

  get runs(): number {
    return this.#runs;
  }

  /** What was odd about how runs were matched, each thing once. */
  get remarks(): readonly string[] {
    return this.#evidence.remarks();
  }

  /** Scores one run and adds it; its evidence is quoted by `quotes`. */
  add(
    order: RunOrder,
    compiled: CompiledScorer,
    prepared: PreparedCalls,
    trace: Trace,
    quotes: Quotes = AS_WRITTEN,
  ): RunScore {
    const score = scoreRun(compiled, prepared.calls, trace);
    this.#count(score, 1);
    // The score of a partial or redacted run is a range, so none of them is the worst.
    if (score.sample !== null && score.reach === undefined && score.others === undefined)
      this.#compareWithWorst({ order, sample: score.sample });
    this.#evidence.add({ order, compiled, prepared, trace, score, quotes });
    return score;
  }

  /** Adds runs with the same score without evidence. */
  addAlike(
    compiled: CompiledScorer,
    score: RunScore,
    { times, moreRepeats = 0, first }: AlikeRuns,
  ): void {
    this.#count(score, times);
    if (first !== null && score.sample !== null)
      this.#compareWithWorst({ order: first, sample: score.sample });
    this.#evidence.addAlike(compiled, score, times);
    if (moreRepeats === 0 || score.tally.repeats === undefined) return;
    this.#sums.addTally({ repeats: moreRepeats }, 1);
    this.#alternatives?.addTally({ repeats: moreRepeats });
    this.#evidence.skip('repeat', moreRepeats);
  }

  /** Whether lists would keep something of a later run with the score of one that was added. */
  acceptsEvidence(order: RunOrder, score: RunScore): boolean {
    return this.#evidence.accepts(order, score);
  }

  /** Counts further runs that are not perfect though every slot was met. */
  skipExplained(times: number): void {
    this.#evidence.skipExplained(times);
  }

  /** Which evidence a run would add. */
  get evidence(): EvidenceFilter {
    return this.#evidence;
  }

  /** Whether its lists name the run that was added last. */
  get isLastListed(): boolean {
    return this.#evidence.isLastListed;
  }

  /** The runs that its lists name. */
  listedRuns(): Iterable<RunOrder> {
    return this.#evidence.listedRuns();
  }

  #count(score: RunScore, times: number): void {
    const { tally, reach, others } = score;
    this.#runs += times;
    if (reach === undefined && this.#scorer.isVacuous(tally)) this.#vacuousRuns += times;
    if (others !== undefined) this.#alternatives ??= new AlternativeSums(this.#sums.state());
    this.#sums.add(score, times);
    this.#alternatives?.add(score, times);
    this.#addMoments(tally, times);
  }

  /** What another accumulator of the same scorer needs to go on with these sums. */
  state(): AccumulatorState {
    return {
      ...this.#sums.state(),
      alternatives: this.#alternatives?.state() ?? null,
      moments: { ...this.#moments },
      runs: this.#runs,
      vacuousRuns: this.#vacuousRuns,
      worst: this.#worst,
      evidence: this.#evidence.state(),
    };
  }

  merge(state: AccumulatorState): void {
    this.#runs += state.runs;
    this.#vacuousRuns += state.vacuousRuns;
    if (state.alternatives !== null) this.#alternatives ??= new AlternativeSums(this.#sums.state());
    this.#alternatives?.merge(state.alternatives ?? withoutAlternatives(state));
    this.#sums.merge(state);
    for (const key of MOMENTS) this.#moments[key] += state.moments[key];
    if (state.worst !== null) this.#compareWithWorst(state.worst);
    this.#evidence.merge(state.evidence);
  }

  #compareWithWorst(run: WorstRun): void {
    if (this.#isWorst(run)) this.#worst = run;
  }

  /** Whether no run so far is worse, or as bad and earlier. */
  #isWorst({ order, sample }: WorstRun): boolean {
    const worst = this.#worst;
    if (worst === null) return true;
    const difference = compareRatios(sample, worst.sample);
    return difference < 0 || (difference === 0 && order < worst.order);
  }

  #addMoments({ tp, fp, fn }: Tally, times: number): void {
    if (tp === undefined || fp === undefined || fn === undefined) return;
    const m = this.#moments;
    const a = 2 * tp;
    const d = a + fp + fn;
    m.runs += times;
    m.a += times * a;
    m.d += times * d;
    m.aa += times * a * a;
    m.ad += times * a * d;
    m.dd += times * d * d;
  }

  /** The metrics of the sum, in the scorer's order; null is "not measured". */
  metrics(): ReadonlyMap<string, MetricValue | null> {
    return metricsOf(this.#scorer, this.#figures());
  }

  /** Why metrics are not measured, by their ids. */
  gaps(): ReadonlyMap<string, Gap> {
    const figures = this.#figures();
    return new Map(
      this.#scorer.metrics.flatMap(({ id }, i) => {
        const gap = figures[i]?.gap ?? null;
        return gap === null ? [] : [[id, gap] as const];
      }),
    );
  }

  #figures(): readonly Figure[] {
    if (this.#runs === 0) return [];
    const figures = this.#sums.figures(this.#scorer, this.#runs);
    return this.#alternatives?.figures(figures, this.#scorer, this.#runs) ?? figures;
  }

  /** The report of the sum; `labelOf` names the runs. */
  report(
    key: string | null,
    labelOf: (order: RunOrder) => RunLabel,
    metrics: ReadonlyMap<string, MetricValue | null> = this.metrics(),
  ): ScoreReport {
    const prefix = key === null ? '' : `${key}.`;
    const numbers: Record<string, number | null> = {};
    const units: Record<string, Unit> = {};
    const intervals: Record<string, Interval> = {};
    for (const spec of this.#scorer.metrics) {
      const { id, unit } = spec;
      const value = metrics.get(id);
      if (value === undefined) continue;
      const name = prefix + id;
      numbers[name] = value === null ? null : metricNumber(value);
      units[name] = unit;
      const interval = value === null ? null : this.#intervalOf(spec, value);
      if (interval !== null) intervals[name] = roundOutward(interval);
    }
    const gaps = [...this.gaps()].map(([id, gap]) => [prefix + id, explainGap(gap, this.#runs)]);
    const tally: Record<string, number> = {};
    for (const name of this.#scorer.tallyKeys) tally[name] = this.#sums.tally[name] ?? 0;
    const evidence = this.#evidence;
    const classes = evidence.classes();
    return {
      scorer: this.#scorer.name,
      key,
      tally,
      metrics: numbers,
      ...(classes === null ? {} : { classes }),
      calls: evidence.calls(labelOf),
      missed: evidence.missed(),
      unexpected: evidence.unexpected(),
      vacuous: this.#runs > 0 && !this.#sums.hasPartial && this.#scorer.isVacuous(this.#sums.tally),
      judged: this.#scorer.isJudged === true,
      callsTotal: evidence.callsTotal(),
      misses: evidence.misses(labelOf),
      intervals,
      worst: this.#worstRun(prefix, labelOf),
      vacuousRuns: this.#vacuousRuns,
      purpose: 'score',
      displayName: null,
      units,
      ...(gaps.length === 0 ? {} : { notMeasured: Object.fromEntries(gaps) }),
    };
  }

  #intervalOf(
    { proportion, isRatioOfSums }: MetricSpec,
    { num, den }: MetricValue,
  ): Interval | null {
    if (proportion) return wilsonInterval(Number(num), Number(den));
    return isRatioOfSums === true ? f1Interval(this.#moments) : null;
  }

  /** The first of the runs with the lowest value, in the unit that this value has over all runs. */
  #worstRun(prefix: string, labelOf: (order: RunOrder) => RunLabel): ScoreReport['worst'] {
    const worst = this.#worst;
    const mean = this.#scorer.meanMetric;
    if (worst === null || mean === null || this.#runs < 2) return null;
    const id = this.#specOf(mean)?.meanOf ?? mean;
    const { num, den } = worst.sample;
    const value = metricNumber(metricValue(this.#specOf(id)?.unit ?? 'mean', num, den));
    return { ...labelOf(worst.order), metric: prefix + id, value };
  }

  #specOf(id: string): MetricSpec | undefined {
    return this.#scorer.metrics.find((spec) => spec.id === id);
  }
}

const MOMENTS = ['runs', 'a', 'd', 'aa', 'ad', 'dd'] as const;

/** The values of figures by id, what does not apply left out; all null where nothing was measured. */
export function metricsOf(
  scorer: Scorer,
  figures: readonly Figure[],
): ReadonlyMap<string, MetricValue | null> {
  const metrics = new Map<string, MetricValue | null>();
  scorer.metrics.forEach(({ id }, i) => {
    const value = figures.length === 0 ? null : figures[i]?.value;
    if (value !== undefined) metrics.set(id, value);
  });
  return metrics;
}

function compareRatios(a: Ratio, b: Ratio): number {
  if (typeof a.num === 'number' && typeof b.num === 'number') {
    const [left, right] = [a.num * Number(b.den), b.num * Number(a.den)];
    if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) return left - right;
  }
  const difference = BigInt(a.num) * BigInt(b.den) - BigInt(b.num) * BigInt(a.den);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
