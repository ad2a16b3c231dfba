import { metricNumber, type Unit } from '../metrics/metric.ts';
import { SCORERS } from '../scorers/index.ts';
import type { Scorer, Tally } from '../scoring/scorer.ts';
import { roundOutward, wilsonInterval } from '../statistics/intervals.ts';
import { compareText } from '../text/compare-text.ts';
import type { Interval, ScoreReport, TagScore, TestReport, TestTagReport } from './report.ts';
import { shareReport } from './share-report.ts';

/** The figures of the tests with each tag, by their reports alone: shards merge to the same. Null without tags. */
export function sumTestTags(tests: readonly TestReport[]): readonly TestTagReport[] | null {
  const byTag = new Map<string, TestReport[]>();
  for (const test of tests) {
    for (const tag of test.tags ?? []) byTag.set(tag, [...(byTag.get(tag) ?? []), test]);
  }
  if (byTag.size === 0) return null;
  return [...byTag]
    .sort(([a], [b]) => compareText(a, b))
    .map(([tag, tagged]) => ({
      tag,
      tests: shareReport(tagged.filter(({ verdict }) => verdict === 'pass').length, tagged.length),
      runs: tagged.reduce((sum, { runs }) => sum + runs, 0),
      errors: tagged.reduce((sum, { errors }) => sum + errors, 0),
      scores: sumScores(tagged),
    }));
}

/** Each scorer over the tests that have it, in the order of the registry. */
function sumScores(tests: readonly TestReport[]): readonly TagScore[] {
  return SCORERS.flatMap((scorer) => {
    const scored = tests.flatMap(({ runs, scores }) =>
      scores.filter((score) => score.scorer === scorer.name).map((score) => ({ runs, score })),
    );
    return scored.length === 0 ? [] : [sumScore(scorer, scored)];
  });
}

interface ScoredTest {
  readonly runs: number;
  readonly score: ScoreReport;
}

function sumScore(scorer: Scorer, scored: readonly ScoredTest[]): TagScore {
  const tally: Record<string, number> = {};
  for (const key of scorer.tallyKeys)
    tally[key] = scored.reduce((sum, { score }) => sum + (score.tally[key] ?? 0), 0);
  const runs = scored.reduce((sum, each) => sum + each.runs, 0);
  const metrics: Record<string, number | null> = {};
  const units: Record<string, Unit> = {};
  const intervals: Record<string, Interval> = {};
  for (const metric of scorer.metrics) {
    const { id, unit, derive, proportion } = metric;
    const isOpen = scored.some(({ score: { metrics: own } }) => own[id] === null);
    if (derive === undefined || !isOfReportedCounts(scorer, derive)) continue;
    const value = isOpen ? null : derive(tally, runs);
    if (value === undefined) continue;
    units[id] = unit;
    metrics[id] = value === null ? null : metricNumber(value);
    const interval =
      proportion && value !== null ? wilsonInterval(Number(value.num), Number(value.den)) : null;
    if (interval !== null) intervals[id] = roundOutward(interval);
  }
  return { scorer: scorer.name, key: null, tally, metrics, units, intervals };
}

type Derive = (tally: Tally, runs: number) => unknown;

/** Whether a metric follows from the counts that reports have; others cannot be summed from reports. */
function isOfReportedCounts({ tallyKeys }: Scorer, derive: Derive): boolean {
  const read = new Set<string>();
  const recording = new Proxy<Tally>(
    {},
    {
      get(_counts, key) {
        read.add(String(key));
        return 1;
      },
    },
  );
  derive(recording, 1);
  return [...read].every((key) => tallyKeys.includes(key));
}
