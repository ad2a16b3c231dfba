import { BILLION } from '../trace/run-usage.ts';
import type { Interval } from '../report/report.ts';
import { tQuantile975 } from '../statistics/intervals.ts';
import type { MeanDrift, MeanId, MeanReport } from './drift-report.ts';
import type { MeanSums } from './mean-sums.ts';
import type { PileSums } from './pile-sums.ts';

/** Below this, a mean is shown without an interval. */
const MIN_RUNS = 10;

/** How the mean of what runs use changed. */
export function compareMeans(id: MeanId, before: PileSums, after: PileSums): MeanDrift {
  const sums = [before.means.get(id), after.means.get(id)] as [MeanSums, MeanSums];
  const [first, second] = sums.map((sum) => reportOf(id, sum)) as [
    MeanReport | null,
    MeanReport | null,
  ];
  const interval = welchInterval(id, ...sums);
  const factor = exactFactor(...sums);
  return {
    id,
    before: first,
    after: second,
    difference:
      first === null || second === null ? null : round(meanOf(id, sums[1]) - meanOf(id, sums[0])),
    interval: interval === null ? null : [round(interval[0]), round(interval[1])],
    factor: factor === null ? null : round(Number((factor.num * 10_000n) / factor.den) / 10_000),
    hasChanged: interval === null ? null : interval[0] > 0 || interval[1] < 0,
    lacking: { before: before.runs - sums[0].count, after: after.runs - sums[1].count },
  };
}

/** After divided by before; null where a pile has no run that records it, or the mean before is 0. */
export function exactFactor(
  before: MeanSums,
  after: MeanSums,
): { readonly num: bigint; readonly den: bigint } | null {
  const num = after.sum * BigInt(before.count);
  const den = before.sum * BigInt(after.count);
  return den === 0n ? null : { num, den };
}

function reportOf(id: MeanId, sums: MeanSums): MeanReport | null {
  return sums.count === 0 ? null : { mean: round(meanOf(id, sums)), runs: sums.count };
}

/** Money is summed in billionths. */
function unitOf(id: MeanId): number {
  return id === 'cost' ? BILLION : 1;
}

function meanOf(id: MeanId, { sum, count }: MeanSums): number {
  return Number(sum) / count / unitOf(id);
}

/** The interval of a difference of means whose variances may differ; degrees of freedom are rounded down. */
function welchInterval(id: MeanId, before: MeanSums, after: MeanSums): Interval | null {
  if (before.count < MIN_RUNS || after.count < MIN_RUNS) return null;
  const [v1, v2] = [varianceOfMean(before), varianceOfMean(after)];
  const unit = unitOf(id);
  const difference = meanOf(id, after) - meanOf(id, before);
  if (v1 + v2 === 0) return [difference, difference];
  const freedom =
    ((v1 + v2) * (v1 + v2)) / ((v1 * v1) / (before.count - 1) + (v2 * v2) / (after.count - 1));
  const half = (tQuantile975(Math.max(1, Math.floor(freedom))) * Math.sqrt(v1 + v2)) / unit;
  return [difference - half, difference + half];
}

function varianceOfMean({ sum, squares, count }: MeanSums): number {
  const n = BigInt(count);
  return Number(n * squares - sum * sum) / count / count / (count - 1);
}

/** Six decimals, and at least four digits of a small number; never -0. */
function round(value: number): number {
  const text = Math.abs(value) < 0.01 ? value.toPrecision(4) : value.toFixed(6);
  return Number(text) + 0;
}
