import type { Capped } from '../report/report.ts';
import { EVIDENCE_CAP } from '../measure/evidence-log.ts';
import { shareReport } from '../report/share-report.ts';
import { newcombeInterval } from '../statistics/difference.ts';
import type { Repeated } from '../statistics/repeats.ts';
import type { Change, PartComparison } from './comparison.ts';
import { type Gaps, measureGaps } from './gaps.ts';

/** What is compared: each test or case with its runs. No run is "not measured". */
export type Units = ReadonlyMap<string, Repeated>;

/** The result of pairing two sets of tests or cases. */
export interface Pairing extends Pick<
  PartComparison,
  | 'pairs'
  | 'worse'
  | 'better'
  | 'before'
  | 'after'
  | 'changes'
  | 'onlyBefore'
  | 'onlyAfter'
  | 'unmeasured'
> {
  readonly gaps: Gaps;
  /** In both reports, but decided by other judges. */
  readonly drifted: readonly string[];
}

/** Whether a smaller or larger share of the runs passes; null where one of the two was not measured. */
export function directionOf(then: Repeated, now: Repeated): 'worse' | 'better' | 'same' | null {
  if (then.n === 0 || now.n === 0) return null;
  const gap = now.k * then.n - then.k * now.n;
  if (gap === 0) return 'same';
  return gap < 0 ? 'worse' : 'better';
}

/** Pairs by name; a pair is worse when a smaller share of its runs passes. What other judges decided is not a pair. */
export function pairUnits(
  before: Units,
  after: Units,
  isDrifted: (id: string) => boolean = () => false,
): Pairing {
  const changes = { worse: [] as Change[], better: [] as Change[] };
  const onlyAfter: string[] = [];
  const unmeasured: string[] = [];
  const drifted: string[] = [];
  const sums = { before: { k: 0, n: 0 }, after: { k: 0, n: 0 } };
  let pairs = 0;
  for (const [id, now] of after) {
    const then = before.get(id);
    if (then === undefined) onlyAfter.push(id);
    else if (then.n === 0 || now.n === 0) unmeasured.push(id);
    else if (isDrifted(id)) drifted.push(id);
    else {
      pairs++;
      add(sums.before, then);
      add(sums.after, now);
      const change = directionOf(then, now);
      if (change === 'worse' || change === 'better')
        changes[change].push(changeOf(id, change, then, now));
    }
  }
  const changed = [...changes.worse, ...changes.better];
  return {
    pairs,
    worse: changes.worse.length,
    better: changes.better.length,
    before: shareReport(sums.before.k, sums.before.n),
    after: shareReport(sums.after.k, sums.after.n),
    gaps: measureGaps(changed.map((change) => [change.before, change.after])),
    changes: capped(changed),
    onlyBefore: capped([...before.keys()].filter((id) => !after.has(id))),
    onlyAfter: capped(onlyAfter),
    unmeasured: capped(unmeasured),
    drifted,
  };
}

function add(sum: { k: number; n: number }, { k, n }: Repeated): void {
  sum.k += k;
  sum.n += n;
}

function changeOf(id: string, change: Change['change'], before: Repeated, after: Repeated): Change {
  const result = { id, change, before, after };
  if (before.n === 1 && after.n === 1) return result;
  const interval = newcombeInterval(after.k, after.n, before.k, before.n);
  if (interval === null) return result;
  return { ...result, interval: roundApart(interval) };
}

/** The limits of a difference with four decimals, each moved away from the middle. */
export function roundApart([low, high]: readonly [number, number]): readonly [number, number] {
  return [Math.floor(low * 10_000) / 10_000, Math.ceil(high * 10_000) / 10_000];
}

/** The first items, and how many there are in all. */
export function capped<T>(items: readonly T[]): Capped<T> {
  return { total: items.length, items: items.slice(0, EVIDENCE_CAP) };
}
