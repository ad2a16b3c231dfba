import type { Decimal } from '../json/decimal.ts';
import type { Interval } from '../report/report.ts';
import { BILLION, type UsageFigure } from '../trace/run-usage.ts';
import { tQuantile975 } from '../statistics/intervals.ts';

/** From this many pairs on their spread says something. */
const MIN_PAIRS = 10;

/** What a test or case used over so many runs; null: not recorded. */
export interface Used {
  readonly sum: number | null;
  readonly runs: number;
}

/** What one test or case used before and after. */
export interface Pair {
  readonly before: Used;
  readonly after: Used;
}

/** Both means per run and the change between them; null: not known. */
export interface Measured {
  readonly before: number | null;
  readonly after: number | null;
  readonly change: number | null;
  readonly interval: Interval | null;
}

const NOTHING: Measured = { before: null, after: null, change: null, interval: null };

/**
 * The ratio of the two means less 1, with the 95 % interval of a ratio estimator: pairs are clusters, the residuals are
 * those of `after` around the ratio times `before`, and t has one degree of freedom less than there are pairs.
 */
export function measureChange(pairs: readonly Pair[], figure: UsageFigure): Measured {
  const n = pairs.length;
  if (n === 0) return NOTHING;
  const unit = figure === 'cost' ? BILLION : 1;
  const means = pairs.map(({ before, after }) => [meanOf(before), meanOf(after)] as const);
  const [b, a] = means.reduce(([x, y], [then, now]) => [x + then, y + now], [0, 0]);
  const [before, after] = [rounded(b / n / unit, unit), rounded(a / n / unit, unit)];
  if (b === 0) return { before, after, change: a === 0 ? 0 : null, interval: null };
  const ratio = a / b;
  const change = rounded(ratio - 1, 1);
  if (n < MIN_PAIRS) return { before, after, change, interval: null };
  const squares = means.reduce((sum, [then, now]) => sum + (now - ratio * then) ** 2, 0);
  const half = tQuantile975(n - 1) * (Math.sqrt((n / (n - 1)) * squares) / b);
  return { before, after, change, interval: [ratio - 1 - half, ratio - 1 + half] };
}

function meanOf({ sum, runs }: Used): number {
  return (sum ?? 0) / runs;
}

/** Four decimals, of money as many as it is counted in. */
function rounded(value: number, unit: number): number {
  const scale = unit === 1 ? 10_000 : unit;
  return Math.round(value * scale) / scale + 0;
}

/** Whether the mean rose by more than the bound, decided in integers. */
export function exceedsBound(pairs: readonly Pair[], { num, den }: Decimal): boolean {
  const scale = pairs.reduce(
    (all, { before, after }) => leastCommon(leastCommon(all, before.runs), after.runs),
    1n,
  );
  const total = (pick: (pair: Pair) => Used): bigint => {
    const byRuns = new Map<number, bigint>();
    for (const pair of pairs) {
      const { sum, runs } = pick(pair);
      byRuns.set(runs, (byRuns.get(runs) ?? 0n) + BigInt(sum ?? 0));
    }
    return [...byRuns].reduce((all, [runs, sum]) => all + (sum * scale) / BigInt(runs), 0n);
  };
  return total(({ after }) => after) * den > total(({ before }) => before) * (den + num);
}

function leastCommon(a: bigint, runs: number): bigint {
  const b = BigInt(runs);
  if (a % b === 0n) return a;
  let [x, y] = [a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return (a / x) * b;
}
