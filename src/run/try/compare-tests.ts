import {
  type ComparisonVerdict,
  compareReports,
  holm,
  holmDecisions,
  type Report,
  shareReport,
  type SharesTest,
  type TestReport,
  testShares,
  testStrata,
} from '#core';
import type { TriedShares, TriedTest, TriedTests } from '#reporters';

/** One test before and after. */
interface TestPair {
  readonly name: string;
  readonly before: TestReport['passing'];
  readonly after: TestReport['passing'];
  /** What p is computed from: runs that gave the same answer are one sample. */
  readonly samples: { readonly before: Samples; readonly after: Samples };
}

interface Samples {
  readonly k: number;
  readonly n: number;
}

/** What changed in the tests that were run again: over all of their runs, and test by test. Null where none was. */
export function compareTests(
  baseline: Report,
  report: Report,
  allTests: number,
): TriedTests | null {
  if (report.tests.length === 0) return null;
  const names = new Set(report.tests.map(({ name }) => name));
  const before = baseline.tests.filter(({ name }) => names.has(name));
  const byName = new Map(before.map((test) => [test.name, test]));
  const whole = compareReports({ ...baseline, tests: before, evals: [] }, { ...report, evals: [] });
  const part = 'code' in whole ? undefined : whole.parts[0];
  const drifted = new Set(part?.drift?.units.items);
  const all = report.tests.map((after): TestPair => {
    const then = byName.get(after.name);
    return {
      name: after.name,
      before: then?.passing ?? shareReport(0, 0),
      after: after.passing,
      samples: { before: samplesOf(then), after: samplesOf(after) },
    };
  });
  const isMeasured = ({ name, before: then, after }: TestPair): boolean =>
    then.n > 0 && after.n > 0 && !drifted.has(name);
  const pairs = all.filter(isMeasured);
  const rows = new Map(compareEach(pairs).map((row) => [row.name, row]));
  const [then, now] = [sumOf(pairs, 'before'), sumOf(pairs, 'after')];
  const changed = {
    broken: pairs.filter((pair) => changeOf(pair) < 0).length,
    fixed: pairs.filter((pair) => changeOf(pair) > 0).length,
  };
  const strata = testStrata(pairs.map(({ samples }) => samples));
  const identical = [...before, ...report.tests].reduce(
    (sum, test) => sum + (test.identical ?? 0),
    0,
  );
  const exact = strata?.p ?? part?.p.exact ?? 1;
  const isSignificant = strata?.isSignificant(1) ?? exact <= 0.05;
  const direction = strata?.direction ?? now.k * then.n - then.k * now.n;
  return {
    verdict: pairs.length === 0 ? 'inconclusive' : verdictOf(changed, isSignificant, direction),
    pairs: pairs.length,
    before: shareReport(then.k, then.n),
    after: shareReport(now.k, now.n),
    ...changed,
    p: { exact: rounded(exact), adjusted: rounded(exact) },
    allTests,
    ...(identical === 0 ? {} : { identical }),
    errors: report.tests.reduce((sum, { errors }) => sum + errors, 0),
    tests: all.map((pair) => rows.get(pair.name) ?? { ...NOT_MEASURED, ...sharesOf(pair) }),
  };
}

/** Fisher's exact test of the runs of each test, adjusted for the number of tests by Holm. */
function compareEach(pairs: readonly TestPair[]): readonly TriedTest[] {
  const tests = pairs.map(
    ({ samples: { before, after } }) =>
      testShares(before.k, before.n, after.k, after.n) as SharesTest,
  );
  const ps = tests.map(({ p }) => p);
  const [adjusted, decisions] = [holm(ps), holmDecisions(tests)];
  return pairs.map((pair, i): TriedTest => {
    const change = changeOf(pair);
    const counts = { fixed: change > 0 ? 1 : 0, broken: change < 0 ? 1 : 0 };
    return {
      ...sharesOf(pair),
      ...counts,
      pairs: 1,
      verdict: verdictOf(counts, decisions[i] === true, change),
      p: { exact: rounded(ps[i]), adjusted: rounded(adjusted[i]) },
    };
  });
}

/** The different answers of a test, and how many of them pass. Where verdicts differ, so do answers. */
function samplesOf(test: TestReport | undefined): Samples {
  if (test === undefined) return { k: 0, n: 0 };
  const { passing, identical = 0 } = test;
  if (passing.n === 0 || identical === 0) return passing;
  const isMixed = passing.k > 0 && passing.k < passing.n;
  const n = Math.max(isMixed ? 2 : 1, passing.n - identical);
  const k = Math.round((passing.k / passing.n) * n);
  return { k: isMixed ? Math.min(Math.max(k, 1), n - 1) : k, n };
}

function sharesOf({ name, before, after }: TestPair): Pick<TriedTest, 'name' | 'before' | 'after'> {
  return { name, before, after };
}

const NOT_MEASURED: Pick<TriedShares, 'verdict' | 'pairs' | 'fixed' | 'broken' | 'p'> = {
  verdict: 'inconclusive',
  pairs: 0,
  fixed: 0,
  broken: 0,
  p: { exact: 1, adjusted: 1 },
};

/** Positive where a larger share of its runs passes. */
function changeOf({ before, after }: TestPair): number {
  return after.k * before.n - before.k * after.n;
}

function verdictOf(
  { fixed, broken }: { readonly fixed: number; readonly broken: number },
  isSignificant: boolean,
  direction: number,
): ComparisonVerdict {
  if (fixed + broken === 0) return 'unchanged';
  if (!isSignificant || direction === 0) return 'inconclusive';
  return direction > 0 ? 'better' : 'worse';
}

function sumOf(pairs: readonly TestPair[], which: 'before' | 'after'): { k: number; n: number } {
  return pairs.reduce((sum, pair) => ({ k: sum.k + pair[which].k, n: sum.n + pair[which].n }), {
    k: 0,
    n: 0,
  });
}

function rounded(p: number | undefined): number {
  return Math.round((p ?? 1) * 1_000_000) / 1_000_000;
}
