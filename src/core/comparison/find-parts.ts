import type { CaseReport, EvalReport, Report, TestReport } from '../report/report.ts';
import type { Repeated } from '../statistics/repeats.ts';
import type { JudgeDrift, PartComparison } from './comparison.ts';
import { changedJudge, isDecidedByJudge } from './judge-drift.ts';
import { weightedShares } from './weighted-shares.ts';
import { capped, type Pairing, pairUnits, type Units } from './pair-units.ts';

/** What is compared as one: all tests, or the cases of one eval. */
export interface Part {
  readonly kind: PartComparison['kind'];
  readonly name: string;
  readonly pairing: Pairing;
  /** Null where nothing is reweighted. */
  readonly weighted: NonNullable<PartComparison['weighted']> | null;
  /** The tests, or the one eval, of both reports. */
  readonly both: readonly Both[];
}

type Both = readonly [TestReport | EvalReport, TestReport | EvalReport];

/** The parts that both reports have. */
export function findParts(before: Report, after: Report): Part[] {
  const parts: Part[] = [];
  if (before.tests.length > 0 && after.tests.length > 0) {
    const both = inBoth(before.tests, after.tests);
    const drifted = new Set(both.filter(isDrifted).map(([, { name }]) => name));
    parts.push({
      kind: 'tests',
      name: 'tests',
      pairing: pairUnits(unitsOfTests(before), unitsOfTests(after), (name) => drifted.has(name)),
      weighted: null,
      both,
    });
  }
  for (const pair of inBoth(before.evals, after.evals)) {
    const [then, now] = pair;
    const [earlier, later] = [unitsOfCases(then), unitsOfCases(now)];
    parts.push({
      kind: 'eval',
      name: now.name,
      pairing: pairUnits(earlier, later, () => isDrifted(pair)),
      weighted: isDrifted(pair) ? null : weightedShares(now, earlier, later),
      both: [pair],
    });
  }
  return parts;
}

/** Whether other judges decided the verdicts of its runs or cases. */
function isDrifted([then, now]: Both): boolean {
  return changedJudge(then.judge, now.judge).length > 0 && [then, now].some(isDecidedByJudge);
}

/** What other judges decided; null where that is nothing. */
export function driftOf(both: readonly Both[], units: readonly string[]): JudgeDrift | null {
  const changed = both.map((pair) => ({
    pair,
    changes: changedJudge(pair[0].judge, pair[1].judge),
  }));
  const drifted = changed.filter(({ changes }) => changes.length > 0);
  if (drifted.length === 0) return null;
  const changes = new Map(
    drifted.flatMap(({ changes: list }) => list.map((change) => [JSON.stringify(change), change])),
  );
  const metrics = drifted.flatMap(({ pair: [, { scores }] }) =>
    scores.flatMap(({ judged, metrics: values }) => (judged ? Object.keys(values) : [])),
  );
  return {
    code: 'JUDGE_DRIFT',
    changes: [...changes.values()],
    units: capped(units),
    metrics: capped([...new Set(metrics)]),
  };
}

/** The tests or evals that both have, by name, as pairs. */
export function inBoth<T extends { readonly name: string }>(
  before: readonly T[],
  after: readonly T[],
): (readonly [T, T])[] {
  const byName = new Map(before.map((unit) => [unit.name, unit]));
  return after.flatMap((now) => {
    const then = byName.get(now.name);
    return then === undefined ? [] : [[then, now] as const];
  });
}

function unitsOfTests({ tests }: Report): Units {
  return new Map(tests.map(({ name, passing: { k, n } }) => [name, { k, n }]));
}

const CASE_RUNS = { pass: { k: 1, n: 1 }, fail: { k: 0, n: 1 }, none: { k: 0, n: 0 } } as const;

function unitsOfCases({ cases }: EvalReport): Units {
  return new Map(cases.map((each) => [each.id, runsOfCase(each)]));
}

/** How many of the runs of a case pass; none where it was not measured. */
export function runsOfCase({
  verdict,
  passing,
}: Pick<CaseReport, 'verdict' | 'passing'>): Repeated {
  return passing ?? CASE_RUNS[verdict === 'pass' || verdict === 'fail' ? verdict : 'none'];
}
