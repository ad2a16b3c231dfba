import { worstVerdict } from '../gates/worst-verdict.ts';
import { meanDifference } from '../statistics/difference.ts';
import { pairsToDecide } from '../statistics/mcnemar.ts';
import { changedCells } from './changed-cells.ts';
import { changedGates, changedMetrics } from './changed-definitions.ts';
import { quoteChanges } from './change-evidence.ts';
import type { ComparisonVerdict, PartComparison } from './comparison.ts';
import { compareUsage } from './compare-usage.ts';
import { changedJudge } from './judge-drift.ts';
import type { Gaps } from './gaps.ts';
import { judgeRegression, type RegressionDemand } from './judge-regression.ts';
import { capped, roundApart } from './pair-units.ts';
import { type Part, driftOf } from './find-parts.ts';

/** How one part changed, and what the demand says of it. */
export function comparePart(
  { kind, name, pairing, weighted, both }: Part,
  { exact, mid, adjusted }: PartComparison['p'],
  isSignificant: boolean,
  demand: RegressionDemand | null,
): PartComparison {
  const { pairs, worse, better, before, after, gaps, drifted, ...lists } = pairing;
  const seen = pairs === 0 ? 'inconclusive' : verdictOf(gaps.sum, isSignificant);
  // What is not compared may be worse: only a loss that was seen is certain.
  const verdict = drifted.length === 0 || seen === 'worse' ? seen : 'inconclusive';
  const drift = driftOf(both, drifted);
  const difference = meanDifference(gaps, pairs);
  const usage = compareUsage(both, demand);
  const cells = both.flatMap(([then, now]) => changedCells(then, now));
  return {
    kind,
    name,
    verdict,
    outcome:
      demand === null
        ? null
        : worstVerdict([
            judgeRegression({ pairs, worse, gaps, verdict }, demand),
            ...usage.map(({ outcome }) => outcome ?? 'pass'),
            drifted.length === 0 ? 'pass' : 'error',
          ]),
    pairs,
    worse,
    better,
    before,
    after,
    ...(weighted === null ? {} : { weighted }),
    difference: {
      value: rounded(difference?.value ?? 0, 10_000),
      interval: roundApart(difference?.interval ?? [-1, 1]),
    },
    p: {
      exact: rounded(exact, 1_000_000),
      mid: rounded(mid, 1_000_000),
      adjusted: rounded(adjusted, 1_000_000),
    },
    usage,
    deciding: seen === 'inconclusive' ? decidingPairs(gaps, pairs) : null,
    ...lists,
    changes: { ...lists.changes, items: quoteChanges(lists.changes.items, both) },
    ...(drift === null ? {} : { drift }),
    gates: capped(both.flatMap(([then, now]) => changedGates(then, now))),
    metrics: capped(
      both.flatMap(([then, now]) =>
        changedMetrics(then, now, changedJudge(then.judge, now.judge).length === 0),
      ),
    ),
    ...(cells.length === 0 ? {} : { cells: capped(cells) }),
  };
}

function decidingPairs({ changed, sum, squares }: Gaps, pairs: number): number | null {
  const largest = changed.reduce((most, gap) => Math.max(most, Math.abs(gap)), 1);
  return pairsToDecide(Number(sum) / largest, Number(squares) / largest / largest, pairs);
}

function verdictOf(sum: bigint, isSignificant: boolean): ComparisonVerdict {
  if (sum === 0n) return 'unchanged';
  if (!isSignificant) return 'inconclusive';
  return sum < 0n ? 'worse' : 'better';
}

function rounded(value: number, scale: number): number {
  // Adding zero makes a plain 0 of -0.
  return Math.round(value * scale) / scale + 0;
}
