import {
  type EvalReport,
  policyOf,
  redactNames,
  type Report,
  type ReportIssue,
  userError,
} from '#core';
import type { AgentPatch, ToolPatch, TryReport } from '#reporters';
import type { TrialDocument } from '#schema';
import type { AgentPlan, DrivePlan, EvalPlan, Suite } from '#suite';
import type { DriveOptions } from '../drive/drive.ts';
import { isDrivenEval } from '../drive/is-driven.ts';
import { type RunOptions, runSuites } from '../run.ts';
import { compileSelector } from '../selection/selector.ts';
import { AgentTrial } from './agent-trial.ts';
import { type ChosenCases, chooseCases } from './choose-cases.ts';
import { compareEvals } from './compare-eval.ts';
import { redactAgentPatch, redactPatch } from './redact-patch.ts';
import { checkScorers } from '../execution/check-execution.ts';
import { checkIdleTrial } from './check-idle-trial.ts';
import { agentKey, keepOffered, type ListedTool, readOffered } from './listed-tools.ts';

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
    throw userError(
      'TRY_REFUSED',
      'no case expects a tool that is overridden, or one that it is confused with',
      'name a tool that the confusion matrix of the baseline has',
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

/** An eval that is driven, with its matrix of before. */
interface TriedPlan {
  readonly suite: Suite;
  readonly plan: EvalPlan;
  readonly agent: AgentPlan;
  readonly before: EvalReport;
  readonly confusion: NonNullable<EvalReport['confusion']>;
}

function findEvals(suites: readonly Suite[], baseline: Report): readonly TriedPlan[] {
  const driven = suites.flatMap((suite) =>
    suite.evals.flatMap((plan) => {
      const agent = isDrivenEval(plan) ? plan.drive?.agent : undefined;
      // Only what a model sees of tools can be changed.
      return agent === undefined || agent.model === null ? [] : [{ suite, plan, agent }];
    }),
  );
  if (driven.length === 0)
    throw userError(
      'TRY_REFUSED',
      'no eval of these suites drives an agent with a model',
      'overrides change what a model is told; recorded runs and programs cannot be tried',
    );
  const before = new Map(baseline.evals.map((one) => [one.name, one]));
  const found = driven.flatMap((one) => {
    const then = before.get(one.plan.name);
    return then?.confusion === undefined || one.plan.labels === null
      ? []
      : [{ ...one, before: then, confusion: then.confusion }];
  });
  if (found.length > 0) return found;
  throw userError(
    'TRY_REFUSED',
    `the baseline has no confusion matrix of ${driven.map(({ plan }) => `"${plan.name}"`).join(', ')}`,
    'make one with whichtool run --reporter json=baseline.json; the eval needs a scorer over labels',
  );
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

/** The suites with nothing but the evals that are tried, with the changes applied to their agents. */
function tried(
  suites: readonly Suite[],
  trials: ReadonlyMap<TriedPlan, AgentTrial>,
  chosen: ReadonlyMap<string, ChosenCases>,
): readonly Suite[] {
  return suites.map((suite) => ({
    ...suite,
    tests: [],
    evals: [...trials]
      .filter(([one]) => one.suite === suite && chosen.has(one.plan.name))
      .map(([{ plan }, trial]) => ({
        ...plan,
        drive: { ...(plan.drive as DrivePlan), agent: trial.applied(suite) },
      })),
  }));
}

/** Each tool once, though several agents may be offered it. */
function toolPatches(trials: readonly AgentTrial[]): readonly ToolPatch[] {
  const patches = new Map<string, ToolPatch>();
  for (const patch of trials.flatMap((trial) => trial.patch())) {
    const key = JSON.stringify([patch.server, patch.name]);
    if (!patches.has(key)) patches.set(key, patch);
  }
  return [...patches.values()];
}

function agentPatches(trials: readonly AgentTrial[]): readonly AgentPatch[] {
  const patches = trials.flatMap((trial) => trial.agentPatch() ?? []);
  return [...new Map(patches.map((patch) => [JSON.stringify(patch), patch])).values()];
}

/** The least share of cases that must be in the baseline too. */
const MIN_KNOWN_SHARE = 0.8;

function rejectOtherCases({ plan, before }: TriedPlan, { all }: ChosenCases): void {
  const known = before.cases.filter(({ id }) => all.has(id)).length;
  const most = Math.max(all.size, before.cases.length);
  if (known >= MIN_KNOWN_SHARE * most) return;
  throw userError(
    'TRY_REFUSED',
    `"${plan.name}" has another dataset than the baseline: ${known} of ${most} cases are in both`,
    'make a new baseline',
  );
}

/** What else changed may be what made the difference. */
function changedSuites(before: Report, after: Report): readonly ReportIssue[] {
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
function changedCases(
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
