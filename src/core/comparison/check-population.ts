import { coreIssue } from '../issues/core-issue.ts';
import type { Issue } from '../issues/issue.ts';
import type { Report, Shard } from '../report/report.ts';
import type { Pairing } from './pair-units.ts';

/** Reports with a smaller share of tests or cases in common are of another population, in percent. */
const MIN_OVERLAP = 80;

/** Both reports with the tests and evals that the filters and the shard of both select. */
export function selectAlike(before: Report, after: Report): readonly [Report, Report] | Issue {
  if (before.shard !== undefined && after.shard !== undefined && !isSame(before.shard, after.shard))
    return populationIssue('the reports are of different shards');
  return [narrow(before, after), narrow(after, before)];
}

function isSame(a: Shard, b: Shard): boolean {
  return a.index === b.index && a.count === b.count;
}

const TAG = 'tag:';

/** A report with what the filter and the shard of another select. Tags are not in reports, what they selected is. */
function narrow(report: Report, other: Report): Report {
  const { filter = '', shard } = other;
  if (filter.startsWith(TAG))
    return report.filter === filter ? report : narrowToThose(report, other);
  const isDealt = (i: number): boolean =>
    shard === undefined || report.shard !== undefined || i % shard.count === shard.index - 1;
  const select = <T extends { readonly name: string }>(all: readonly T[]): readonly T[] =>
    all.filter(({ name }) => name.includes(filter)).filter((_, i) => isDealt(i));
  return { ...report, tests: select(report.tests), evals: select(report.evals) };
}

/** The tests, evals and cases that another report has. */
function narrowToThose(report: Report, other: Report): Report {
  const tests = new Set(other.tests.map(({ name }) => name));
  const evals = new Map(
    other.evals.map((evalReport) => [
      evalReport.name,
      new Set(evalReport.cases.map(({ id }) => id)),
    ]),
  );
  return {
    ...report,
    tests: report.tests.filter(({ name }) => tests.has(name)),
    evals: report.evals.flatMap((evalReport) => {
      const ids = evals.get(evalReport.name);
      if (ids === undefined) return [];
      const isThere = (i: number): boolean => ids.has(evalReport.cases[i]?.id ?? '');
      const caseUsage = Object.fromEntries(
        Object.entries(evalReport.caseUsage ?? {}).map(([figure, column]) => [
          figure,
          column.filter((_, i) => isThere(i)),
        ]),
      );
      return [{ ...evalReport, caseUsage, cases: evalReport.cases.filter((_, i) => isThere(i)) }];
    }),
  };
}

/** What the earlier report has and the later one lacks altogether; null where that is nothing. */
export function findVanished(before: Report, after: Report): Issue | null {
  const evals = new Set(after.evals.map(({ name }) => name));
  const gone = before.evals.find(({ name }) => !evals.has(name));
  if (gone !== undefined) return populationIssue(`eval "${gone.name}" is in the first report only`);
  if (before.tests.length > 0 && after.tests.length === 0)
    return populationIssue('only the first report has tests');
  return null;
}

/**
 * Too few tests or cases in common. New tests need no earlier result, so tests count by those of the earlier report; the
 * cases of an eval are one population, so they count by the larger of both.
 */
export function checkOverlap(
  { kind, name }: { readonly kind: 'tests' | 'eval'; readonly name: string },
  { pairs, unmeasured, drifted, onlyBefore, onlyAfter }: Pairing,
): Issue | null {
  const common = pairs + unmeasured.total + drifted.length;
  const added = kind === 'eval' ? onlyAfter.total : 0;
  const all = common + Math.max(onlyBefore.total, added);
  if (common * 100 >= all * MIN_OVERLAP && common > 0) return null;
  const what = kind === 'tests' ? 'tests' : `cases of "${name}"`;
  return populationIssue(
    `the reports have ${common} of ${all} ${what} in common, and need ${MIN_OVERLAP} %`,
  );
}

export function populationIssue(message: string): Issue {
  const hint = 'compare two reports of the same suite and dataset, or make a new baseline';
  return coreIssue('COMPARE_REFUSED', message, { hint });
}
