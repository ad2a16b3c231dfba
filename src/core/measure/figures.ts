import { type MetricValue, metricValue } from '../metrics/metric.ts';
import { UNLIMITED } from '../scoring/reach.ts';
import type { Gap, RunScore, Scorer, Tally } from '../scoring/scorer.ts';

/** A metric over runs: undefined where it does not apply, null where it is not measured. */
export interface Figure {
  readonly value: MetricValue | null | undefined;
  /** Why it is not measured, and what is known of it all the same. */
  readonly gap: Gap | null;
}

/** What the metrics of a scorer are derived from. */
export interface FigureSums {
  readonly tally: Tally;
  /** The value of the scorer's `meanMetric`, where it has one. */
  readonly mean: MetricValue | null;
}

/** How many of the runs are partial, and the sums of all runs with the worst and the best further calls. */
export interface PartialSums {
  readonly runs: number;
  readonly worst: FigureSums;
  readonly best: FigureSums;
}

/**
 * The metrics of a scorer over runs, in its order. A figure that further calls of a partial run could move is not
 * measured; its gap is the range in which it stays.
 */
export function figuresOf(
  scorer: Scorer,
  runs: number,
  seen: FigureSums,
  partial: PartialSums | null,
): readonly Figure[] {
  const observed = deriveFigures(scorer, runs, seen);
  if (partial === null) return observed;
  const worst = deriveFigures(scorer, runs, partial.worst);
  const best = deriveFigures(scorer, runs, partial.best);
  // Only its ends have the samples of partial runs.
  const mean = scorer.metrics.findIndex(({ id }) => id === scorer.meanMetric);
  return observed.map((figure, i) => {
    if (figure.value === undefined) return figure;
    const range = joinRanges(rangeOf(worst[i]), rangeOf(best[i]));
    if (range === null) return { value: null, gap: null };
    const { low, high } = range;
    if (figure.gap === null && high !== null && compare(low, high) === 0)
      return { value: i === mean ? low : (figure.value ?? low), gap: null };
    const gap = figure.gap ?? NOTHING_UNRECORDED;
    return { value: null, gap: { ...gap, partial: partial.runs, low, high } };
  });
}

/** What a figure lacks that depends on redacted values. */
const UNREDACTED = 'the values of redacted arguments';

/** Figures under several assumptions about redacted values: one that they change is not measured. */
export function joinFigures(
  first: readonly Figure[],
  others: readonly (readonly Figure[])[],
  { metrics }: Scorer,
  redactedRuns: number,
): readonly Figure[] {
  return first.map((figure, i) => {
    const all = [figure, ...others.map((other) => other[i] as Figure)];
    if (all.every((other) => isSameFigure(figure, other))) return figure;
    const range = all.map(rangeOf).reduce(joinRanges);
    const { low, high } = range ?? { low: metricValue(metrics[i]!.unit, 0, 1), high: null };
    const gap = figure.gap ?? { runs: redactedRuns, needs: UNREDACTED };
    return { value: null, gap: { ...gap, low, high } };
  });
}

function isSameFigure(a: Figure, b: Figure): boolean {
  const [x, y] = [rangeOf(a), rangeOf(b)];
  if (x === null || y === null) return x === y;
  if (compare(x.low, y.low) !== 0) return false;
  return x.high === null || y.high === null ? x.high === y.high : compare(x.high, y.high) === 0;
}

/** The metrics of one run alone. */
export function figuresOfRun(scorer: Scorer, score: RunScore): readonly Figure[] {
  const { others } = score;
  const first = figuresOfScore(scorer, score);
  if (others === undefined) return first;
  const alternatives = others.map((other) => figuresOfScore(scorer, other));
  return joinFigures(first, alternatives, scorer, 1);
}

function figuresOfScore(scorer: Scorer, score: RunScore): readonly Figure[] {
  const sums = ({ tally, sample }: Pick<RunScore, 'tally' | 'sample'>): FigureSums => ({
    tally,
    mean: sample === null ? null : metricValue(unitOfMean(scorer), sample.num, sample.den),
  });
  const { reach } = score;
  const partial =
    reach === undefined ? null : { runs: 1, worst: sums(reach.worst), best: sums(reach.best) };
  return figuresOf(scorer, 1, sums(score), partial);
}

const NOTHING_UNRECORDED = { runs: 0, needs: '' } as const;

function unitOfMean({ metrics, meanMetric }: Scorer): MetricValue['unit'] {
  return metrics.find(({ id }) => id === meanMetric)?.unit ?? 'ratio';
}

function deriveFigures(
  scorer: Scorer,
  runs: number,
  { tally, mean }: FigureSums,
): readonly Figure[] {
  return scorer.metrics.map((metric) => ({
    value: metric.derive === undefined ? mean : metric.derive(tally, runs),
    gap: metric.gap?.(tally, runs) ?? null,
  }));
}

type FigureRange = Pick<Gap, 'low' | 'high'>;

/** The values that a figure may have; null where nothing is known of it. */
function rangeOf(figure: Figure | undefined): FigureRange | null {
  const { value = null, gap = null } = figure ?? {};
  return value === null ? gap : { low: value, high: value };
}

function joinRanges(a: FigureRange | null, b: FigureRange | null): FigureRange | null {
  if (a === null || b === null) return null;
  const low = compare(a.low, b.low) <= 0 ? a.low : b.low;
  if (a.high === null || b.high === null) return { low, high: null };
  const high = compare(a.high, b.high) >= 0 ? a.high : b.high;
  return { low, high: isUnlimited(high) ? null : high };
}

function compare(a: MetricValue, b: MetricValue): number {
  const difference = a.num * b.den - b.num * a.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whether a sum or a mean has no upper limit: real ones are far below, over any number of runs. */
function isUnlimited({ num, den }: MetricValue): boolean {
  return num > den * BigInt(Math.sqrt(UNLIMITED));
}
