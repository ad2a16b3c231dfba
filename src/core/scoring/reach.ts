import type { Ratio, RunScore, Tally } from './scorer.ts';

/**
 * A count that further calls can raise without limit. Greater than any real count. It is a power of two, so that sums of
 * it are exact in any order.
 */
export const UNLIMITED: number = 2 ** 664;

/** Added to both parts of a share that further calls can bring near 1 but never to it, where one call was wrong. */
export const MANY: number = 2 ** 40;

/** How a run would be scored with further calls. */
export interface ReachedScore {
  readonly tally: Tally;
  readonly sample: Ratio | null;
  readonly perfect: boolean;
}

/**
 * The ends of what further calls, before, between or after the observed ones, could make of a partial run.
 * Every figure has its lowest value at one end and its highest at the other.
 */
export interface Reach {
  readonly worst: ReachedScore;
  readonly best: ReachedScore;
}

/** The reach of a run: what differs at each end from the score as observed. */
export function reachOf(
  { tally, sample, perfect }: RunScore,
  ends: {
    readonly worst: Partial<ReachedScore>;
    readonly best: Partial<ReachedScore>;
  },
): Reach {
  const end = (changed: Partial<ReachedScore>): ReachedScore => ({
    tally: { ...tally, ...changed.tally },
    sample: changed.sample === undefined ? sample : changed.sample,
    perfect: changed.perfect ?? perfect,
  });
  return { worst: end(ends.worst), best: end(ends.best) };
}

/** The F1 of one run as its sample. */
export function f1Sample({ tp = 0, fp = 0, fn = 0 }: Tally): Ratio {
  const den = 2 * tp + fp + fn;
  return den === 0 ? { num: 1, den: 1 } : { num: 2 * tp, den };
}

/** The reach of precision, recall and F1: further calls can meet what was missed, or be unexpected without limit. */
export function reachOfF1(score: RunScore, more: Partial<Record<'worst' | 'best', Tally>>): Reach {
  const { tp = 0, fp = 0, fn = 0 } = score.tally;
  const best = { tp: tp + fn, fn: 0, ...more.best };
  return reachOf(score, {
    worst: { tally: { fp: UNLIMITED, ...more.worst }, sample: { num: 0, den: 1 }, perfect: false },
    best: { tally: best, sample: f1Sample({ tp: tp + fn, fp, fn: 0 }), perfect: fp === 0 },
  });
}

/** Whether all hold: false where one does not, otherwise null where one is not known. */
export function allHold(parts: Iterable<boolean | null>): boolean | null {
  let all: boolean | null = true;
  for (const part of parts) {
    if (part === false) return false;
    if (part === null) all = null;
  }
  return all;
}
