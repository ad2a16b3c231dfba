import type { Report } from '#core';
import type { TrialDocument } from '#schema';
import type { Suite } from '#suite';
import type { DriveOptions } from '../drive/drive.ts';
import { checkScorers } from '../execution/check-execution.ts';
import { runError } from '../issues/run-codes.ts';
import { AgentTrial } from './agent-trial.ts';
import { rejectOtherCases } from './changed-cases.ts';
import { checkIdleTrial } from './check-idle-trial.ts';
import { type ChosenCases, chooseCases } from './choose-cases.ts';
import {
  findTriable,
  type TriedPlan,
  type TriedPlans,
  type TriedTestPlan,
} from './find-triable.ts';
import {
  agentKey,
  keepOffered,
  type ListedTool,
  type OwnedAgent,
  readOffered,
} from './listed-tools.ts';

/** What is tried, on what, and against what. */
export interface TrialInput {
  readonly trial: TrialDocument;
  readonly baseline: Report;
  readonly drive: Pick<DriveOptions, 'folder' | 'isReplay' | 'noExecution'>;
}

/** A trial that was checked: what changes for agents, and the cases and tests that are run again. */
export interface PreparedTrial {
  readonly found: TriedPlans;
  readonly trials: ReadonlyMap<TriedPlan, AgentTrial>;
  readonly chosen: ReadonlyMap<string, ChosenCases>;
  /** The tests that are run again. */
  readonly tests: ReadonlyMap<TriedTestPlan, AgentTrial>;
}

/** Lists the tools of agents and chooses what the changes concern. Throws a UserError where nothing can be tried. */
export async function prepareTrial(
  suites: readonly Suite[],
  options: TrialInput,
  signal: AbortSignal,
): Promise<PreparedTrial> {
  checkScorers(suites, options.drive.noExecution);
  const triable = findTriable(suites, options.baseline);
  const { evals, tests } = triable;
  const lists = await listTools([...evals, ...tests], options, signal);
  const trialOf = (ownedAgent: OwnedAgent): AgentTrial =>
    new AgentTrial(options.trial, ownedAgent.agent, lists.get(agentKey(ownedAgent)) ?? []);
  const trials = new Map(evals.map((triedPlan) => [triedPlan, trialOf(triedPlan)]));
  const testTrials = new Map(tests.map((test) => [test, trialOf(test)]));
  checkIdleTrial(options.trial, [...trials.values(), ...testTrials.values()]);
  const chosen = new Map<string, ChosenCases>();
  for (const [triedPlan, trial] of trials) {
    const { tools, concernsAllCases } = trial;
    const isOverridden = (tool: ListedTool): boolean => trial.changes(tool);
    const choice = { isOverridden, concernsAllCases };
    const cases = await chooseCases(triedPlan, triedPlan.confusion, tools, choice);
    rejectOtherCases(triedPlan, cases);
    if (cases.ids.size > 0) chosen.set(triedPlan.plan.name, cases);
  }
  // A test has no matrix that would say which tools it has to do with.
  const concerned = new Map(
    [...testTrials].filter(
      ([, trial]) => trial.concernsAllCases || trial.tools.some((tool) => trial.changes(tool)),
    ),
  );
  if (chosen.size + concerned.size === 0)
    throw runError(
      'TRY_REFUSED',
      'no case expects a tool that is overridden, or one that it is confused with',
      { hint: 'name a tool that the confusion matrix of the baseline has' },
    );
  return { found: triable, trials, chosen, tests: concerned };
}

async function listTools(
  agents: readonly OwnedAgent[],
  { drive: { folder, isReplay, noExecution } }: TrialInput,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly ListedTool[]>> {
  if (isReplay) return readOffered(folder, agents);
  // What talks to servers is a large part of the program.
  const { listOffered } = await import('./list-offered.ts');
  const lists = await listOffered(agents, noExecution, signal);
  await keepOffered(folder, lists);
  return lists;
}
