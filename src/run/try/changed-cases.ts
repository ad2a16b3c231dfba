import { type Report, type ReportIssue } from '#core';
import { runError } from '../issues/run-codes.ts';
import type { ChosenCases } from './choose-cases.ts';
import type { TriedPlan } from './find-triable.ts';

/** The least share of cases that must be in the baseline too. */
const MIN_KNOWN_SHARE = 0.8;

/** Throws where the baseline is about other cases. */
export function rejectOtherCases({ plan, before }: TriedPlan, { all }: ChosenCases): void {
  const known = before.cases.filter(({ id }) => all.has(id)).length;
  const most = Math.max(all.size, before.cases.length);
  if (known >= MIN_KNOWN_SHARE * most) return;
  throw runError(
    'TRY_REFUSED',
    `"${plan.name}" has another dataset than the baseline: ${known} of ${most} cases are in both`,
    { hint: 'make a new baseline' },
  );
}

/** What else changed may be what made the difference. */
export function changedSuites(before: Report, after: Report): readonly ReportIssue[] {
  const then = new Map(before.suites.map(({ file, sha256 }) => [file, sha256]));
  return after.suites
    .filter(({ file, sha256 }) => then.get(file) !== sha256)
    .map(({ file }) => ({
      code: 'TRY_OTHER_SUITE',
      severity: 'warning',
      message: 'is not as it was for the baseline: what changed may not be due to the overrides',
      where: file,
      hint: 'make a new baseline',
    }));
}

/** Counts before and after are of the same cases only where these are the same. */
export function changedCases(
  { plan, before }: TriedPlan,
  chosen: ReadonlyMap<string, ChosenCases>,
): readonly ReportIssue[] {
  const all = chosen.get(plan.name)?.all;
  if (all === undefined) return [];
  const gone = before.cases.filter(({ id }) => !all.has(id)).length;
  const added = all.size - (before.cases.length - gone);
  if (gone + added === 0) return [];
  return [
    {
      code: 'TRY_OTHER_CASES',
      severity: 'warning',
      message: `"${plan.name}" has ${added} cases that the baseline lacks, and lacks ${gone} of its: counts of cells are not of the same cases`,
      where: null,
      hint: 'make a new baseline',
    },
  ];
}

/** Tests without a run before have nothing to be compared with. */
export function newTestsIssue(names: readonly string[]): readonly ReportIssue[] {
  if (names.length === 0) return [];
  return [
    {
      code: 'TRY_OTHER_CASES',
      severity: 'warning',
      message: `the baseline lacks ${names.map((name) => `"${name}"`).join(', ')}: not tried`,
      where: null,
      hint: 'make a new baseline',
    },
  ];
}
