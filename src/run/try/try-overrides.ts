import {
  type EvalReport,
  overallChange,
  policyOf,
  redactNames,
  type Report,
  type ReportIssue,
} from '#core';
import type { TryReport } from '#reporters';
import type { TrialDocument } from '#schema';
import type { Suite } from '#suite';
import type { DriveOptions } from '../drive/drive.ts';
import { type RunOptions, runSuites } from '../run.ts';
import { compileSelector } from '../selection/selector.ts';
import { compareEvals } from './compare-eval.ts';
import { redactAgentPatch, redactPatch } from './redact-patch.ts';
import type { ChosenCases } from './choose-cases.ts';
import { changedSuites, changedCases, newTestsIssue } from './changed-cases.ts';
import { compareTests } from './compare-tests.ts';
import { prepareTrial } from './prepare-trial.ts';
import { tried, toolPatches, agentPatches } from './tried-patches.ts';

export interface TryOptions extends Pick<
  RunOptions,
  'cwd' | 'runs' | 'version' | 'threads' | 'redaction' | 'maxCost' | 'judge'
> {
  /** What models are offered and see now, on top of what suites and agents say. */
  readonly trial: TrialDocument;
  /** An earlier report of the same evals. */
  readonly baseline: Report;
  readonly drive: DriveOptions;
}

/** Runs the cases again that other words about some tools may change, and compares. Throws a UserError where nothing can be. */
export async function tryOverrides(
  suites: readonly Suite[],
  options: TryOptions,
): Promise<TryReport> {
  const { baseline, redaction = 'secrets' } = options;
  const signal = options.drive.listen();
  const prepared = await prepareTrial(suites, options, signal);
  const { found, trials, chosen, tests } = prepared;
  const report = await runSuites(tried(suites, prepared), {
    cwd: options.cwd,
    traces: null,
    dataset: null,
    runs: options.runs,
    selector: compileSelector(null, null),
    format: null,
    allowTornTail: false,
    version: options.version,
    redaction,
    threads: options.threads,
    onProgress: () => {},
    only: new Map([...chosen].map(([name, { ids }]) => [name, ids])),
    maxCost: options.maxCost ?? null,
    drive: { ...options.drive, listen: () => signal },
    judge: options.judge ?? null,
  });
  const pairs = report.evals.map((after) => ({
    before: baseline.evals.find(({ name }) => name === after.name) as EvalReport,
    after,
    chosen: chosen.get(after.name) as ChosenCases,
  }));
  const compared = compareEvals(pairs, [baseline, report]);
  const comparedTests = compareTests(baseline, report, found.tests.length);
  const changes = [...trials.values(), ...tests.values()];
  const agents = agentPatches(changes);
  const tryReport: TryReport = {
    schemaVersion: 1,
    kind: 'try',
    verdict: overallChange([
      ...(pairs.length === 0 ? [] : [compared.verdict]),
      ...(comparedTests === null ? [] : [comparedTests.verdict]),
    ]),
    errors: report.totals.errors,
    evals: compared.evals,
    ...(comparedTests === null ? {} : { tests: comparedTests }),
    patch: redactPatch(toolPatches(changes), policyOf(redaction)),
    ...(agents.length === 0 ? {} : { agents: redactAgentPatch(agents, policyOf(redaction)) }),
    issues: [
      ...report.issues.map(adviseTry),
      ...changedSuites(baseline, report),
      ...found.evals.flatMap((triedPlan) => changedCases(triedPlan, chosen)),
      ...newTestsIssue(found.newTests),
    ],
    version: options.version,
    redaction,
  };
  const policy = policyOf(redaction);
  return policy === null ? tryReport : redactNames(tryReport, policy);
}

/** How a run that is stale is made again is another matter here. */
function adviseTry(issue: ReportIssue): ReportIssue {
  return issue.code === 'CASSETTE_STALE' ? { ...issue, hint: 'try without --replay' } : issue;
}
