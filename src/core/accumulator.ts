import type { PreparedCalls } from './call-rules.ts';
import { Distribution } from './distribution.ts';
import { Evidence, type RunOrder } from './evidence.ts';
import { metricNumber, type MetricValue, metricValue, type Unit } from './metric.ts';
import type { Interval, RunLabel, ScoreReport } from './report.ts';
import type { CompiledScorer, Ratio, RunScore, Scorer, Tally } from './scorer.ts';
import { f1Interval, roundOutward, wilsonInterval } from './statistics.ts';
import type { Trace } from './trace.ts';

/** Sums one scorer over runs, and keeps the first evidence of each kind. */
export class Accumulator {
  readonly #scorer: Scorer;
  readonly #evidence: Evidence;
  #tally: Record<string, number> | null = null;
  readonly #samples = new Distribution();
  readonly #moments = { runs: 0, a: 0, d: 0, aa: 0, ad: 0, dd: 0 };
  #runs = 0;
  #vacuousRuns = 0;
  #worst: { order: RunOrder; sample: Ratio } | null = null;

  /** Calls of perfect runs are counted; they are listed unless `listsPerfectRuns` is false. */
  constructor(scorer: Scorer, { listsPerfectRuns = true }: { listsPerfectRuns?: boolean } = {}) {
    this.#scorer = scorer;
    this.#evidence = new Evidence(scorer.showsArguments, listsPerfectRuns);
  }

  get runs(): number {
    return this.#runs;
  }

  /** What was odd about how runs were matched, each thing once. */
  get remarks(): readonly string[] {
    return this.#evidence.remarks();
  }

  /** Scores one run and adds it. */
  add(order: RunOrder, compiled: CompiledScorer, prepared: PreparedCalls, trace: Trace): RunScore {
    const score = compiled.score(prepared.calls, trace);
    this.#runs++;
    if (this.#scorer.isVacuous(score.tally)) this.#vacuousRuns++;
    this.#addTally(score.tally);
    if (score.sample !== null) this.#addSample(order, score.sample);
    this.#addMoments(score.tally);
    this.#evidence.add({ order, compiled, prepared, trace, score });
    return score;
  }

  // The keys are the scorer's own, never data, so a plain object is safe.
  #addTally(tally: Tally): void {
    const sum = this.#tally;
    if (sum === null) this.#tally = { ...tally };
    else for (const key in tally) sum[key] = (sum[key] ?? 0) + tally[key]!;
  }

  #addSample(order: RunOrder, sample: Ratio): void {
    this.#samples.add(sample);
    const worst = this.#worst;
    const difference = worst === null ? -1 : compareRatios(sample, worst.sample);
    if (worst === null || difference < 0 || (difference === 0 && order < worst.order)) {
      this.#worst = { order, sample };
    }
  }

  #addMoments({ tp, fp, fn }: Tally): void {
    if (tp === undefined || fp === undefined || fn === undefined) return;
    const m = this.#moments;
    const a = 2 * tp;
    const d = a + fp + fn;
    m.runs++;
    m.a += a;
    m.d += d;
    m.aa += a * a;
    m.ad += a * d;
    m.dd += d * d;
  }

  /** The metrics of the sum, in the scorer's order; null is "not measured". */
  metrics(): ReadonlyMap<string, MetricValue | null> {
    const values = this.#runs === 0 ? [] : this.#scorer.derive(this.#sum(), this.#runs);
    return metricsOf(this.#scorer, values, this.#samples.mean('ratio'));
  }

  #sum(): Tally {
    return this.#tally ?? {};
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
    for (const [id, value] of metrics) {
      numbers[prefix + id] = value === null ? null : metricNumber(value);
      units[prefix + id] = this.#unitOf(id);
    }
    const intervals: Record<string, Interval> = {};
    for (const [id, interval] of this.#intervals(metrics)) intervals[prefix + id] = interval;
    const evidence = this.#evidence;
    const classes = evidence.classes();
    return {
      scorer: this.#scorer.name,
      key,
      tally: Object.fromEntries(
        this.#scorer.tallyKeys.map((name) => [name, this.#tally?.[name] ?? 0]),
      ),
      metrics: numbers,
      ...(classes === null ? {} : { classes }),
      calls: evidence.calls(labelOf),
      missed: evidence.missed(),
      unexpected: evidence.unexpected(),
      vacuous: this.#runs > 0 && this.#scorer.isVacuous(this.#sum()),
      judged: false,
      callsTotal: evidence.callsTotal(),
      misses: evidence.misses(labelOf),
      intervals,
      worst: this.#worstRun(prefix, labelOf),
      vacuousRuns: this.#vacuousRuns,
      purpose: 'score',
      displayName: null,
      units,
    };
  }

  #intervals(
    metrics: ReadonlyMap<string, MetricValue | null>,
  ): readonly (readonly [string, Interval])[] {
    const found: [string, Interval][] = [];
    for (const { id, proportion } of this.#scorer.metrics) {
      const value = metrics.get(id) ?? null;
      if (value === null) continue;
      let interval: Interval | null = null;
      if (proportion) interval = wilsonInterval(Number(value.num), Number(value.den));
      else if (id.endsWith('.f1')) interval = f1Interval(this.#moments);
      if (interval !== null) found.push([id, roundOutward(interval)]);
    }
    return found;
  }

  /** The first of the runs with the lowest value, in the unit that this value has over all runs. */
  #worstRun(prefix: string, labelOf: (order: RunOrder) => RunLabel): ScoreReport['worst'] {
    const worst = this.#worst;
    const mean = this.#scorer.meanMetric;
    if (worst === null || mean === null || this.#runs < 2) return null;
    const id = mean.replace(/_mean$/, '');
    const { num, den } = worst.sample;
    const value = metricNumber(metricValue(this.#unitOf(id), num, den));
    return { ...labelOf(worst.order), metric: prefix + id, value };
  }

  #unitOf(id: string): Unit {
    return this.#scorer.metrics.find((spec) => spec.id === id)?.unit ?? 'mean';
  }
}

/** A scorer's derived values by id, the mean filled in, what does not apply left out. */
export function metricsOf(
  scorer: Scorer,
  values: readonly (MetricValue | null | undefined)[],
  mean: MetricValue | null,
): ReadonlyMap<string, MetricValue | null> {
  const metrics = new Map<string, MetricValue | null>();
  scorer.metrics.forEach(({ id }, i) => {
    const value = id === scorer.meanMetric ? mean : values[i];
    if (value !== undefined) metrics.set(id, value);
    else if (values.length === 0) metrics.set(id, null);
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
