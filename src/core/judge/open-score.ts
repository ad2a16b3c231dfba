import { metricValue } from '../metrics/metric.ts';
import type { Gap, RunScore, Tally } from '../scoring/scorer.ts';

/** Of a run that no judge decided: how it would score at worst and at best. */
export interface OpenEnds {
  readonly worst: Partial<Pick<RunScore, 'tally' | 'sample' | 'perfect'>>;
  readonly best: Partial<Pick<RunScore, 'tally' | 'sample' | 'perfect'>>;
}

/**
 * The score of a run that waits for a judge: not measured, and anything between both ends. `open` in its tally says so
 * for the sum.
 */
export function openScore(score: RunScore, { worst, best }: OpenEnds): RunScore {
  const decided = { ...score.tally, open: 0 };
  const end = (changed: OpenEnds['worst']): RunScore => ({
    ...score,
    ...changed,
    tally: { ...decided, ...changed.tally },
  });
  return {
    ...score,
    tally: { ...score.tally, open: 1 },
    perfect: false,
    others: [end({ perfect: false, ...worst }), end({ perfect: true, ...best })],
  };
}

/** Why a ratio is not measured as long as runs are open: `num` of `den` is right, and `more` may be. */
export function openGap(
  { open = 0 }: Tally,
  { num, den, more }: { readonly num: number; readonly den: number; readonly more: number },
): Gap | null {
  if (open === 0) return null;
  const [low, high] = [num, num + more].map((count) => metricValue('ratio', count, den));
  return { runs: open, needs: `a ${VERDICT}`, lacks: VERDICT, low: low!, high: high! };
}

/** What a run has not as long as a judge has not decided. */
const VERDICT = 'verdict of the judge';
