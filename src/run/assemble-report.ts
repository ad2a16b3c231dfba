import {
  derivedLines,
  type EvalReport,
  type FormatReport,
  type NamesOfShard,
  repeatsReport,
  type Report,
  reportVerdict,
  type RequesterCounts,
  type TestReport,
  totalsOf,
} from '#core';
import type { Suite } from '#suite';
import type { ListedIssues } from './issues/issue-list.ts';
import { requestersReport } from './requesters-report.ts';
import type { RunOptions } from './run.ts';

/** What was measured, part by part. */
interface Findings {
  readonly tests: readonly TestReport[];
  readonly evals: readonly EvalReport[];
  readonly calls: number;
  readonly listed: ListedIssues;
  readonly issueKeys: readonly string[];
  readonly requesters: RequesterCounts;
  readonly names: NamesOfShard;
  readonly formats: readonly FormatReport[];
}

/** The report of all parts. */
export function assembleReport(
  suites: readonly Suite[],
  options: Pick<RunOptions, 'selector' | 'version' | 'redaction' | 'evidenceText' | 'suiteFlags'>,
  { tests, evals, calls, listed, issueKeys, requesters, names, formats }: Findings,
): Report {
  const { filter, shard } = options.selector;
  const flags = options.suiteFlags ?? [];
  const repeats = repeatsReport(tests);
  return {
    schemaVersion: 1,
    verdict: reportVerdict({ tests, evals, issues: listed.issues }),
    tests,
    evals,
    totals: totalsOf({ tests, evals }, calls),
    ...listed,
    suites: suites.filter(({ file }) => file !== '').map(({ file, sha256 }) => ({ file, sha256 })),
    // Names alone: how many files have a format depends on how runs are spread over them.
    ...(formats.length === 0 ? {} : { formats: formats.map(({ format }) => format) }),
    ...(repeats === null ? {} : { repeats }),
    ...derivedLines({ tests, evals }),
    ...requestersReport(requesters),
    version: options.version,
    redaction: options.redaction ?? 'secrets',
    ...(options.evidenceText === false ? { evidenceText: false } : {}),
    ...(filter === null ? {} : { filter }),
    ...(shard === null
      ? {}
      : {
          shard: {
            ...shard,
            ...(flags.length === 0 ? {} : { flags }),
            ...(issueKeys.length === 0 ? {} : { issueKeys }),
            names,
          },
        }),
    timing: {},
  };
}
