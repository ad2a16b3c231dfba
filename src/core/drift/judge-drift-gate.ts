import type { Gate } from '../gates/gate.ts';
import { judgeGate } from '../gates/gate-report.ts';
import { holds } from '../gates/holds.ts';
import type { MetricSpec } from '../metrics/metric.ts';
import type { GateReport } from '../report/report.ts';
import { canDiffer } from '../statistics/test-shares.ts';
import type { DriftComparison } from './compare-piles.ts';
import {
  DRIFT_GONE,
  DRIFT_NEW,
  DRIFT_SHARE,
  DRIFT_TOOLS,
  meanMetric,
  rateMetric,
} from './drift-metrics.ts';
import type { RateDrift } from './drift-report.ts';
import { type DriftValue, largestChange } from './drift-values.ts';

/** What chance has to do with a gate: whether it explains why the gate does not hold, and whether anything could be seen. */
interface Chance {
  readonly explains: boolean;
  /** Why the runs are too few to see a change; null where they are not. */
  readonly tooFew: string | null;
}

/**
 * Judges a gate on a change. It fails only where chance does not explain the change, otherwise it is inconclusive; so it
 * is where it holds, and no change could have been seen.
 */
export function judgeDriftGate(
  gate: Gate,
  spec: MetricSpec,
  { value, why }: DriftValue,
  comparison: DriftComparison,
  unmeasured: number,
): GateReport {
  const observation = { spec, value, interval: null, unmeasured, ...(why === null ? {} : { why }) };
  const report = judgeGate(gate, observation);
  const isPlain = gate.metric === DRIFT_NEW || gate.metric === DRIFT_GONE;
  if (value === null || isPlain) return report;
  const { explains, tooFew } = chanceOf(gate, comparison);
  if (report.outcome === 'fail')
    return explains
      ? { ...report, outcome: 'inconclusive', note: tooFew ?? 'chance may explain this change' }
      : { ...report, note: culprits(gate, comparison) };
  if (report.outcome === 'pass' && tooFew !== null)
    return { ...report, pass: false, outcome: 'inconclusive', note: tooFew };
  return report;
}

/** How many tools a note names. */
const MAX_NAMED = 3;

/** The tools that a gate fails for, the surest or largest change first; null for gates that are not about tools. */
function culprits({ metric }: Gate, { tools }: DriftComparison): string | null {
  if (metric !== DRIFT_TOOLS && metric !== DRIFT_SHARE) return null;
  const changed = tools.filter((tool) =>
    metric === DRIFT_TOOLS ? tool.hasChanged : tool.isSignificant,
  );
  if (metric === DRIFT_SHARE)
    changed.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  const named = changed.slice(0, MAX_NAMED).map(({ tool }) => tool);
  const more = changed.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const TOO_FEW = 'too few runs: no change could be significant';

function chanceOfRate({ change }: RateDrift, rates: readonly RateDrift[]): Chance {
  const tests = rates.filter((rate) => rate.change !== null).length;
  const isSeen = change !== null && canDiffer(change.before.n, change.after.n, tests);
  return { explains: change?.isSignificant !== true, tooFew: isSeen ? null : TOO_FEW };
}

function chanceOf(gate: Gate, { rules, tools, rates, means }: DriftComparison): Chance {
  const tooFew = rules.canDiffer ? null : TOO_FEW;
  if (gate.metric === DRIFT_SHARE) {
    const sure = largestChange(tools.filter(({ isSignificant }) => isSignificant));
    return { explains: holds(gate, sure), tooFew };
  }
  const rate = rates.find(({ id }) => rateMetric(id) === gate.metric);
  if (rate !== undefined) return chanceOfRate(rate, rates);
  const mean = means.find(({ id }) => meanMetric(id) === gate.metric);
  if (mean === undefined) return { explains: false, tooFew };
  return {
    explains: mean.hasChanged !== true,
    tooFew: mean.hasChanged === null ? 'too few runs: an interval needs ten in each pile' : null,
  };
}
