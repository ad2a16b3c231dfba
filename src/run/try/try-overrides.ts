import { type EvalReport, policyOf, redactNames, type Report, type ReportIssue } from '#core';
import { runError } from '../issues/run-codes.ts';
import type { TryReport } from '#reporters';
import type { TrialDocument } from '#schema';
import type { Suite } from '#suite';
import type { DriveOptions } from '../drive/drive.ts';
import { type RunOptions, runSuites } from '../run.ts';
import { compileSelector } from '../selection/selector.ts';
import { AgentTrial } from './agent-trial.ts';
import { type ChosenCases, chooseCases } from './choose-cases.ts';
import { compareEvals } from './compare-eval.ts';
import { redactAgentPatch, redactPatch } from './redact-patch.ts';
import { checkScorers } from '../execution/check-execution.ts';
import { checkIdleTrial } from './check-idle-trial.ts';
import { agentKey, keepOffered, type ListedTool, readOffered } from './listed-tools.ts';
import { rejectOtherCases, changedSuites, changedCases } from './changed-cases.ts';
import { type TriedPlan, findEvals } from './find-evals.ts';
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
  checkScorers(suites, options.drive.noExecution);
  const signal = options.drive.listen();
  const evals = findEvals(suites, baseline);
  const lists = await listTools(evals, options, signal);
  const trials = new Map(
    evals.map((one) => [
      one,
      new AgentTrial(options.trial, one.agent, lists.get(agentKey(one)) ?? []),
    ]),
  );
  checkIdleTrial(options.trial, [...trials.values()]);
  const chosen = new Map<string, ChosenCases>();
  for (const [one, trial] of trials) {
    const { tools, concernsAllCases } = trial;
    const isOverridden = (tool: ListedTool): boolean => trial.changes(tool);
    const choice = { isOverridden, concernsAllCases };
    const cases = await chooseCases(one, one.confusion, tools, choice);
    rejectOtherCases(one, cases);
    if (cases.ids.size > 0) chosen.set(one.plan.name, cases);
  }
  if (chosen.size === 0)
    throw runError(
      'TRY_REFUSED',
      'no case expects a tool that is overridden, or one that it is confused with',
      { hint: 'name a tool that the confusion matrix of the baseline has' },
    );
  const report = await runSuites(tried(suites, trials, chosen), {
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
  const { verdict, evals: compared } = compareEvals(pairs, [baseline, report]);
  const agents = agentPatches([...trials.values()]);
  const tryReport: TryReport = {
    schemaVersion: 1,
    kind: 'try',
    verdict,
    errors: report.totals.errors,
    evals: compared,
    patch: redactPatch(toolPatches([...trials.values()]), policyOf(redaction)),
    ...(agents.length === 0 ? {} : { agents: redactAgentPatch(agents, policyOf(redaction)) }),
    issues: [
      ...report.issues.map(adviseTry),
      ...changedSuites(baseline, report),
      ...evals.flatMap((one) => changedCases(one, chosen)),
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

async function listTools(
  evals: readonly TriedPlan[],
  { drive: { folder, isReplay, noExecution } }: TryOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly ListedTool[]>> {
  if (isReplay) return readOffered(folder, evals);
  // What talks to servers is a large part of the program.
  const { listOffered } = await import('./list-offered.ts');
  const lists = await listOffered(evals, noExecution, signal);
  await keepOffered(folder, lists);
  return lists;
}
