import { mcnemarP } from '../statistics/mcnemar.ts';
import type {
  EvalReport,
  Report,
  Share,
  SweepEnds,
  SweepPoint,
  SweepReport,
  TestReport,
} from './report.ts';
import { shareReport } from './share-report.ts';
import { sumTestTags } from './sum-tests.ts';

type Measured = TestReport | EvalReport;

/** What follows from the reports of tests and evals: lines by tag, and curves over distractors. */
export function derivedLines(
  report: Pick<Report, 'tests' | 'evals'>,
): Pick<Report, 'perTag' | 'sweeps'> {
  const perTag = sumTestTags(report.tests);
  const sweeps = sweepsOf(report);
  return { ...(perTag === null ? {} : { perTag }), ...(sweeps === null ? {} : { sweeps }) };
}

/** The metric of a curve where runs have labels; the share of runs that pass otherwise. */
const QUALITY = 'tool_name_match';

/**
 * How tests and evals do with more and more distractors, from their reports alone: shards merge to the same. Null where
 * nothing was run with several counts.
 */
function sweepsOf({
  tests,
  evals,
}: Pick<Report, 'tests' | 'evals'>): readonly SweepReport[] | null {
  const groups = new Map<string, Measured[]>();
  for (const measured of [...tests, ...evals]) {
    const { variant, suite } = measured;
    if (variant?.sweep === undefined) continue;
    // A test and an eval, or tests of two suites, may have one name.
    const key = JSON.stringify([variant.sweep, variant.model, suite?.file, 'cases' in measured]);
    groups.set(key, [...(groups.get(key) ?? []), measured]);
  }
  const sweeps = [...groups.values()].filter(({ length }) => length > 1).map(sweepOf);
  return sweeps.length === 0 ? null : sweeps;
}

function sweepOf(group: readonly Measured[]): SweepReport {
  const sorted = group.toSorted((a, b) => countOf(a) - countOf(b));
  const [first, last] = [sorted[0] as Measured, sorted.at(-1) as Measured];
  const metric = sorted.every((point) => nameMatchOf(point) !== null) ? QUALITY : 'passing';
  const points = sorted.map((measured): SweepPoint => ({
    name: measured.name,
    distractors: countOf(measured),
    drawn: drawnOf(measured, first),
    offered: measured.offered ?? null,
    errors: measured.errors,
    share: (metric === QUALITY ? nameMatchOf(measured) : null) ?? measured.passing,
  }));
  const ends = 'cases' in first && 'cases' in last ? compareEnds(first, last) : null;
  return {
    name: first.variant?.sweep ?? first.name,
    model: first.variant?.model ?? '',
    metric,
    points,
    ends,
  };
}

function countOf({ variant }: Measured): number {
  return variant?.distractors ?? 0;
}

function nameMatchOf({ scores }: Measured): Share | null {
  const score = scores.find(({ scorer, key }) => scorer === QUALITY && key === null);
  const { matched, cases } = score?.tally ?? {};
  // A figure that further calls of a partial run could move is not a share of what was counted.
  if (matched === undefined || cases === undefined || score?.metrics[QUALITY] === null) return null;
  return shareReport(matched, cases);
}

/** How many distractors could be drawn, by the tools that were offered; null where that is not recorded. */
function drawnOf(measured: Measured, first: Measured): number | null {
  if (measured.offered === undefined || first.offered === undefined) return null;
  const grown = measured.offered[0] - first.offered[0];
  return Math.min(countOf(measured), countOf(first) + grown);
}

/** The same cases with the fewest and the most distractors: McNemar's exact test over those that changed. */
function compareEnds(first: EvalReport, last: EvalReport): SweepEnds {
  const before = new Map(first.cases.map(({ id, verdict }) => [id, verdict]));
  const [counts, isMeasured] = [{ cases: 0, lost: 0, gained: 0 }, new Set(['pass', 'fail'])];
  for (const { id, verdict } of last.cases) {
    const earlier = before.get(id);
    if (earlier === undefined || !isMeasured.has(earlier) || !isMeasured.has(verdict)) continue;
    counts.cases++;
    if (earlier === 'pass' && verdict === 'fail') counts.lost++;
    if (earlier === 'fail' && verdict === 'pass') counts.gained++;
  }
  const p = mcnemarP(counts.lost, counts.gained);
  return { ...counts, p: Math.ceil(p * 10_000) / 10_000 };
}
