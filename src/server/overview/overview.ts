import type { Verdict } from '#core';
import { VERDICTS } from '#reporters';
import type {
  ApiDamagedRun,
  ApiEntryTrend,
  ApiLatestRun,
  ApiOverview,
  ApiRun,
  ApiRunPoint,
  EntrySummary,
  RunSummary,
} from '#schema';
import { choicesOf } from '../runs/run-list.ts';
import type { RunSummaries, SummarisedReport } from './run-summaries.ts';

/** Which runs and which of their tests and evals are shown; null is all. */
export interface OverviewFilter {
  readonly suite: string | null;
  readonly branch: string | null;
  readonly model: string | null;
}

/** Points of a chart, and how many reports are read to find them where a filter needs them. */
const MAX_POINTS = 30;
const MAX_READ = 120;

/** A run with the part of its report that the filter leaves. */
interface Scoped {
  readonly run: ApiRun;
  readonly report: SummarisedReport;
  /** Null where the report cannot be read. */
  readonly summary: RunSummary | null;
}

/** The runs of a project over time. Only reports of the newest runs are read, each once. */
export async function buildOverview(
  listed: readonly (ApiRun | ApiDamagedRun)[],
  summaries: RunSummaries,
  filter: OverviewFilter,
): Promise<ApiOverview> {
  const runs = listed.filter((run): run is ApiRun => !('damaged' in run));
  const fitting = runs.filter(
    ({ suites, revision }) =>
      (filter.suite === null || suites.includes(filter.suite)) &&
      (filter.branch === null || revision?.branch === filter.branch),
  );
  const models = new Set<string>();
  const shown: Scoped[] = [];
  for (const run of fitting.slice(0, MAX_READ)) {
    if (shown.length === MAX_POINTS) break;
    const report = await summaries.read(run.id);
    const all = 'summary' in report ? report.summary : null;
    for (const model of all?.entries.flatMap((entry) => entry.models) ?? []) models.add(model);
    const summary = all === null ? null : narrow(all, filter);
    // A run of other models is not a run of this one; a report that cannot be read may be one.
    if (filter.model !== null && summary?.entries.length === 0) continue;
    shown.push({ run, report, summary });
  }
  const [latest, ...earlier] = shown;
  const previous = earlier.find(({ run }) => latest !== undefined && isAlike(run, latest.run));
  const points = shown.toReversed();
  return {
    total: listed.length,
    damaged: listed.length - runs.length,
    choices: { ...choicesOf(runs), models: [...models].toSorted() },
    runs: points.map((scoped) => pointOf(scoped, filter)),
    // Which models a run has is known from its report, and older reports are not read.
    fitting: filter.model === null ? fitting.length : shown.length,
    latest: latest === undefined ? null : describeLatest(latest, points, filter),
    previous: previous === undefined ? null : { run: previous.run, summary: previous.summary },
  };
}

/** Whether two runs are of the same suites: others have nothing to compare. */
function isAlike(a: ApiRun, b: ApiRun): boolean {
  return JSON.stringify(a.suites) === JSON.stringify(b.suites);
}

function narrow(summary: RunSummary, { suite, model }: OverviewFilter): RunSummary {
  if (suite === null && model === null) return summary;
  return {
    ...summary,
    entries: summary.entries.filter(
      (entry) =>
        (suite === null || entry.suite === suite) &&
        (model === null || entry.models.includes(model)),
    ),
  };
}

/** The verdict of what the filter leaves; that of the whole run where it leaves everything. */
function verdictOf({ run, summary }: Scoped, { suite, model }: OverviewFilter): Verdict {
  if (summary === null || (suite === null && model === null)) return run.verdict;
  const verdicts = new Set(summary.entries.map(({ verdict }) => verdict));
  return VERDICTS.find((verdict) => verdicts.has(verdict)) ?? 'error';
}

function pointOf(scoped: Scoped, filter: OverviewFilter): ApiRunPoint {
  const { id, name, startedAt, suites, revision } = scoped.run;
  const entries = scoped.summary?.entries ?? [];
  return {
    id,
    name,
    startedAt,
    suites,
    commit: revision?.commit ?? null,
    branch: revision?.branch ?? null,
    verdict: verdictOf(scoped, filter),
    passing: [
      entries.reduce((sum, { passing }) => sum + passing.k, 0),
      entries.reduce((sum, { passing }) => sum + passing.n, 0),
    ],
  };
}

function describeLatest(
  latest: Scoped,
  points: readonly Scoped[],
  filter: OverviewFilter,
): ApiLatestRun {
  const { run, report, summary } = latest;
  return {
    run,
    summary,
    verdict: verdictOf(latest, filter),
    why: 'why' in report ? report.why : [],
    problem: 'problem' in report ? report.problem : null,
    trends: summary?.entries.map((entry) => trendOf(entry, points)) ?? [],
  };
}

function trendOf(entry: EntrySummary, points: readonly Scoped[]): ApiEntryTrend {
  const same = points.map(({ summary }) =>
    summary?.entries.find(
      ({ kind, name, suite }) =>
        kind === entry.kind && name === entry.name && suite === entry.suite,
    ),
  );
  return {
    place: entry.place,
    passing: same.map((each) => each?.passing.rate ?? null),
    metrics: entry.metrics.map(({ id }) =>
      same.map((each) => each?.metrics.find((metric) => metric.id === id)?.value ?? null),
    ),
  };
}
