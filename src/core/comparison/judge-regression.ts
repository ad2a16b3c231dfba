import type { Decimal } from '../json/decimal.ts';
import type { Verdict } from '../report/report.ts';
import { isNonInferior } from '../statistics/difference.ts';
import type { UsageBounds } from './compare-usage.ts';
import type { ComparisonVerdict, RegressionRule } from './comparison.ts';
import type { Gaps } from './gaps.ts';

/** When a comparison fails, and how much worse is still good enough. */
export interface RegressionDemand {
  readonly rule: RegressionRule;
  readonly margin: Decimal | null;
  /** How much more runs may use, where that is said. */
  readonly bounds?: UsageBounds;
}

/** What a part came to. */
export interface Counts {
  readonly pairs: number;
  readonly worse: number;
  readonly gaps: Gaps;
  readonly verdict: ComparisonVerdict;
}

/**
 * Judges one part. `any` looks at what happened: nothing may be worse, or with a margin the net loss may not exceed it.
 * `significant` asks what the data show: a loss beyond chance (and beyond the margin) fails, a loss that may be chance
 * is inconclusive, and with a margin only an interval above it passes.
 */
export function judgeRegression(
  { pairs, worse, gaps, verdict }: Counts,
  { rule, margin }: RegressionDemand,
): Verdict {
  if (pairs === 0) return 'error';
  const exceeds =
    margin === null
      ? gaps.sum < 0n
      : -gaps.sum * margin.den > margin.num * BigInt(pairs) * BigInt(gaps.scale);
  if (rule === 'any') return (margin === null ? worse > 0 : exceeds) ? 'fail' : 'pass';
  if (verdict === 'worse' && exceeds) return 'fail';
  if (margin === null) return gaps.sum < 0n ? 'inconclusive' : 'pass';
  return isNonInferior(gaps, pairs, margin) ? 'pass' : 'inconclusive';
}
