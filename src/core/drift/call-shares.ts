import type { Interval } from '../report/report.ts';
import { newcombeInterval } from '../statistics/difference.ts';
import { roundDifference, roundShare } from './compare-shares.ts';
import type { ToolDrift } from './drift-report.ts';
import type { PileSums } from './pile-sums.ts';
import type { ToolTally } from './tool-tally.ts';

/** Below this, runs say too little about how calls of one run hang together. */
const MIN_RUNS = 10;

/** The part of all calls that one tool has in a pile. */
interface CallShare {
  readonly k: number;
  readonly n: number;
  /** How many independent calls would say as much; null where runs are too few. */
  readonly effective: number | null;
}

/** How the part of all calls that go to one tool changed. */
export function compareCallShares(
  before: CallShare,
  after: CallShare,
): Pick<ToolDrift, 'calls'>['calls'] {
  const parts = { before: { k: before.k, n: before.n }, after: { k: after.k, n: after.n } };
  if (before.n === 0 || after.n === 0) return { ...parts, difference: null, interval: null };
  const [p1, p2] = [before.k / before.n, after.k / after.n];
  const difference = roundShare(p2 - p1);
  const [m1, m2] = [before.effective, after.effective];
  if (m1 === null || m2 === null) return { ...parts, difference, interval: null };
  const interval = newcombeInterval(p2 * m2, m2, p1 * m1, m1) as Interval;
  return { ...parts, difference, interval: roundDifference(interval) };
}

/** The calls of a tool among all calls of a pile, with runs as clusters. */
export function callShareOf(tally: ToolTally | null, pile: PileSums): CallShare {
  const k = tally?.calls ?? 0;
  return { k, n: pile.calls, effective: effectiveCalls(tally, pile) };
}

/**
 * The variance of the ratio estimator, as a number of independent calls: never more than there are. A tool that has none
 * or all of the calls has no variance to go by, and a run counts as one call.
 */
function effectiveCalls(tally: ToolTally | null, pile: PileSums): number | null {
  const { withCalls: runs, calls, squares: dd } = pile;
  if (runs < MIN_RUNS) return null;
  const a = tally?.calls ?? 0;
  if (tally === null || a === 0 || a === calls) return runs;
  const sums = [tally.squares, tally.products, dd];
  if (!sums.every(Number.isSafeInteger)) return null;
  const share = a / calls;
  const residuals = tally.squares - 2 * share * tally.products + share * share * dd;
  if (residuals <= 0) return calls;
  const variance = ((runs / (runs - 1)) * residuals) / (calls * calls);
  return Math.max(1, Math.min(calls, (share * (1 - share)) / variance));
}
