import { decimalNumber } from '../gates/gate.ts';
import { worstVerdict } from '../gates/worst-verdict.ts';
import type { Issue } from '../issues/issue.ts';
import type { Report } from '../report/report.ts';
import { holm, ranks } from '../statistics/adjust.ts';
import { type Chance, chanceOf } from './chance.ts';
import { checkOverlap, findVanished, populationIssue, selectAlike } from './check-population.ts';
import type { Comparison, ComparisonVerdict } from './comparison.ts';
import type { RegressionDemand } from './judge-regression.ts';
import { checkWeighting } from './weighted-shares.ts';
import { capped } from './pair-units.ts';
import { findParts, inBoth } from './find-parts.ts';
import { comparePart } from './compare-part.ts';

/** Compares two reports test by test and case by case; an issue when they are not about the same things. */
export function compareReports(
  first: Report,
  second: Report,
  demand: RegressionDemand | null = null,
): Comparison | Issue {
  const alike = selectAlike(first, second);
  if ('code' in alike) return alike;
  const [before, after] = alike;
  const partsOfBoth = findParts(before, after);
  const refused =
    findVanished(before, after) ??
    partsOfBoth.map((part) => checkOverlap(part, part.pairing)).find((issue) => issue !== null) ??
    inBoth(before.evals, after.evals)
      .map(([then, now]) => checkWeighting(then, now))
      .find((issue) => issue !== null);
  if (refused !== undefined) return refused;
  if (partsOfBoth.length === 0)
    return populationIssue('the reports have no test and no eval in common');
  const leftOut = unitsOf(first) - unitsOf(before) + unitsOf(second) - unitsOf(after);
  const chances = partsOfBoth.map(({ pairing }) => chanceOf(pairing));
  const adjusted = holm(chances.map(({ exact }) => exact));
  const significant = significantParts(chances);
  const parts = partsOfBoth.map((part, i) => {
    const chance = chances[i] as Chance;
    const tested = { ...chance, adjusted: adjusted[i] as number };
    return comparePart(part, tested, significant.has(i), demand);
  });
  return {
    schemaVersion: 1,
    kind: 'comparison',
    verdict: overallChange(parts.map(({ verdict }) => verdict)),
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
    ...(leftOut === 0 ? {} : { leftOut }),
    changedSuites: changedSuites(before, after),
    versions: { before: before.version, after: after.version },
  };
}

/** How many tests and cases a report has. */
function unitsOf({ tests, evals }: Report): number {
  return evals.reduce((sum, { cases }) => sum + cases.length, tests.length);
}

/** The parts whose change is beyond chance, by Holm over all parts: the most uneven one against the most tests. */
function significantParts(chances: readonly Chance[]): ReadonlySet<number> {
  const significant = new Set<number>();
  for (const [rank, at] of ranks(chances.map(({ exact }) => exact)).entries()) {
    if (!(chances[at] as Chance).isSignificant(chances.length - rank)) break;
    significant.add(at);
  }
  return significant;
}

const WORST_FIRST: readonly ComparisonVerdict[] = ['worse', 'inconclusive', 'better', 'unchanged'];

/** The verdict over several parts: what got worse counts first. */
export function overallChange(verdicts: readonly ComparisonVerdict[]): ComparisonVerdict {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'unchanged';
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
