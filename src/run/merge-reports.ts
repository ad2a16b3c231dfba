import {
  changedJudge,
  type Issue,
  type JudgeReport,
  NameSums,
  policyOf,
  type Redaction,
  rejectUnknownRequesters,
  repeatsReport,
  derivedLines,
  type Report,
  reportVerdict,
  RequesterCounts,
  totalsOf,
  type UserError,
  worstVerdict,
} from '#core';
import { IssueList, type IssueListState } from './issues/issue-list.ts';
import { requestersReport } from './requesters-report.ts';
import { runError } from './issues/run-codes.ts';

/** Puts the reports of all shards together again, byte for byte the report of the whole. */
export function mergeReports(reports: readonly Report[]): Report {
  const first = reports[0];
  if (first === undefined) throw mergeError('no report to merge');
  const shards = inOrder(reports);
  rejectOtherJudges(shards);
  const parts = <T>(pick: (report: Report) => readonly T[]): T[] => interleave(shards.map(pick));
  const tests = parts((report) => report.tests);
  const evals = parts((report) => report.evals);
  const calls = shards.reduce((sum, { totals }) => sum + totals.calls, 0);
  const repeats = repeatsReport(tests);
  const requesters = new RequesterCounts(null);
  for (const report of shards) requesters.merge(Object.entries(report.requesters ?? {}));
  const runs = shards.reduce((sum, { totals }) => sum + totals.runs, 0);
  rejectUnknownRequesters(requesters, runs);
  const names = new NameSums();
  for (const { shard } of shards) if (shard?.names !== undefined) names.merge(shard.names);
  const issues = new IssueList(null);
  for (const { issues: listed, shard } of shards)
    issues.merge({ issues: listed, keys: shard?.issueKeys ?? [] });
  // A shard of an older version has no names: nothing is known of those that it may have had.
  if (shards.every(({ shard }) => shard?.names !== undefined))
    issues.merge(redacted(names.findUnseen(runs), first.redaction));
  const merged = issues.report();
  return {
    schemaVersion: 1,
    verdict: worstVerdict([
      ...shards.map((report) => report.verdict),
      reportVerdict({ tests, evals, ...merged }),
    ]),
    tests,
    evals,
    totals: totalsOf({ tests, evals }, calls),
    ...merged,
    suites: first.suites,
    ...(first.formats === undefined ? {} : { formats: first.formats }),
    ...(repeats === null ? {} : { repeats }),
    ...derivedLines({ tests, evals }),
    ...requestersReport(requesters),
    version: first.version,
    ...(first.redaction === undefined ? {} : { redaction: first.redaction }),
    ...(first.evidenceText === undefined ? {} : { evidenceText: first.evidenceText }),
    ...(first.filter === undefined ? {} : { filter: first.filter }),
    timing: {},
  };
}

/** The shards by index; refuses what is not one whole set of shards of one run. */
function inOrder(reports: readonly Report[]): readonly Report[] {
  const first = reports[0] as Report;
  const count = first.shard?.count ?? 0;
  const byIndex = new Map<number, Report>();
  for (const report of reports) {
    if (report.shard === undefined)
      throw mergeError(
        'a report that is not of a shard cannot be merged',
        'shards are made with run --shard i/n',
      );
    if (report.shard.count !== count)
      throw mergeError(`shards of ${count} and of ${report.shard.count} do not belong together`);
    if (byIndex.has(report.shard.index))
      throw mergeError(`shard ${report.shard.index}/${count} is there twice`);
    if (report.version !== first.version)
      throw mergeError(`the shards were made by versions ${first.version} and ${report.version}`);
    if (JSON.stringify(report.suites) !== JSON.stringify(first.suites))
      throw mergeError('the shards were made from different suites');
    if (report.filter !== first.filter)
      throw mergeError(
        `the shards were made with ${showFilter(first)} and ${showFilter(report)}`,
        'all shards of a run need the same --filter',
      );
    if (listFlags(report) !== listFlags(first))
      throw mergeError(
        `the shards were made with ${listFlags(first)} and with ${listFlags(report)}`,
        'all shards of a run need the same flags',
      );
    if (report.redaction !== first.redaction)
      throw mergeError(
        'the shards were not redacted alike',
        'all shards of a run need the same --no-redact and --redact-pii',
      );
    if (report.evidenceText !== first.evidenceText)
      throw mergeError(
        'some shards have texts in their evidence, and others have none',
        'all shards of a run need the same --no-evidence-text',
      );
    byIndex.set(report.shard.index, report);
  }
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter(
    (index) => !byIndex.has(index),
  );
  if (missing.length > 0)
    throw mergeError(
      `${missing.length === 1 ? 'a shard is' : 'shards are'} missing: ${missing.map((index) => `${index}/${count}`).join(', ')}`,
    );
  return [...byIndex].sort(([a], [b]) => a - b).map(([, report]) => report);
}

/** Throws a UserError where the judges of shards differ: their judged figures do not belong together. */
function rejectOtherJudges(shards: readonly Report[]): void {
  const known = new Map<string | null, JudgeReport>();
  for (const { judge, suite } of shards.flatMap(({ tests, evals }) => [...tests, ...evals])) {
    if (judge === undefined) continue;
    const file = suite?.file ?? null;
    const first = known.get(file) ?? judge;
    const [change] = changedJudge(first, judge);
    if (change !== undefined)
      throw mergeError(
        `the shards were judged by different judges: ${change.before} and ${change.after}`,
        'all shards of a run need the same judge and guide, and answers of the same models',
      );
    known.set(file, {
      ...judge,
      answeredBy: [...new Set([...first.answeredBy, ...judge.answeredBy])],
      prompts: { ...first.prompts, ...judge.prompts },
    });
  }
}

function showFilter({ filter }: Report): string {
  return filter === undefined ? 'no filter' : `--filter ${JSON.stringify(filter)}`;
}

function listFlags({ shard }: Report): string {
  return shard?.flags?.join(' ') ?? 'no such flag';
}

/** Issues as the unsharded run redacts them. */
function redacted(issues: readonly Issue[], redaction: Redaction = 'none'): IssueListState {
  const list = new IssueList(policyOf(redaction));
  for (const issue of issues) list.add(issue);
  return list.state();
}

/** Deals back what was dealt out one by one. */
function interleave<T>(shards: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...shards.map((shard) => shard.length));
  const all: T[] = [];
  for (let i = 0; i < longest; i++)
    for (const shard of shards) if (i < shard.length) all.push(shard[i] as T);
  return all;
}

function mergeError(message: string, hint?: string): UserError {
  return runError('MERGE_REFUSED', message, { hint });
}
