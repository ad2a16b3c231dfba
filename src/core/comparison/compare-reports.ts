import { decimalNumber } from '../gates/gate.ts';
import { worstVerdict } from '../gates/gate-report.ts';
import type { Issue } from '../issues/issue.ts';
import type { EvalReport, Report, TestReport } from '../report/report.ts';
import { holm, ranks } from '../statistics/adjust.ts';
import { meanDifference } from '../statistics/difference.ts';
import { pairsToDecide } from '../statistics/mcnemar.ts';
import { type Chance, chanceOf } from './chance.ts';
import { checkOverlap, findVanished, populationIssue, selectAlike } from './check-population.ts';
import { changedGates, changedMetrics } from './changed-definitions.ts';
import type { Comparison, ComparisonVerdict, JudgeDrift, PartComparison } from './comparison.ts';
import { compareUsage } from './compare-usage.ts';
import { changedJudge, isDecidedByJudge } from './judge-drift.ts';
import type { Gaps } from './gaps.ts';
import { judgeRegression, type RegressionDemand } from './judge-regression.ts';
import { checkWeighting, weightedShares } from './weighted-shares.ts';
import { capped, type Pairing, pairUnits, roundApart, type Units } from './pair-units.ts';

/** Compares two reports test by test and case by case; an issue when they are not about the same things. */
export function compareReports(
  first: Report,
  second: Report,
  demand: RegressionDemand | null = null,
): Comparison | Issue {
  const alike = selectAlike(first, second);
  if ('code' in alike) return alike;
  const [before, after] = alike;
  const found = findParts(before, after);
  const refused =
    findVanished(before, after) ??
    found.map((part) => checkOverlap(part, part.pairing)).find((issue) => issue !== null) ??
    inBoth(before.evals, after.evals)
      .map(([then, now]) => checkWeighting(then, now))
      .find((issue) => issue !== null);
  if (refused !== undefined) return refused;
  if (found.length === 0) return populationIssue('the reports have no test and no eval in common');
  const chances = found.map(({ pairing }) => chanceOf(pairing));
  const adjusted = holm(chances.map(({ exact }) => exact));
  const significant = significantParts(chances);
  const parts = found.map((part, i) => {
    const chance = chances[i] as Chance;
    const tested = { ...chance, adjusted: adjusted[i] as number };
    return comparePart(part, tested, significant.has(i), demand);
  });
  return {
    schemaVersion: 1,
    kind: 'comparison',
    verdict: overall(parts.map(({ verdict }) => verdict)),
    regression:
      demand === null
        ? null
        : {
            rule: demand.rule,
            margin: demand.margin === null ? null : decimalNumber(demand.margin),
            outcome: worstVerdict(parts.map(({ outcome }) => outcome ?? 'pass')),
          },
    parts,
    onlyBefore: capped(namesBeside(before, after)),
    onlyAfter: capped(namesBeside(after, before)),
    changedSuites: changedSuites(before, after),
    versions: { before: before.version, after: after.version },
  };
}

interface Part {
  readonly kind: PartComparison['kind'];
  readonly name: string;
  readonly pairing: Pairing;
  /** Null where nothing is reweighted. */
  readonly weighted: NonNullable<PartComparison['weighted']> | null;
  /** The tests, or the one eval, of both reports. */
  readonly both: readonly Both[];
}

type Both = readonly [TestReport | EvalReport, TestReport | EvalReport];

function findParts(before: Report, after: Report): Part[] {
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
function driftOf(both: readonly Both[], units: readonly string[]): JudgeDrift | null {
  const changed = both.map((pair) => ({
    pair,
    changes: changedJudge(pair[0].judge, pair[1].judge),
  }));
  const drifted = changed.filter(({ changes }) => changes.length > 0);
  if (drifted.length === 0) return null;
  const changes = new Map(
    drifted.flatMap(({ changes: own }) => own.map((change) => [JSON.stringify(change), change])),
  );
  const metrics = drifted.flatMap(({ pair: [, { scores }] }) =>
    scores.flatMap(({ judged, metrics: own }) => (judged ? Object.keys(own) : [])),
  );
  return {
    code: 'JUDGE_DRIFT',
    changes: [...changes.values()],
    units: capped(units),
    metrics: capped([...new Set(metrics)]),
  };
}

function inBoth<T extends { readonly name: string }>(
  before: readonly T[],
  after: readonly T[],
): (readonly [T, T])[] {
  const byName = new Map(before.map((one) => [one.name, one]));
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
  return new Map(
    cases.map(({ id, verdict, passing }) => [
      id,
      passing ?? CASE_RUNS[verdict === 'pass' || verdict === 'fail' ? verdict : 'none'],
    ]),
  );
}

/** The parts whose change is beyond chance, by Holm over all parts: the most uneven one against the most tests. */
function significantParts(chances: readonly Chance[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [rank, at] of ranks(chances.map(({ exact }) => exact)).entries()) {
    if (!(chances[at] as Chance).isSignificant(chances.length - rank)) break;
    found.add(at);
  }
  return found;
}

function comparePart(
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
    ...(drift === null ? {} : { drift }),
    gates: capped(both.flatMap(([then, now]) => changedGates(then, now))),
    metrics: capped(
      both.flatMap(([then, now]) =>
        changedMetrics(then, now, changedJudge(then.judge, now.judge).length === 0),
      ),
    ),
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

const WORST_FIRST: readonly ComparisonVerdict[] = ['worse', 'inconclusive', 'better', 'unchanged'];

function overall(verdicts: readonly ComparisonVerdict[]): ComparisonVerdict {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'unchanged';
}

function rounded(value: number, scale: number): number {
  // Adding zero makes a plain 0 of -0.
  return Math.round(value * scale) / scale + 0;
}

/** What one report has and the other lacks altogether: evals by name, tests where the other has none. */
function namesBeside(report: Report, other: Report): string[] {
  const evals = new Set(other.evals.map(({ name }) => name));
  return [
    ...(other.tests.length === 0 ? report.tests.map(({ name }) => name) : []),
    ...report.evals.map(({ name }) => name).filter((name) => !evals.has(name)),
  ];
}

function changedSuites(before: Report, after: Report): string[] {
  const then = new Map(before.suites.map(({ file, sha256 }) => [file, sha256]));
  return after.suites
    .filter(({ file, sha256 }) => then.get(file) !== sha256)
    .map(({ file }) => file);
}
